import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const [GOOD, BAD] = ["g".repeat(43), "b".repeat(43)];
/** By token, the side that it plays: the server of one match in which sides were exchanged. */
const SIDES: Record<string, string> = { [GOOD]: "uesugi", ["t".repeat(43)]: "takeda" };
let [away, busy] = [false, false];

beforeEach(() => {
  const stored = new Map<string, string>();
  away = busy = false;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (away) throw new TypeError("no line");
    if (busy) return Response.json({ status: 429, code: "too_many" }, { status: 429 });
    const token = new Headers(init.headers).get("authorization")?.replace("Bearer ", "") ?? "";
    if (!path.startsWith("/api/matches/m1")) return Response.json({ status: 404, code: "not_found" }, { status: 404 });
    if (!(token in SIDES)) return Response.json({ status: 401, code: "unauthorized" }, { status: 401 });
    if (path.endsWith("/view")) return Response.json({ seat: SIDES[token] });
    const seats = [
      { seat: "oda", plays: "uesugi" },
      { seat: "takeda", plays: "takeda" },
    ];
    return Response.json({ id: "m1", game: "g", scenario: "s", name: null, seats, state: "playing" });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function page() {
  vi.resetModules();
  const [importing, { ownMatches }, { receipts }] = await Promise.all([
    import("../../src/client/seats/seatImport"),
    import("../../src/client/seats/ownMatches.svelte"),
    import("../../src/client/fairness/receiptStore.svelte"),
  ]);
  return { ...importing, ownMatches, receipts };
}

describe("a seat from a link", () => {
  it("is stored if the server accepts it for that seat", async () => {
    const { importSeat, ownMatches } = await page();
    expect(await importSeat("m1", "oda", GOOD)).toBe("kept");
    expect(ownMatches.find("m1")).toMatchObject({ game: "g", seats: { oda: GOOD } });
  });

  it("never replaces one that works", async () => {
    const { importSeat, ownMatches } = await page();
    ownMatches.addSeat("m1", "oda", GOOD);
    expect(await importSeat("m1", "oda", BAD)).toBe("refused");
    expect(await importSeat("m1", "oda", "t".repeat(43))).toBe("refused"); // of another seat
    expect(await importSeat("m2", "oda", GOOD)).toBe("refused");
    away = true;
    expect(await importSeat("m1", "oda", BAD)).toBe("away");
    [away, busy] = [false, true];
    expect(await importSeat("m1", "oda", BAD)).toBe("away"); // the server has not refused it
    expect(ownMatches.all.map(({ id, seats }) => [id, seats])).toEqual([["m1", { oda: GOOD }]]);
  });

  it("replaces one that no longer works", async () => {
    const { importSeat, ownMatches } = await page();
    ownMatches.addSeat("m1", "oda", BAD);
    expect(await importSeat("m1", "oda", GOOD)).toBe("kept");
    expect(ownMatches.find("m1")?.seats).toEqual({ oda: GOOD });
  });
});

describe("a file of own matches", () => {
  it("brings back seats and receipts, except those that the server refuses", async () => {
    const first = await page();
    first.ownMatches.put({
      id: "m1",
      game: "g",
      scenario: "s",
      name: null,
      seats: { oda: GOOD },
      invites: { takeda: "i" },
      owner: "o",
      lesson: null,
      at: 5,
    });
    first.ownMatches.addSeat("m9", "oda", BAD);
    first.receipts.rememberPromise("m1", "ab".repeat(32));
    const file = await first.exportMatches().text();
    localStorage.setItem("gunki.matches", "[]");
    localStorage.setItem("gunki.receipts", "[]");
    const second = await page();
    expect(second.ownMatches.all).toEqual([]);
    expect(await second.importMatches(file)).toEqual({ kept: 1, refused: 1, away: 0 });
    expect(second.ownMatches.all.map(({ id, seats, owner, invites }) => [id, seats, owner, invites])).toEqual([
      ["m1", { oda: GOOD }, "o", { takeda: "i" }],
    ]);
    expect(second.receipts.find("m1")?.commitment).toBe("ab".repeat(32));
  });

  it("replaces nothing that is stored here", async () => {
    const { ownMatches, receipts, importMatches } = await page();
    ownMatches.put({
      id: "m1",
      game: "g",
      scenario: "s",
      name: null,
      seats: { oda: GOOD },
      invites: {},
      owner: "mine",
      lesson: null,
      at: 5,
    });
    receipts.rememberPromise("m1", "ab".repeat(32));
    const foreign = {
      gunki: "matches",
      matches: [{ id: "m1", seats: { oda: BAD, takeda: "t".repeat(43) }, owner: "theirs" }],
      receipts: [{ version: 3, match: "m1", commitment: "cd".repeat(32), commits: {}, nonces: {} }],
    };
    expect(await importMatches(JSON.stringify(foreign))).toEqual({ kept: 1, refused: 1, away: 0 });
    expect(ownMatches.find("m1")).toMatchObject({ seats: { oda: GOOD, takeda: "t".repeat(43) }, owner: "mine" });
    expect(receipts.find("m1")?.commitment).toBe("ab".repeat(32));
  });

  it.each(["", "no json", "[]", "{}", '{"gunki": "other"}'])("is refused if it is no such file: %s", async (text) => {
    const { importMatches, NotMatchesFile } = await page();
    await expect(importMatches(text)).rejects.toBeInstanceOf(NotMatchesFile);
  });

  it.each([
    '{"gunki": "matches"}',
    '{"gunki": "matches", "matches": 5, "receipts": {"a": 1}}',
    '{"gunki": "matches", "matches": [1, {"id": 3}, {"id": "m1", "seats": [5]}]}',
  ])("may hold anything: %s", async (text) => {
    const { importMatches, ownMatches } = await page();
    expect(await importMatches(text)).toEqual({ kept: 0, refused: 0, away: 0 });
    expect(ownMatches.all).toEqual([]);
  });
});
