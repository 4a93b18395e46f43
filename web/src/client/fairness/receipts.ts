/**
 * Receipts: what the server committed to about the dice when a seat was taken. At the end the revealed secret is
 * checked against the receipt, not against what the server says then.
 */

import { sha256 } from "./sha256";
import type { UndoRequest, Fairness, Renewal, UndoState } from "../../model/types";

/**
 * This browser's share in a take-back: the hashes known before any number was revealed, and the numbers. The dice are
 * new from `ply` on.
 */
export interface RenewalShare extends Renewal {
  ply: number;
}

/**
 * Numbers made for the dice after the next take-back, by participant. `told`: the request for which they have been
 * revealed.
 */
interface RenewalNumbers {
  count: number;
  nonces: Record<string, string>;
  told?: { ply: number; commits: Record<string, string> };
}

/** The receipt as `gunki verify --receipt` reads it. */
export interface Receipt {
  /** The version of the protocol that decides how the seed of the dice is made. */
  version: number;
  match: string;
  commitment: string;
  /** Participant -> hash of each person's number, as known before any number was revealed (version 2). */
  commits?: Record<string, string>;
  /**
   * Participant -> the number that this browser gave for the participant. It stays the same if players exchange sides
   * later.
   */
  nonces: Record<string, string>;
  /**
   * `from`: how many actions were taken over from another match. `dealt`: whether the start was dealt anew. Both are
   * unknown before the seat is taken.
   */
  from?: number;
  dealt?: boolean;
  /**
   * How many take-backs of rolls or deals this browser knows of. `renewals`: the browser's share in each take-back that
   * it can prove (version 3). The key is the number of the take-back: 1 for the first.
   */
  taken_back?: number;
  renewals?: Record<string, RenewalShare>;
}

/** What the browser keeps of a match: the receipt, which grows during the match. */
export interface StoredReceipt extends Receipt {
  /** The numbers made for the next take-back. They count once the take-back has happened. */
  fresh?: RenewalNumbers;
  /** Participant -> a number that was made, as long as it is unknown whether the server has accepted its hash. */
  made?: Record<string, string>;
}

export const VERSION = 3;
export const MAX_RECEIPTS = 60;
const HASH = /^[0-9a-f]{64}$/;
const NONCE = /^[0-9a-f]{16,64}$/;
const MATCH = /^[0-9a-z_-]{1,64}$/;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Return the texts by participant if all of them match the pattern `kind`, else null. */
function parseTexts(value: unknown, kind: RegExp): Record<string, string> | null {
  if (!isRecord(value)) return null;
  const all = Object.entries(value);
  const good = all.length <= 16 && all.every(([, text]) => typeof text === "string" && kind.test(text));
  return good ? (Object.fromEntries(all) as Record<string, string>) : null;
}

/** Parse a receipt from an untrusted source; null if anything in it is invalid. */
export function parseReceipt(value: unknown): StoredReceipt | null {
  if (!isRecord(value)) return null;
  const { version = 1, match, commitment, from, dealt } = value;
  const [nonces, made] = [parseTexts(value["nonces"], NONCE), parseTexts(value["made"] ?? {}, NONCE)];
  const commits = parseTexts(value["commits"] ?? {}, HASH);
  const [taken_back, renewals, fresh] = [
    value["taken_back"],
    parseRenewals(value["renewals"]),
    parseRenewalNumbers(value["fresh"]),
  ];
  if (!isCount(version) || version < 1 || typeof match !== "string" || !MATCH.test(match)) return null;
  if (typeof commitment !== "string" || !HASH.test(commitment)) return null;
  if (nonces === null || commits === null || made === null) return null;
  return {
    version,
    match,
    commitment,
    ...(version < 2 ? {} : { commits }),
    nonces,
    ...(isCount(from) && typeof dealt === "boolean" ? { from, dealt } : {}),
    ...(Object.keys(made).length === 0 ? {} : { made }),
    ...(isCount(taken_back) && taken_back > 0 ? { taken_back } : {}),
    ...(Object.keys(renewals).length === 0 ? {} : { renewals }),
    ...(fresh === null ? {} : { fresh }),
  };
}

/** Return this browser's shares in take-backs. The key is the number of the take-back. Invalid shares are left out. */
function parseRenewals(value: unknown): Record<string, RenewalShare> {
  const entries = Object.entries(isRecord(value) ? value : {}).flatMap(([count, entry]): [string, RenewalShare][] => {
    if (!isRecord(entry) || !/^[0-9]{1,10}$/.test(count)) return [];
    const [commits, nonces, ply] = [
      parseTexts(entry["commits"], HASH),
      parseTexts(entry["nonces"], NONCE),
      entry["ply"],
    ];
    return commits !== null && nonces !== null && isCount(ply) ? [[count, { commits, nonces, ply }]] : [];
  });
  return Object.fromEntries(entries);
}

function parseRenewalNumbers(value: unknown): RenewalNumbers | null {
  if (!isRecord(value)) return null;
  const [count, nonces, wish] = [value["count"], parseTexts(value["nonces"], NONCE), value["told"]];
  if (!isCount(count) || nonces === null) return null;
  if (wish === undefined) return { count, nonces };
  const [ply, commits] = isRecord(wish) ? [wish["ply"], parseTexts(wish["commits"], HASH)] : [null, null];
  // If the request cannot be read, the numbers may have been revealed for another one. So they are dropped.
  return isCount(ply) && commits !== null ? { count, nonces, told: { ply, commits } } : null;
}

/** Parse the receipts in the browser's storage, where anything may have been written. */
export function parseReceipts(text: string | null): StoredReceipt[] {
  try {
    const parsed: unknown = JSON.parse(text ?? "[]");
    return (Array.isArray(parsed) ? parsed : []).flatMap((one) => parseReceipt(one) ?? []).slice(0, MAX_RECEIPTS);
  } catch {
    return [];
  }
}

/**
 * Return the receipts with `receipt` at the front, in place of an older receipt of the same match. Receipts beyond the
 * limit are dropped from the end.
 */
export function withReceipt(receipts: readonly StoredReceipt[], receipt: StoredReceipt): StoredReceipt[] {
  return [receipt, ...receipts.filter((one) => one.match !== receipt.match)].slice(0, MAX_RECEIPTS);
}

// -- a number, and its hash -----------------------------------------------------------------------------------------

/**
 * Return a random number for the dice of a match, as hex digits. With one from each player, nobody alone can choose the
 * dice.
 */
export function createNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the hash of a number, which is shown before the number itself is revealed. */
export function commitOf(match: string, participant: string, number: string): string {
  return sha256(new TextEncoder().encode(`gunki nonce\n${match}\n${participant}\n${number}`));
}

/**
 * Return the hash of a new number for the dice after a take-back, which is shown before the number itself is revealed.
 */
export function renewalCommitOf(match: string, count: number, participant: string, number: string): string {
  return sha256(new TextEncoder().encode(`gunki renewal\n${match}\n${count}\n${participant}\n${number}`));
}

/**
 * Return the receipt with a participant's number for the dice after a take-back, and the number. A number made before
 * is used again, unless the numbers were already revealed for another request. In that case the other players know them
 * and could choose theirs to match, so a new number is made.
 */
export function withRenewalNumber(
  receipt: StoredReceipt,
  count: number,
  participant: string,
): { updated: StoredReceipt; number: string } {
  const nonces = receipt.fresh?.count === count && receipt.fresh.told === undefined ? receipt.fresh.nonces : {};
  const number = nonces[participant] ?? createNonce();
  return { updated: { ...receipt, fresh: { count, nonces: { ...nonces, [participant]: number } } }, number };
}

/**
 * Return a participant's new number, which the page reveals when all have agreed to a request to take back. Return with
 * it the receipt, which records the hashes known before. Return null if there is no such number, if the server shows
 * another hash of it, or if it was already revealed for another request.
 */
export function revealRenewalNumber(
  receipt: StoredReceipt,
  count: number,
  participant: string,
  wish: UndoRequest,
): { updated: StoredReceipt; number: string } | null {
  const { fresh } = receipt;
  const [number, commits] = [fresh?.count === count ? fresh.nonces[participant] : undefined, wish.commits ?? {}];
  if (
    fresh === undefined ||
    number === undefined ||
    renewalCommitOf(receipt.match, count, participant, number) !== commits[participant]
  )
    return null;
  if (fresh.told !== undefined)
    return fresh.told.ply === wish.ply && isSame(fresh.told.commits, commits) ? { updated: receipt, number } : null;
  return { updated: { ...receipt, fresh: { ...fresh, told: { ply: wish.ply, commits: { ...commits } } } }, number };
}

/**
 * Return the receipt after a take-back. The browser's share is kept only if the dice were made with its numbers;
 * otherwise the take-back is not proven, and the receipt says no more than that there was one.
 */
export function withTakeBack(receipt: StoredReceipt, undo: UndoState): StoredReceipt {
  const count = undo.taken_back ?? 0;
  if (count <= (receipt.taken_back ?? 0)) return receipt;
  const { fresh, ...rest } = receipt;
  const counted = { ...rest, taken_back: count };
  const numbers = Object.entries(fresh?.count === count ? fresh.nonces : {});
  const own = numbers.filter(([participant, number]) => undo.renewal?.nonces[participant] === number);
  if (fresh?.told === undefined || own.length === 0 || own.length < numbers.length) return counted;
  return {
    ...counted,
    renewals: { ...receipt.renewals, [String(count)]: { ...fresh.told, nonces: Object.fromEntries(own) } },
  };
}

/**
 * Record that the server has accepted the hash of the number made for a participant: this number counts from now on.
 */
export function confirmCommit(receipt: StoredReceipt, participant: string): StoredReceipt {
  const number = receipt.made?.[participant];
  if (number === undefined) return receipt;
  const commits = { ...receipt.commits, [participant]: commitOf(receipt.match, participant, number) };
  return { ...withoutMadeNumber(receipt, participant), commits, nonces: { ...receipt.nonces, [participant]: number } };
}

function withoutMadeNumber(receipt: StoredReceipt, participant: string): StoredReceipt {
  const { made = {}, ...rest } = receipt;
  const others = Object.fromEntries(Object.entries(made).filter(([one]) => one !== participant));
  return Object.keys(others).length === 0 ? rest : { ...rest, made: others };
}

/**
 * A commitment of the server that differs from the one shown before. `participant`: the participant whose hash differs;
 * null if the hash of the server's own secret differs.
 */
export interface ChangedPromise {
  participant: string | null;
}

/** Record the commitments shown while players gather, and return what changed. The first ones shown are kept. */
export function recordPromises(
  receipt: StoredReceipt,
  promises: { commitment: string; commits?: Record<string, string> },
): { updated: StoredReceipt; changed: ChangedPromise | null } {
  // This seat was taken before the server asked for hashes (version 1). The server already knows the seat's number, and
  // shows the number's hash.
  let now: StoredReceipt =
    receipt.version < 2
      ? { ...receipt, version: 2, commits: {}, nonces: {}, made: { ...receipt.nonces, ...receipt.made } }
      : receipt;
  for (const [participant, commit] of Object.entries(promises.commits ?? {})) {
    const number = now.made?.[participant];
    // If the hash is that of our number, the server took the number's hash, but its answer was lost. Otherwise another
    // player sits there, and our number never counted.
    if (number !== undefined)
      now =
        commitOf(now.match, participant, number) === commit
          ? confirmCommit(now, participant)
          : withoutMadeNumber(now, participant);
    if (now.commits?.[participant] === undefined) now = { ...now, commits: { ...now.commits, [participant]: commit } };
  }
  if (promises.commitment !== now.commitment) return { updated: now, changed: { participant: null } };
  const participant = Object.entries(promises.commits ?? {}).find(
    ([one, commit]) => now.commits?.[one] !== commit,
  )?.[0];
  return { updated: now, changed: participant === undefined ? null : { participant } };
}

// -- whether the dice were as committed ------------------------------------------------------------------------------

type Field = "match" | "version" | "commitment" | "commits" | "nonces" | "fits" | "from" | "secret" | "renewals";
export type FairnessFinding =
  { verdict: "kept" | "unproven" | "consistent" | "unshown" } | { verdict: "broken"; field: Field };

/**
 * Check the dice against the receipt. `commitment`: what the server shows now; it is believed only if there is no
 * receipt.
 */
export function judgeFairness(
  receipt: Receipt | null,
  commitment: string,
  fairness: Fairness | null | undefined,
): FairnessFinding {
  const own = receipt !== null && Object.keys(receipt.nonces).length > 0 ? receipt : null;
  if (own !== null && own.commitment !== commitment) return { verdict: "broken", field: "commitment" };
  if (!fairness || typeof fairness.secret !== "string" || !HASH.test(fairness.secret)) return { verdict: "unshown" };
  const field = (own === null ? null : findDifference(own, fairness)) ?? findMisfit(fairness);
  if (field !== null) return { verdict: "broken", field };
  const secret = Uint8Array.from(fairness.secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  if (sha256(secret) !== (own?.commitment ?? commitment)) return { verdict: "broken", field: "secret" };
  if (own === null) return { verdict: "consistent" };
  return {
    verdict: takeBackCounts(fairness).every((count) => own.renewals?.[String(count)] !== undefined)
      ? "kept"
      : "unproven",
  };
}

/** Return pairs of a ply and a count. Rolls after this ply were made when this many take-backs had happened. */
function takeBackMarks(fairness: Fairness): [number, number][] {
  const marks: unknown = fairness.taken_back;
  return (Array.isArray(marks) ? marks : []).filter(
    (pair: unknown): pair is [number, number] => Array.isArray(pair) && isCount(pair[0]) && isCount(pair[1]),
  );
}

const takeBackCounts = (fairness: Fairness): number[] => takeBackMarks(fairness).map(([, count]) => count);

function findDifference(receipt: Receipt, fairness: Fairness): Field | null {
  if (fairness.match !== undefined && fairness.match !== receipt.match) return "match";
  if ((fairness.version ?? 1) < receipt.version || (receipt.version === 1 && (fairness.version ?? 1) > 1))
    return "version";
  if (fairness.commitment !== receipt.commitment) return "commitment";
  if (receipt.version >= 2 && !isSame(receipt.commits ?? {}, fairness.commits)) return "commits";
  const nonces: unknown = fairness.nonces;
  if (!isRecord(nonces) || Object.entries(receipt.nonces).some(([participant, nonce]) => nonces[participant] !== nonce))
    return "nonces";
  if (receipt.from !== undefined && (fairness.from !== receipt.from || wasDealtAnew(fairness) !== receipt.dealt))
    return "from";
  if ((receipt.taken_back ?? 0) > countTakeBacks(fairness)) return "renewals";
  const differing = Object.entries(receipt.renewals ?? {}).some(([count, own]) =>
    isAnother(Number(count), own, fairness),
  );
  return differing ? "renewals" : null;
}

/**
 * Tell whether the record contradicts a take-back that this browser had a share in. It does if the take-back is
 * missing, if the dice are new only from a later ply on, or if the hashes or numbers differ.
 */
function isAnother(count: number, own: RenewalShare, fairness: Fairness): boolean {
  const marks = takeBackMarks(fairness);
  if (!marks.some(([ply, later]) => ply <= own.ply && later >= count)) return true;
  // A later take-back has undone all rolls made after this one, so there is nothing to compare.
  if (!marks.some(([, one]) => one === count)) return false;
  const there = fairness.renewals?.[String(count)];
  return (
    !isRecord(there) ||
    !isRecord(there.nonces) ||
    !isSame(own.commits, there.commits) ||
    Object.entries(own.nonces).some(([participant, number]) => there.nonces[participant] !== number)
  );
}

function isSame(texts: Readonly<Record<string, string>>, other: unknown): boolean {
  if (!isRecord(other) || Object.keys(other).length !== Object.keys(texts).length) return false;
  return Object.entries(texts).every(([participant, commit]) => other[participant] === commit);
}

/**
 * Return "fits", the name of the field that is wrong, if a number does not match its hash or has no hash. Return null
 * if all is right. The number of a bot is empty and needs no hash.
 */
function findMisfit(fairness: Fairness): Field | null {
  if ((fairness.version ?? 1) < 2) return null;
  const [commits, nonces] = [fairness.commits ?? {}, fairness.nonces ?? {}];
  if (!isRecord(commits) || !isRecord(nonces)) return "fits";
  const match = String(fairness.match);
  const fit = Object.entries(commits).every(
    ([participant, commit]) =>
      typeof nonces[participant] === "string" && commitOf(match, participant, nonces[participant]) === commit,
  );
  const more = Object.entries(nonces).some(
    ([participant, number]) => number !== "" && commits[participant] === undefined,
  );
  return fit && !more ? null : "fits";
}

function wasDealtAnew(fairness: Fairness): unknown {
  return fairness.dealt ?? fairness.from === 0;
}

/**
 * Return how many actions were taken over from another match; their dice cannot be checked. Return null if this match
 * does not continue another, or if its start was dealt anew.
 */
export function countActionsTakenOver(fairness: Fairness | null | undefined): number | null {
  return fairness && isCount(fairness.from) && wasDealtAnew(fairness) === false ? fairness.from : null;
}

/** Return how many take-backs there were; the dice after each are new. */
export function countTakeBacks(fairness: Fairness | null | undefined): number {
  return fairness ? Math.max(0, ...takeBackCounts(fairness)) : 0;
}
