import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseOwnMatches } from "../../src/client/seats/ownMatchStorage";
import {
  commitOf,
  judgeFairness,
  MAX_RECEIPTS,
  parseReceipt,
  parseReceipts,
  confirmCommit,
  countTakeBacks,
  countActionsTakenOver,
  recordPromises,
  withReceipt,
  type StoredReceipt,
  type Receipt,
} from "../../src/client/fairness/receipts";
import type { Fairness, MatchInfo } from "../../src/model/types";

const SECRET = "07".repeat(32);
const PROMISE = createHash("sha256").update(Buffer.from(SECRET, "hex")).digest("hex");
const OTHER = "ab".repeat(32);
const NUMBER = "00112233445566778899aabbccddeeff";
const RECEIPT: Receipt = {
  version: 1,
  match: "a1",
  commitment: PROMISE,
  nonces: { oda: NUMBER },
  from: 0,
  dealt: true,
};
const SHOWN: Fairness = {
  version: 1,
  match: "a1",
  commitment: PROMISE,
  secret: SECRET,
  nonces: { oda: NUMBER, anti_oda: "" },
  from: 0,
  dealt: true,
};

afterEach(() => vi.unstubAllGlobals());

describe("the server's commitment about the dice", () => {
  it("is kept if the server shows what the receipt says", () => {
    expect(judgeFairness(RECEIPT, PROMISE, SHOWN)).toEqual({ verdict: "kept" });
    const { version: _, match: __, dealt: ___, ...older } = SHOWN;
    expect(judgeFairness(RECEIPT, PROMISE, older)).toEqual({ verdict: "kept" });
  });

  it("is checked against the receipt, not against what the server says at the end", () => {
    const secret = "08".repeat(32);
    const promise = createHash("sha256").update(Buffer.from(secret, "hex")).digest("hex");
    const forged = { ...SHOWN, secret, commitment: promise };
    expect(judgeFairness(null, promise, forged)).toEqual({ verdict: "consistent" });
    expect(judgeFairness(RECEIPT, promise, forged)).toEqual({ verdict: "broken", field: "commitment" });
    expect(judgeFairness(RECEIPT, PROMISE, forged)).toEqual({ verdict: "broken", field: "commitment" });
    expect(judgeFairness(RECEIPT, PROMISE, { ...forged, commitment: PROMISE })).toEqual({
      verdict: "broken",
      field: "secret",
    });
    expect(judgeFairness(null, PROMISE, forged)).toEqual({ verdict: "broken", field: "secret" });
  });

  it.each([
    ["nonces", { nonces: { oda: OTHER } }],
    ["nonces", { nonces: {} }],
    ["nonces", { nonces: null }],
    ["from", { from: 30, dealt: false }],
    ["from", { from: 0, dealt: false }],
    ["from", { from: "0" }],
    ["version", { version: 2 }],
    ["match", { match: "b2" }],
  ])("is broken where %s differ from the receipt: %j", (field, change) => {
    expect(judgeFairness(RECEIPT, PROMISE, { ...SHOWN, ...change } as Fairness)).toEqual({ verdict: "broken", field });
  });

  it("is only found consistent without an own number", () => {
    expect(judgeFairness({ ...RECEIPT, nonces: {} }, PROMISE, SHOWN)).toEqual({ verdict: "consistent" });
    for (const shown of [null, undefined, {}, { ...SHOWN, secret: "xyz" }, { ...SHOWN, secret: 5 }])
      expect(judgeFairness(RECEIPT, PROMISE, shown as Fairness)).toEqual({ verdict: "unshown" });
    vi.stubGlobal("crypto", {}); // as on a page over plain http
    expect(judgeFairness(RECEIPT, PROMISE, SHOWN)).toEqual({ verdict: "kept" });
    expect(judgeFairness(RECEIPT, OTHER, SHOWN)).toEqual({ verdict: "broken", field: "commitment" });
  });

  it("tells how much came from another match", () => {
    expect(countActionsTakenOver(SHOWN)).toBeNull();
    expect(countActionsTakenOver({ ...SHOWN, from: 12, dealt: false })).toBe(12);
    expect(countActionsTakenOver({ from: 12 })).toBe(12);
    expect(countActionsTakenOver({ ...SHOWN, dealt: false })).toBe(0);
    for (const strange of [null, undefined, {}, { from: "x" }, { from: -1 }])
      expect(countActionsTakenOver(strange as Fairness)).toBeNull();
  });
});

describe("numbers with hashes known before", () => {
  const THEIRS = "ff".repeat(16);
  const COMMITS = { oda: commitOf("a1", "oda", NUMBER), takeda: commitOf("a1", "takeda", THEIRS) };
  const MINE: Receipt = { ...RECEIPT, version: 2, commits: COMMITS };
  const TOLD: Fairness = {
    ...SHOWN,
    version: 2,
    commits: COMMITS,
    nonces: { oda: NUMBER, takeda: THEIRS, anti_oda: "" },
    taken_back: [],
  };

  it("have the hash that everybody computes", () => {
    const text = `gunki nonce\na1\noda\n${NUMBER}`;
    expect(COMMITS.oda).toBe(createHash("sha256").update(text, "utf8").digest("hex"));
  });

  it("prove the dice", () => {
    expect(judgeFairness(MINE, PROMISE, TOLD)).toEqual({ verdict: "kept" });
    expect(judgeFairness(null, PROMISE, TOLD)).toEqual({ verdict: "consistent" });
  });

  it.each([
    ["version", { version: 1 }],
    ["commits", { commits: { ...COMMITS, takeda: OTHER } }],
    ["commits", { commits: { oda: COMMITS.oda } }],
    ["commits", { commits: { ...COMMITS, anti_oda: OTHER } }],
    ["commits", { commits: undefined }],
    ["nonces", { nonces: { oda: THEIRS, takeda: THEIRS } }],
    ["fits", { nonces: { oda: NUMBER, takeda: NUMBER } }],
    ["fits", { nonces: { oda: NUMBER } }],
    ["fits", { nonces: { oda: NUMBER, takeda: THEIRS, anti_oda: NUMBER } }],
    ["from", { from: 3, dealt: false }],
    ["secret", { secret: "08".repeat(32) }],
  ])("break it where %s is not as told: %j", (field, change) => {
    expect(judgeFairness(MINE, PROMISE, { ...TOLD, ...change } as Fairness)).toEqual({ verdict: "broken", field });
  });

  it("are checked without a receipt too", () => {
    expect(judgeFairness(null, PROMISE, { ...TOLD, nonces: { oda: NUMBER, takeda: NUMBER } })).toEqual({
      verdict: "broken",
      field: "fits",
    });
  });

  it("come with the number of take-backs", () => {
    expect(countTakeBacks(TOLD)).toBe(0);
    expect(
      countTakeBacks({
        ...TOLD,
        taken_back: [
          [12, 1],
          [3, 2],
        ],
      }),
    ).toBe(2);
    for (const strange of [null, 5, [[1]], [["a", "b"]], [null]])
      expect(countTakeBacks({ taken_back: strange } as unknown as Fairness)).toBe(0);
  });

  it("are stored as they were first shown", () => {
    const fresh: StoredReceipt = {
      version: 2,
      match: "a1",
      commitment: PROMISE,
      commits: {},
      nonces: {},
      made: { oda: NUMBER },
    };
    const first = recordPromises(confirmCommit(fresh, "oda"), { commitment: PROMISE, commits: COMMITS });
    expect(first).toEqual({
      updated: { version: 2, match: "a1", commitment: PROMISE, commits: COMMITS, nonces: { oda: NUMBER } },
      changed: null,
    });
    const later = recordPromises(first.updated, { commitment: PROMISE, commits: { ...COMMITS, takeda: OTHER } });
    expect(later).toEqual({ updated: first.updated, changed: { participant: "takeda" } });
    expect(recordPromises(first.updated, { commitment: PROMISE, commits: { ...COMMITS, oda: OTHER } }).changed).toEqual(
      { participant: "oda" },
    );
    expect(recordPromises(first.updated, { commitment: OTHER, commits: COMMITS }).changed).toEqual({
      participant: null,
    });
    // What was shown before the last player came is only older.
    expect(recordPromises(first.updated, { commitment: PROMISE, commits: { oda: COMMITS.oda } }).changed).toBeNull();
  });

  it("count if the answer was lost, but not if another player has the seat", () => {
    const sent: StoredReceipt = {
      version: 2,
      match: "a1",
      commitment: PROMISE,
      commits: {},
      nonces: {},
      made: { oda: NUMBER },
    };
    expect(recordPromises(sent, { commitment: PROMISE, commits: COMMITS }).updated.nonces).toEqual({ oda: NUMBER });
    const other = recordPromises(sent, { commitment: PROMISE, commits: { oda: OTHER } });
    expect(other).toEqual({
      updated: { version: 2, match: "a1", commitment: PROMISE, commits: { oda: OTHER }, nonces: {} },
      changed: null,
    });
  });

  it("continue if a seat was taken before hashes were asked for", () => {
    const { updated, changed } = recordPromises(RECEIPT, { commitment: PROMISE, commits: COMMITS });
    expect(changed).toBeNull();
    expect(updated).toEqual(MINE);
  });
});

describe("receipts in a browser's storage", () => {
  const STRANGE = [
    null,
    7,
    "x",
    [],
    {},
    { ...RECEIPT, commitment: "short" },
    { ...RECEIPT, nonces: ["a"] },
    { ...RECEIPT, nonces: { oda: 5 } },
    { ...RECEIPT, match: "<script>" },
    { ...RECEIPT, version: 0 },
    { ...RECEIPT, version: 2, commits: { oda: "short" } },
    { ...RECEIPT, made: { oda: "x" } },
    { ...RECEIPT, version: "1" },
  ];

  it("are read despite invalid entries", () => {
    expect(parseReceipts(JSON.stringify([...STRANGE, RECEIPT]))).toEqual([RECEIPT]);
    for (const text of [null, "", "{", "7", "null", '{"a":1}']) expect(parseReceipts(text)).toEqual([]);
    expect(parseReceipt({ ...RECEIPT, from: -5 })).toEqual({
      version: 1,
      match: "a1",
      commitment: PROMISE,
      nonces: { oda: NUMBER },
    });
  });

  it("are limited in number, the latest first", () => {
    let all: Receipt[] = [];
    for (let number = 0; number < MAX_RECEIPTS + 20; number++)
      all = withReceipt(all, { ...RECEIPT, match: `m${number}` });
    expect(all.length).toBe(MAX_RECEIPTS);
    expect(all[0]?.match).toBe(`m${MAX_RECEIPTS + 19}`);
    expect(withReceipt(all, { ...RECEIPT, match: "m50" }).filter((one) => one.match === "m50").length).toBe(1);
    expect(parseReceipts(JSON.stringify([...all, ...all])).length).toBe(MAX_RECEIPTS);
  });

  it("leave matches readable too", () => {
    const ownMatchesRead = parseOwnMatches(
      JSON.stringify([null, 5, {}, { id: "a", seats: { oda: "t", x: 5 }, invites: null, at: "now" }]),
    );
    expect(ownMatchesRead).toEqual([
      {
        id: "a",
        game: "",
        scenario: "",
        name: null,
        seats: { oda: "t" },
        invites: {},
        owner: null,
        lesson: null,
        at: 0,
      },
    ]);
    expect(parseOwnMatches("{")).toEqual([]);
  });
});

describe("the stored receipt", () => {
  let stored: Map<string, string>;

  beforeEach(() => {
    stored = new Map([["gunki.receipts", '[{"match": "broken"}, 3]']]);
    vi.stubGlobal("addEventListener", () => undefined);
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
    vi.resetModules();
  });

  it("has the first commitment, and the number before its hash is sent", async () => {
    const { receipts } = await import("../../src/client/fairness/receiptStore.svelte");
    receipts.rememberPromise("a1", PROMISE);
    const commit = receipts.commitFor("a1", "oda", OTHER);
    const [updated] = parseReceipts(stored.get("gunki.receipts") ?? null);
    const number = updated?.made?.["oda"] ?? "";
    expect(number).toMatch(/^[0-9a-f]{64}$/);
    expect(updated).toEqual({
      version: 3,
      match: "a1",
      commitment: PROMISE,
      commits: {},
      nonces: {},
      made: { oda: number },
    });
    expect(commit).toBe(commitOf("a1", "oda", number));
    expect(receipts.numberOf("a1", "oda")).toBeNull();
    // Another page of this browser, or the same one after its answer was lost.
    vi.resetModules();
    const again = (await import("../../src/client/fairness/receiptStore.svelte")).receipts;
    expect(again.commitFor("a1", "oda", OTHER)).toBe(commit);
    again.confirmCommit("a1", "oda");
    expect(again.numberOf("a1", "oda")).toBe(number);
    expect(again.commitFor("a1", "oda", OTHER)).toBe(commit);
    again.addServerReceipt("a1", {
      ...RECEIPT,
      version: 2,
      commitment: OTHER,
      nonces: { oda: OTHER },
      from: 3,
      dealt: false,
    });
    const known = {
      version: 3,
      match: "a1",
      commitment: PROMISE,
      commits: { oda: commit },
      nonces: { oda: number },
      from: 3,
      dealt: false,
    };
    expect(again.find("a1")).toEqual(known);
    again.addServerReceipt("a1", { ...RECEIPT, from: 9, dealt: false });
    again.addServerReceipt("a1", "nonsense");
    expect(
      again.recordPromises({ id: "a1", commitment: PROMISE, commits: { oda: OTHER } } as unknown as MatchInfo),
    ).toEqual({ participant: "oda" });
    expect(again.find("a1")).toEqual(known);
  });

  it("lasts while the page is open if nothing can be stored", async () => {
    const refuse = (): never => {
      throw new Error("private");
    };
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
    const { receipts } = await import("../../src/client/fairness/receiptStore.svelte");
    receipts.commitFor("a1", "oda", PROMISE);
    receipts.confirmCommit("a1", "oda");
    expect(Object.keys(receipts.find("a1")?.nonces ?? {})).toEqual(["oda"]);
  });
});
