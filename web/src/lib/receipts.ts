/**
 * Receipts: what this browser was told about the dice when it sat down. At the end the server's word is held against
 * them, and not against what it tells then.
 */

import type { Fairness } from "./types";

/** As `gunki verify --receipt` reads it. */
export interface Receipt {
  /** Of the way in which the seed is agreed upon. */
  version: number;
  match: string;
  commitment: string;
  /** Chair -> the number this browser gave for it. Exchanging sides later changes nothing here. */
  nonces: Record<string, string>;
  /** Actions taken over from another match, and whether the start was dealt anew; not known before the seat is taken. */
  from?: number;
  dealt?: boolean;
}

export const VERSION = 1;
export const MOST = 60;
const HASH = /^[0-9a-f]{64}$/;
const NONCE = /^[0-9a-f]{16,64}$/;
const MATCH = /^[0-9a-z_-]{1,64}$/;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A receipt from a stranger's hands; null where something in it is none. */
export function receiptIn(found: unknown): Receipt | null {
  if (!isRecord(found) || !isRecord(found["nonces"])) return null;
  const { version = VERSION, match, commitment, from, dealt } = found;
  const nonces = Object.entries(found["nonces"]);
  if (!isCount(version) || version < 1 || typeof match !== "string" || !MATCH.test(match)) return null;
  if (typeof commitment !== "string" || !HASH.test(commitment) || nonces.length > 16) return null;
  if (!nonces.every(([, nonce]) => typeof nonce === "string" && NONCE.test(nonce))) return null;
  const receipt: Receipt = { version, match, commitment, nonces: Object.fromEntries(nonces) as Record<string, string> };
  return isCount(from) && typeof dealt === "boolean" ? { ...receipt, from, dealt } : receipt;
}

/** Those in a browser's storage, whatever somebody has put there. */
export function receiptsIn(text: string | null): Receipt[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return (Array.isArray(found) ? found : []).flatMap((one) => receiptIn(one) ?? []).slice(0, MOST);
  } catch {
    return [];
  }
}

/** The latest first, each match once, never more than a browser should keep. */
export function withReceipt(known: readonly Receipt[], receipt: Receipt): Receipt[] {
  return [receipt, ...known.filter((one) => one.match !== receipt.match)].slice(0, MOST);
}

/** What became of the promise. */
export type Finding =
  | { verdict: "kept" | "consistent" | "unshown" | "unhashed" }
  | { verdict: "broken"; field: "match" | "version" | "commitment" | "nonces" | "from" | "secret" };

/** `told`: the promise as the server tells it now; it counts only where no receipt is remembered. */
export async function judged(receipt: Receipt | null, told: string, fairness: Fairness | null | undefined): Promise<Finding> {
  const own = receipt !== null && Object.keys(receipt.nonces).length > 0 ? receipt : null;
  if (own !== null && own.commitment !== told) return { verdict: "broken", field: "commitment" };
  if (!fairness || typeof fairness.secret !== "string" || !HASH.test(fairness.secret)) return { verdict: "unshown" };
  const field = own === null ? null : differs(own, fairness);
  if (field !== null) return { verdict: "broken", field };
  // Browsers offer their hash functions only to pages they hold to be safe (https, or this machine).
  if (globalThis.crypto?.subtle === undefined) return { verdict: "unhashed" };
  if ((await sha256(fairness.secret)) !== (own?.commitment ?? told)) return { verdict: "broken", field: "secret" };
  return { verdict: own === null ? "consistent" : "kept" };
}

function differs(receipt: Receipt, fairness: Fairness): "match" | "version" | "commitment" | "nonces" | "from" | null {
  if (fairness.match !== undefined && fairness.match !== receipt.match) return "match";
  if ((fairness.version ?? 1) !== receipt.version) return "version";
  if (fairness.commitment !== receipt.commitment) return "commitment";
  const nonces: unknown = fairness.nonces;
  if (!isRecord(nonces) || Object.entries(receipt.nonces).some(([chair, nonce]) => nonces[chair] !== nonce)) return "nonces";
  if (receipt.from !== undefined && (fairness.from !== receipt.from || dealtIn(fairness) !== receipt.dealt)) return "from";
  return null;
}

function dealtIn(fairness: Fairness): unknown {
  return fairness.dealt ?? fairness.from === 0;
}

/** How many actions came with the match this one goes on from, if it does: their dice cannot be checked. */
export function takenOver(fairness: Fairness | null | undefined): number | null {
  return fairness && isCount(fairness.from) && dealtIn(fairness) === false ? fairness.from : null;
}

async function sha256(hex: string): Promise<string> {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return inHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

function inHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A random number for the dice of a match, as hex digits: nobody alone can choose the dice. */
export function nonce(): string {
  return inHex(crypto.getRandomValues(new Uint8Array(16)));
}
