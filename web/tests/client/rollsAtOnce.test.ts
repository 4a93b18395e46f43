import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RollsAtOnce } from "../../src/client/rollsAtOnce.svelte";
import type { Decision, Snapshot } from "../../src/model/types";

const QUESTION: Decision = {
  who: "oda",
  name: "attack",
  clause: "n:1",
  kind: "choose",
  options: [{ text: "attack mino", lights: [] }],
};

function seen(ply: number, decision: Partial<Decision> | null = {}): Snapshot {
  return { ply, decision: decision === null ? null : { ...QUESTION, ...decision } } as unknown as Snapshot;
}

/** A server that answers when it is told to. */
class Host {
  asked = 0;
  /** How many requests were aborted. */
  off = 0;
  private readonly waiting: ((answer: Response) => void)[] = [];

  readonly fetch = (path: string, init: RequestInit): Promise<Response> => {
    expect(path).toBe("/api/matches/m1/stakes");
    this.asked += 1;
    init.signal?.addEventListener("abort", () => (this.off += 1));
    return new Promise((resolve) => this.waiting.push(resolve));
  };

  async answer(ply: number, stakes: string[], status = 200): Promise<void> {
    this.waiting.shift()?.(Response.json(status === 200 ? { ply, stakes } : { status, code: "forbidden" }, { status }));
    await vi.advanceTimersByTimeAsync(0);
  }
}

describe("what is at stake", () => {
  let host: Host;
  let stakes: RollsAtOnce;

  beforeEach(() => {
    vi.useFakeTimers();
    host = new Host();
    stakes = new RollsAtOnce();
    vi.stubGlobal("fetch", host.fetch);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("is fetched when a decision of the own seat is shown, and an option waits for it", async () => {
    stakes.fetchFor("m1", "t", seen(3));
    expect(stakes.optionTexts).toBeNull();
    const found = stakes.has("attack mino");
    await host.answer(3, ["attack mino"]);
    expect(await found).toBe(true);
    expect(await stakes.has("pass")).toBe(false);
    expect(host.asked).toBe(1);
  });

  it("is empty for another seat's question, for dice, and while forces are set up", async () => {
    const { who, name, clause } = QUESTION;
    for (const snapshot of [
      seen(1, null),
      { ...seen(1), decision: { who, name, clause } },
      seen(1, { kind: "roll" }),
      seen(1, { arranges: true }),
    ]) {
      stakes.fetchFor("m1", "t", snapshot);
      expect(await stakes.has("attack mino")).toBe(false);
    }
    expect(host.asked).toBe(0);
  });

  it("delays nobody for long", async () => {
    stakes.fetchFor("m1", "t", seen(3));
    let told: boolean | null = null;
    void stakes.has("attack mino").then((found) => (told = found));
    await vi.advanceTimersByTimeAsync(2000);
    expect(told).toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    expect(told).toBe(false);
  });

  it("is empty if the server does not say, or speaks of another question", async () => {
    stakes.fetchFor("m1", "t", seen(3));
    await host.answer(3, [], 403);
    expect(stakes.optionTexts).toEqual([]);
    stakes.fetchFor("m1", "t", seen(3));
    await host.answer(4, ["attack mino"]);
    expect(stakes.optionTexts).toEqual([]);
  });

  it("is that of the newest question, in whatever order the answers come", async () => {
    stakes.fetchFor("m1", "t", seen(3));
    stakes.fetchFor("m1", "t", seen(4));
    await host.answer(3, ["old"]);
    expect(stakes.optionTexts).toBeNull();
    await host.answer(4, ["attack mino"]);
    expect(stakes.optionTexts).toEqual(["attack mino"]);
  });

  it("is no longer fetched when the match has moved on", () => {
    stakes.fetchFor("m1", "t", seen(3));
    stakes.fetchFor("m1", "t", seen(4));
    expect([host.asked, host.off]).toEqual([2, 1]);
    stakes.fetchFor("m1", "other", seen(5, null));
    expect([host.asked, host.off]).toEqual([2, 2]);
  });
});
