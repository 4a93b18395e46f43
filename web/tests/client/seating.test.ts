import { beforeEach, afterEach, describe, expect, it, vi } from "vitest";
import { commitOf, parseReceipts } from "../../src/client/fairness/receipts";
import type { MatchInfo } from "../../src/model/types";

const PROMISE = "ab".repeat(32);
const THEIRS = "ff".repeat(16);

/** A server of one match with two participants, as docs/server/fair-dice.md describes it. */
class Host {
  commits: Record<string, string> = {};
  shown: Record<string, string> = {};
  sent: string[] = [];
  /** The tokens that guests have made, and whether their seats belong to others. */
  tokens: string[] = [];
  taken = false;
  /** The server is busy. */
  busy = false;
  seq = 0;
  /** How many answers get lost on the way back. */
  lost = 0;
  /** The number that the browser has stored when a hash arrives here; null if none fits. */
  kept: string | null = null;

  get info(): MatchInfo {
    const seats = ["oda", "takeda"].map((seat) => ({
      seat,
      kind: "person",
      name: null,
      joined: seat in this.commits,
      revealed: seat in this.shown,
      online: true,
      plays: seat,
    }));
    const state = Object.keys(this.shown).length === 2 ? "playing" : "gathering";
    return {
      id: "m1",
      game: "g",
      scenario: "s",
      state,
      seats,
      seq: this.seq,
      commitment: PROMISE,
      commits: { ...this.commits },
    } as unknown as MatchInfo;
  }

  join(seat: string, commit: string): void {
    this.commits[seat] ??= commit;
    this.seq += 1;
  }

  readonly fetch = (path: string, init: RequestInit): Promise<Response> => {
    const body = JSON.parse(String(init.body)) as Record<string, string>;
    const [, seat = "", reveal] = /seats\/(\w+)(\/reveal)?$/.exec(path) ?? [];
    this.sent.push(`${seat} ${Object.keys(body).sort().join()}`);
    if (body["token"] !== undefined) this.tokens.push(body["token"]);
    if (this.busy) return Promise.resolve(Response.json({ status: 429, code: "too_many" }, { status: 429 }));
    if (this.taken) return Promise.resolve(Response.json({ status: 403, code: "forbidden" }, { status: 403 }));
    if (reveal === undefined) this.kept = numberFor(seat, body["commit"]);
    if (reveal === undefined) this.join(seat, body["commit"] ?? "");
    else {
      expect(Object.keys(this.commits)).toHaveLength(2);
      expect(commitOf("m1", seat, body["nonce"] ?? "")).toBe(this.commits[seat]);
      this.shown[seat] = body["nonce"] ?? "";
      this.seq += 1;
    }
    if (this.lost > 0) {
      this.lost -= 1;
      return Promise.reject(new TypeError("no line"));
    }
    const receipt = {
      version: 2,
      match: "m1",
      commitment: PROMISE,
      commits: this.commits,
      nonces: {},
      from: 0,
      dealt: true,
    };
    return Promise.resolve(Response.json({ token: `t-${seat}`, receipt, match: this.info }));
  };
}

/** What the page that is opened next finds stored. */
function numberFor(seat: string, commit: string | undefined): string | null {
  const [found] = parseReceipts(localStorage.getItem("gunki.receipts"));
  const number = found?.nonces[seat] ?? found?.made?.[seat];
  return number !== undefined && commitOf("m1", seat, number) === commit ? number : null;
}

let host: Host;

/** A new page of the same browser: only what was stored is there. */
async function page() {
  vi.resetModules();
  const [{ Seating, unrevealedSeats }, { receipts }, { ownMatches }] = await Promise.all([
    import("../../src/client/seats/seating.svelte"),
    import("../../src/client/fairness/receiptStore.svelte"),
    import("../../src/client/seats/ownMatches.svelte"),
  ]);
  return { seating: new Seating("m1"), unrevealedSeats, receipts, ownMatches };
}

beforeEach(() => {
  const stored = new Map<string, string>();
  host = new Host();
  vi.stubGlobal("fetch", host.fetch);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("navigator", { languages: ["en"], language: "en" });
  vi.stubGlobal("document", { documentElement: { dataset: {}, style: {} } });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("sitting down", () => {
  it("sends a hash, and the number only when all hashes are known", async () => {
    const { seating, receipts, unrevealedSeats } = await page();
    const info = await seating.takeSeat(host.info, "oda", { invite: "i" });
    expect(host.sent).toEqual(["oda commit,invite,token"]);
    expect(unrevealedSeats(info)).toEqual([]);
    host.join("takeda", commitOf("m1", "takeda", THEIRS));
    const later = await seating.settle(host.info);
    expect(host.sent).toEqual(["oda commit,invite,token", "oda nonce"]);
    expect(unrevealedSeats(later).map((one) => one.seat)).toEqual(["takeda"]);
    expect(receipts.find("m1")?.commits).toEqual(host.commits);
    expect(receipts.find("m1")).toMatchObject({ version: 3, nonces: host.shown, from: 0, dealt: true });
  });

  it("continues in a page that was opened again in between", async () => {
    await (await page()).seating.takeSeat(host.info, "oda", {});
    host.join("takeda", commitOf("m1", "takeda", THEIRS));
    const { seating } = await page();
    await seating.takeOwnSeats(host.info);
    expect(host.sent).toEqual(["oda commit,token", "oda nonce"]);
  });

  it("stores the number before its hash is sent, so that a page closed before the answer can still reveal it", async () => {
    const first = await page();
    first.ownMatches.addSeat("m1", "oda", "t");
    host.lost = 1;
    await expect(first.seating.takeOwnSeats(host.info)).rejects.toThrow();
    expect(host.kept).not.toBeNull();
    host.join("takeda", commitOf("m1", "takeda", THEIRS));
    await (await page()).seating.takeOwnSeats(host.info);
    expect(host.sent).toEqual(["oda commit", "oda nonce"]);
    expect(host.shown).toEqual({ oda: host.kept });
  });

  it("does it once for each participant of a table", async () => {
    const { seating, ownMatches } = await page();
    ownMatches.addSeat("m1", "oda", "a");
    ownMatches.addSeat("m1", "takeda", "b");
    const info = await seating.takeOwnSeats(host.info);
    expect(host.sent).toEqual(["oda commit", "takeda commit", "oda nonce", "takeda nonce"]);
    expect(info.state).toBe("playing");
    await seating.takeOwnSeats(info);
    expect(host.sent).toHaveLength(4);
  });

  it("reveals a number once, even if several calls want it at the same time", async () => {
    const { seating } = await page();
    await seating.takeSeat(host.info, "oda", {});
    host.join("takeda", commitOf("m1", "takeda", THEIRS));
    await Promise.all([seating.settle(host.info), seating.settle(host.info), seating.settle(host.info)]);
    expect(host.sent.filter((one) => one === "oda nonce")).toHaveLength(1);
  });

  it("keeps the number back if another hash is shown than before", async () => {
    const { seating } = await page();
    host.join("takeda", commitOf("m1", "takeda", THEIRS));
    const before = host.info;
    host.commits["takeda"] = commitOf("m1", "takeda", "00".repeat(16));
    await seating.takeSeat(before, "oda", {});
    expect(seating.changedPromise).toEqual({ participant: "takeda" });
    expect(host.sent).toEqual(["oda commit,token"]);
    // A page opened again still knows.
    const again = await page();
    await again.seating.takeOwnSeats(host.info);
    expect(again.seating.changedPromise).toEqual({ participant: "takeda" });
    expect(host.sent).toEqual(["oda commit,token"]);
  });

  it("keeps the number back if the server's commitment has changed", async () => {
    const { seating } = await page();
    await seating.takeSeat(host.info, "oda", {});
    host.join("takeda", commitOf("m1", "takeda", THEIRS));
    await seating.settle({ ...host.info, commitment: "cd".repeat(32) });
    expect(seating.changedPromise).toEqual({ participant: null });
    expect(host.sent).toEqual(["oda commit,token"]);
  });

  it("sends the same hash again if the answer was lost", async () => {
    const first = await page();
    host.lost = 1;
    await expect(first.seating.takeSeat(host.info, "oda", { invite: "i" })).rejects.toThrow();
    const commit = host.commits["oda"];
    const { seating, receipts } = await page();
    await seating.takeSeat(host.info, "oda", { invite: "i" });
    expect(host.commits["oda"]).toBe(commit);
    expect(receipts.find("m1")?.commits).toEqual({ oda: commit });
  });

  it("takes the seat again after a lost answer, with the token that it made", async () => {
    const first = await page();
    host.lost = 1;
    await expect(first.seating.takeSeat(host.info, "oda", { invite: "i" })).rejects.toThrow();
    expect(first.ownMatches.find("m1")).toBeNull();
    const { seating, ownMatches } = await page();
    await seating.takeOwnSeats(host.info);
    expect(host.tokens).toHaveLength(2);
    expect(new Set(host.tokens).size).toBe(1);
    expect(host.tokens[0]).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(ownMatches.find("m1")?.seats).toEqual({ oda: "t-oda" });
    await (await page()).seating.takeOwnSeats(host.info);
    expect(host.tokens).toHaveLength(2);
  });

  it("gives up no seat because the server is busy", async () => {
    const first = await page();
    host.lost = 1;
    await expect(first.seating.takeSeat(host.info, "oda", { invite: "i" })).rejects.toThrow();
    host.busy = true;
    await expect((await page()).seating.takeOwnSeats(host.info)).rejects.toThrow();
    host.busy = false;
    const { seating, ownMatches } = await page();
    await seating.takeOwnSeats(host.info);
    expect(ownMatches.find("m1")?.seats).toEqual({ oda: "t-oda" });
    expect(new Set(host.tokens).size).toBe(1);
  });

  it("gives up a seat that another player has taken", async () => {
    const first = await page();
    host.lost = 1;
    await expect(first.seating.takeSeat(host.info, "oda", { invite: "i" })).rejects.toThrow();
    host.taken = true;
    const { seating, ownMatches } = await page();
    await seating.takeOwnSeats(host.info);
    await seating.takeOwnSeats(host.info);
    expect(host.tokens).toHaveLength(2);
    expect(ownMatches.find("m1")).toBeNull();
  });

  it("has no number for a seat whose number is in another browser", async () => {
    host.join("oda", commitOf("m1", "oda", THEIRS));
    host.join("takeda", commitOf("m1", "takeda", THEIRS));
    const { seating, ownMatches, unrevealedSeats } = await page();
    ownMatches.addSeat("m1", "oda", "t");
    const info = await seating.takeOwnSeats(host.info);
    expect(host.sent).toEqual([]);
    expect(unrevealedSeats(info)).toHaveLength(2);
  });
});
