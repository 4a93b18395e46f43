import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  judgeFairness,
  parseReceipt,
  renewalCommitOf,
  revealRenewalNumber,
  withRenewalNumber,
  withTakeBack,
  type StoredReceipt,
  type RenewalShare,
} from "../../src/client/fairness/receipts";
import type { UndoRequest, Fairness, Renewal, Snapshot, UndoState } from "../../src/model/types";

const SECRET = "07".repeat(32);
const PROMISE = createHash("sha256").update(Buffer.from(SECRET, "hex")).digest("hex");
const [MINE, YOURS] = ["0a".repeat(32), "0b".repeat(32)];
const KEPT: StoredReceipt = { version: 3, match: "m1", commitment: PROMISE, commits: {}, nonces: { oda: MINE } };

const renewal = (count: number, nonces: Record<string, string>): Renewal => ({
  commits: Object.fromEntries(
    Object.entries(nonces).map(([participant, number]) => [
      participant,
      renewalCommitOf("m1", count, participant, number),
    ]),
  ),
  nonces,
});
const wish = (commits: Record<string, string>, ply = 3): UndoRequest => ({
  by: "oda",
  ply,
  waits_for: [],
  commits,
  to_show: ["oda"],
});
/** The receipt after a participant's number was revealed for a request with these hashes of the others. */
function shown(others: Record<string, string>): { updated: StoredReceipt; number: string } {
  const { updated, number } = withRenewalNumber(KEPT, 1, "oda");
  const found = revealRenewalNumber(
    updated,
    1,
    "oda",
    wish({ oda: renewalCommitOf("m1", 1, "oda", number), ...others }),
  );
  if (found === null) throw new Error("it is not shown");
  return found;
}
const undo = (taken_back: number, told: Renewal | null): UndoState => ({
  decision: "no",
  order: 0,
  asked: null,
  taken_back,
  renewal: told,
});

describe("the receipt through take-backs", () => {
  it("hashes a new number as the server does", () => {
    const text = `gunki renewal\nm1\n2\noda\n${MINE}`;
    expect(renewalCommitOf("m1", 2, "oda", MINE)).toBe(createHash("sha256").update(text).digest("hex"));
  });

  it("makes one number for a take-back, and another for the next", () => {
    const first = withRenewalNumber(KEPT, 1, "oda");
    expect(withRenewalNumber(first.updated, 1, "oda").number).toBe(first.number);
    expect(withRenewalNumber(first.updated, 2, "oda").number).not.toBe(first.number);
    expect(parseReceipt(JSON.parse(JSON.stringify(first.updated)))?.fresh?.nonces).toEqual({ oda: first.number });
  });

  it("keeps its share after a take-back with its number", () => {
    const { updated, number } = shown({ anti_oda: renewalCommitOf("m1", 1, "anti_oda", YOURS) });
    expect(parseReceipt(JSON.parse(JSON.stringify(updated)))).toEqual(updated);
    const told = renewal(1, { oda: number, anti_oda: YOURS });
    const after = withTakeBack(updated, undo(1, told));
    expect(after).toEqual({
      ...KEPT,
      taken_back: 1,
      renewals: { "1": { commits: told.commits, nonces: { oda: number }, ply: 3 } },
    });
    expect(withTakeBack(after, undo(1, null))).toBe(after);
    expect(parseReceipt(JSON.parse(JSON.stringify(after)))).toEqual(after);
  });

  it("keeps the hashes known before its number was revealed, even if others are shown later", () => {
    const first = { anti_oda: renewalCommitOf("m1", 1, "anti_oda", MINE) };
    const { updated, number } = shown(first);
    const chosen = renewal(1, { oda: number, anti_oda: YOURS }); // chosen with knowledge of ours
    const after = withTakeBack(updated, undo(1, chosen));
    expect(after.renewals?.["1"]?.commits).toEqual({ oda: renewalCommitOf("m1", 1, "oda", number), ...first });
    expect(revealRenewalNumber(updated, 1, "oda", wish(chosen.commits))).toBeNull();
    expect(revealRenewalNumber(updated, 1, "oda", wish(updated.fresh?.told?.commits ?? {}, 4))).toBeNull();
    expect(revealRenewalNumber(updated, 1, "oda", wish(updated.fresh?.told?.commits ?? {}))).toEqual({
      updated,
      number,
    });
  });

  it("makes a new number if a request is withdrawn after the number was revealed", () => {
    const { updated, number } = shown({});
    const again = withRenewalNumber(updated, 1, "oda");
    expect(again.number).not.toBe(number);
    expect(again.updated.fresh).toEqual({ count: 1, nonces: { oda: again.number } });
  });

  it("keeps no share in a take-back without its number", () => {
    const { updated } = shown({});
    const { updated: unshown, number } = withRenewalNumber(KEPT, 1, "oda");
    expect(withTakeBack(unshown, undo(1, renewal(1, { oda: number })))).toEqual({ ...KEPT, taken_back: 1 });
    for (const told of [null, renewal(1, { anti_oda: YOURS }), renewal(1, { oda: MINE, anti_oda: YOURS })])
      expect(withTakeBack(updated, undo(1, told))).toEqual({ ...KEPT, taken_back: 1 });
    expect(withTakeBack(KEPT, undo(0, null))).toBe(KEPT);
  });
});

describe("dice after take-backs", () => {
  const told = renewal(1, { oda: MINE, anti_oda: YOURS });
  const share: Record<string, RenewalShare> = { "1": { commits: told.commits, nonces: { oda: MINE }, ply: 4 } };
  const shown = (changes: Partial<Fairness>): Fairness => ({
    version: 3,
    match: "m1",
    commitment: PROMISE,
    secret: SECRET,
    commits: {},
    nonces: { oda: "" },
    from: 0,
    dealt: true,
    taken_back: [[4, 1]],
    renewals: { "1": told },
    ...changes,
  });
  const own = (changes: Partial<StoredReceipt>): StoredReceipt => ({ ...KEPT, nonces: { oda: "" }, ...changes });

  it("are proven by the own number", () => {
    expect(judgeFairness(own({ taken_back: 1, renewals: share }), PROMISE, shown({}))).toEqual({ verdict: "kept" });
  });

  it("are not proven if the host could have invented the take-back", () => {
    expect(judgeFairness(own({}), PROMISE, shown({}))).toEqual({ verdict: "unproven" });
    expect(judgeFairness(own({ taken_back: 1 }), PROMISE, shown({ renewals: {} }))).toEqual({ verdict: "unproven" });
    expect(judgeFairness(own({ version: 2 }), PROMISE, shown({ version: 2, renewals: {} }))).toEqual({
      verdict: "unproven",
    });
    expect(judgeFairness(own({ version: 2 }), PROMISE, shown({ version: 2, taken_back: [] }))).toEqual({
      verdict: "kept",
    });
  });

  it("are broken if the game has another take-back than the one this browser agreed to", () => {
    const updated = own({ taken_back: 1, renewals: share });
    const others: Record<string, Renewal>[] = [
      {},
      { "1": renewal(1, { anti_oda: YOURS }) },
      { "1": { ...told, nonces: { ...told.nonces, oda: YOURS } } },
    ];
    for (const renewals of others)
      expect(judgeFairness(updated, PROMISE, shown({ renewals }))).toEqual({ verdict: "broken", field: "renewals" });
    expect(judgeFairness(own({ taken_back: 2, renewals: share }), PROMISE, shown({}))).toEqual({
      verdict: "broken",
      field: "renewals",
    });
  });
});

describe("dice that a host keeps despite a take-back", () => {
  const told = renewal(1, { oda: MINE, anti_oda: YOURS });
  const updated: StoredReceipt = {
    ...KEPT,
    nonces: { oda: "" },
    taken_back: 1,
    renewals: { "1": { commits: told.commits, nonces: { oda: MINE }, ply: 4 } },
  };
  const verdict = (taken_back: [number, number][]): unknown =>
    judgeFairness(updated, PROMISE, {
      version: 3,
      match: "m1",
      commitment: PROMISE,
      secret: SECRET,
      commits: {},
      nonces: { oda: "" },
      from: 0,
      dealt: true,
      taken_back,
      renewals: { "1": told },
    });

  it("are found: the new ones begin later than at the take-back", () => {
    for (const marks of [
      [[5, 1]],
      [[5, 2]],
      [
        [2, 0],
        [5, 1],
      ],
    ] as [number, number][][])
      expect(verdict(marks)).toEqual({ verdict: "broken", field: "renewals" });
  });

  it("are not suspected if the new ones begin earlier, or if others followed", () => {
    expect(verdict([[3, 1]])).toEqual({ verdict: "kept" });
    expect(
      verdict([
        [4, 1],
        [6, 2],
      ]),
    ).toEqual({ verdict: "unproven" });
    expect(verdict([[2, 2]])).toEqual({ verdict: "unproven" });
  });
});

describe("a number that is owed", () => {
  const sent: [string, unknown][] = [];

  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
    });
    vi.stubGlobal("addEventListener", () => undefined);
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      sent.push([path, JSON.parse(String(init.body))]);
      return Response.json({ seq: 9 });
    });
    sent.length = 0;
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  const asked = (commits: Record<string, string>, to_show: string[]): Snapshot =>
    ({
      undo: {
        decision: "no",
        order: 0,
        asked: { by: "oda", ply: 3, waits_for: [], commits, to_show },
        taken_back: 0,
        renewal: null,
      },
    }) as unknown as Snapshot;

  async function seated(): Promise<{
    renewing: import("../../src/client/fairness/diceRenewal").DiceRenewal;
    commit: string;
  }> {
    const [{ DiceRenewal }, { receipts }, { ownMatches }] = await Promise.all([
      import("../../src/client/fairness/diceRenewal"),
      import("../../src/client/fairness/receiptStore.svelte"),
      import("../../src/client/seats/ownMatches.svelte"),
    ]);
    receipts.rememberPromise("m1", PROMISE);
    ownMatches.addSeat("m1", "oda", "t".repeat(43), { game: "g", scenario: "s", name: null });
    const renewing = new DiceRenewal("m1");
    const { commit } = renewing.commitFor(asked({}, []), "oda");
    return { renewing, commit: commit ?? "" };
  }

  it("is revealed once all have agreed, and only once", async () => {
    const { renewing, commit } = await seated();
    const taken: string[] = [];
    const snapshot = asked({ oda: commit }, ["oda"]);
    renewing.handleSnapshot(snapshot, ["oda"], (participant) => taken.push(participant));
    renewing.handleSnapshot(snapshot, ["oda"], (participant) => taken.push(participant));
    await vi.waitFor(() => expect(taken).toEqual(["oda"]));
    expect(sent).toHaveLength(1);
    const [path, body] = sent[0] as [string, { nonce: string }];
    expect(path).toBe("/api/matches/m1/undo/show");
    expect(renewalCommitOf("m1", 1, "oda", body.nonce)).toBe(commit);
  });

  it("is stored with the hashes of all before it is revealed", async () => {
    const { renewing, commit } = await seated();
    const yours = "1".repeat(64);
    renewing.handleSnapshot(asked({ oda: commit, anti_oda: yours }, ["oda"]), ["oda"], () => undefined);
    const [updated] = JSON.parse(localStorage.getItem("gunki.receipts") ?? "[]") as StoredReceipt[];
    expect(updated?.fresh?.told).toEqual({ ply: 3, commits: { oda: commit, anti_oda: yours } });
    expect(renewing.commitFor(asked({}, []), "oda").commit).not.toBe(commit);
  });

  it("is not revealed while others have not agreed", async () => {
    const { renewing, commit } = await seated();
    const early = asked({ oda: commit }, ["oda"]);
    renewing.handleSnapshot(
      { ...early, undo: { ...early.undo, asked: { ...(early.undo.asked as UndoRequest), waits_for: ["anti_oda"] } } },
      ["oda"],
      () => undefined,
    );
    expect(sent).toEqual([]);
  });

  it("is not revealed for a wrong hash, nor for a participant of another browser", async () => {
    const { renewing, commit } = await seated();
    renewing.handleSnapshot(asked({ oda: "0".repeat(64) }, ["oda"]), ["oda"], () => undefined);
    renewing.handleSnapshot(asked({ oda: commit, anti_oda: commit }, ["anti_oda"]), ["oda"], () => undefined);
    renewing.handleSnapshot(asked({ oda: commit }, ["oda"]), [], () => undefined);
    expect(sent).toEqual([]);
  });
});
