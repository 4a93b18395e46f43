import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { matchesIn } from "../src/lib/kept";
import { judged, MOST, receiptIn, receiptsIn, takenOver, withReceipt, type Receipt } from "../src/lib/receipts";
import type { Fairness } from "../src/lib/types";

const SECRET = "07".repeat(32);
const PROMISE = createHash("sha256").update(Buffer.from(SECRET, "hex")).digest("hex");
const OTHER = "ab".repeat(32);
const NUMBER = "00112233445566778899aabbccddeeff";
const RECEIPT: Receipt = { version: 1, match: "a1", commitment: PROMISE, nonces: { oda: NUMBER }, from: 0, dealt: true };
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

describe("the promise about the dice", () => {
  it("is kept where the server shows what the receipt says", async () => {
    expect(await judged(RECEIPT, PROMISE, SHOWN)).toEqual({ verdict: "kept" });
    const { version: _, match: __, dealt: ___, ...older } = SHOWN;
    expect(await judged(RECEIPT, PROMISE, older)).toEqual({ verdict: "kept" });
  });

  it("is held against what was remembered, not against what the server tells at the end", async () => {
    const secret = "08".repeat(32);
    const promise = createHash("sha256").update(Buffer.from(secret, "hex")).digest("hex");
    const forged = { ...SHOWN, secret, commitment: promise };
    expect(await judged(null, promise, forged)).toEqual({ verdict: "consistent" });
    expect(await judged(RECEIPT, promise, forged)).toEqual({ verdict: "broken", field: "commitment" });
    expect(await judged(RECEIPT, PROMISE, forged)).toEqual({ verdict: "broken", field: "commitment" });
    expect(await judged(RECEIPT, PROMISE, { ...forged, commitment: PROMISE })).toEqual({ verdict: "broken", field: "secret" });
    expect(await judged(null, PROMISE, forged)).toEqual({ verdict: "broken", field: "secret" });
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
  ])("is broken where %s differ from the receipt: %j", async (field, change) => {
    expect(await judged(RECEIPT, PROMISE, { ...SHOWN, ...change } as Fairness)).toEqual({ verdict: "broken", field });
  });

  it("says no more than it knows without a number of one's own", async () => {
    expect(await judged({ ...RECEIPT, nonces: {} }, PROMISE, SHOWN)).toEqual({ verdict: "consistent" });
    for (const shown of [null, undefined, {}, { ...SHOWN, secret: "xyz" }, { ...SHOWN, secret: 5 }])
      expect(await judged(RECEIPT, PROMISE, shown as Fairness)).toEqual({ verdict: "unshown" });
    vi.stubGlobal("crypto", {});
    expect(await judged(RECEIPT, PROMISE, SHOWN)).toEqual({ verdict: "unhashed" });
    expect(await judged(RECEIPT, OTHER, SHOWN)).toEqual({ verdict: "broken", field: "commitment" });
  });

  it("tells what came from another match", () => {
    expect(takenOver(SHOWN)).toBeNull();
    expect(takenOver({ ...SHOWN, from: 12, dealt: false })).toBe(12);
    expect(takenOver({ from: 12 })).toBe(12);
    expect(takenOver({ ...SHOWN, dealt: false })).toBe(0);
    for (const strange of [null, undefined, {}, { from: "x" }, { from: -1 }]) expect(takenOver(strange as Fairness)).toBeNull();
  });
});

describe("receipts in a browser's storage", () => {
  const STRANGE = [null, 7, "x", [], {}, { ...RECEIPT, commitment: "short" }, { ...RECEIPT, nonces: ["a"] },
    { ...RECEIPT, nonces: { oda: 5 } }, { ...RECEIPT, match: "<script>" }, { ...RECEIPT, version: 0 }, { ...RECEIPT, version: "1" }];

  it("are read whatever stands beside them", () => {
    expect(receiptsIn(JSON.stringify([...STRANGE, RECEIPT]))).toEqual([RECEIPT]);
    for (const text of [null, "", "{", "7", "null", '{"a":1}']) expect(receiptsIn(text)).toEqual([]);
    expect(receiptIn({ ...RECEIPT, from: -5 })).toEqual({ version: 1, match: "a1", commitment: PROMISE, nonces: { oda: NUMBER } });
  });

  it("are bounded, the latest first", () => {
    let all: Receipt[] = [];
    for (let number = 0; number < MOST + 20; number++) all = withReceipt(all, { ...RECEIPT, match: `m${number}` });
    expect(all.length).toBe(MOST);
    expect(all[0]?.match).toBe(`m${MOST + 19}`);
    expect(withReceipt(all, { ...RECEIPT, match: "m50" }).filter((one) => one.match === "m50").length).toBe(1);
    expect(receiptsIn(JSON.stringify([...all, ...all])).length).toBe(MOST);
  });

  it("leave matches readable too", () => {
    const kept = matchesIn(JSON.stringify([null, 5, {}, { id: "a", seats: { oda: "t", x: 5 }, invites: null, at: "now" }]));
    expect(kept).toEqual([{ id: "a", game: "", scenario: "", name: null, seats: { oda: "t" }, invites: {}, owner: null, lesson: null, at: 0 }]);
    expect(matchesIn("{")).toEqual([]);
  });
});

describe("what is remembered", () => {
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

  it("is the promise told first, and the number before it is sent", async () => {
    const { receipts } = await import("../src/lib/receipts.svelte");
    receipts.promised("a1", PROMISE);
    const number = receipts.number("a1", "oda", OTHER);
    expect(receiptsIn(stored.get("gunki.receipts") ?? null)).toEqual([{ version: 1, match: "a1", commitment: PROMISE, nonces: { oda: number } }]);
    expect(receipts.number("a1", "oda", OTHER)).toBe(number);
    receipts.given("a1", { ...RECEIPT, commitment: OTHER, nonces: { oda: OTHER }, from: 3, dealt: false });
    const known = { version: 1, match: "a1", commitment: PROMISE, nonces: { oda: number }, from: 3, dealt: false };
    expect(receipts.find("a1")).toEqual(known);
    receipts.given("a1", { ...RECEIPT, from: 9, dealt: false });
    receipts.given("a1", "nonsense");
    expect(receipts.find("a1")).toEqual(known);
  });

  it("stays while the page is open where nothing can be stored", async () => {
    const refuse = (): never => {
      throw new Error("private");
    };
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
    const { receipts } = await import("../src/lib/receipts.svelte");
    const number = receipts.number("a1", "oda", PROMISE);
    expect(receipts.find("a1")?.nonces).toEqual({ oda: number });
  });
});
