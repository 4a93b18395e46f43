import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError, retryDelayOf } from "../../src/client/api";
import { parseNextCursor } from "../../src/client/pagination";

const busy = (after?: string): Response =>
  Response.json({ code: "busy" }, { status: 503, headers: after === undefined ? {} : { "retry-after": after } });

let asked: string[];

function answers(...all: Response[]): void {
  asked = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    asked.push(`${init.method ?? "GET"} ${path}`);
    return Promise.resolve(all.shift() ?? busy());
  });
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function settled<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  await vi.runAllTimersAsync();
  return work;
}

describe("a busy server", () => {
  it("is asked again after the delay it asks for", async () => {
    answers(busy("3"), Response.json({ id: "m" }));
    const work = api.match("m");
    await vi.advanceTimersByTimeAsync(2900);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toHaveLength(2);
    expect(await work).toEqual({ id: "m" });
  });

  it("is asked a limited number of times", async () => {
    answers();
    await expect(settled(api.match("m"))).rejects.toMatchObject({ problem: { code: "busy" } });
    expect(asked).toHaveLength(6);
  });

  it("gets the hash and the number of a seat again, since they count once", async () => {
    answers(busy(), Response.json({}), busy(), Response.json({}));
    await settled(api.join("m", "oda", { commit: "a" }));
    await settled(api.reveal("m", "oda", "b", "t"));
    expect(asked).toHaveLength(4);
  });

  it("gets no other request twice: the player is told, and repeats it", async () => {
    answers();
    const all: (() => Promise<unknown>)[] = [
      () => api.say("m", "t", "x"),
      () => api.resign("m", "t"),
      () => api.close("m", "o"),
    ];
    for (const work of all) {
      asked.length = 0;
      await expect(settled(work())).rejects.toBeInstanceOf(ApiError);
      expect(asked).toHaveLength(1);
    }
  });

  it("is not taken for one that is away", () => {
    expect(new ApiError({ status: 503, code: "busy" }).isAway).toBe(false);
    expect(new ApiError({ status: 507, code: "full" }).isAway).toBe(false);
    expect(new ApiError({ status: 503 }).isAway).toBe(true);
    expect(new ApiError({ status: 0 }).isAway).toBe(true);
  });

  it.each([
    ["2", 2000],
    ["0", 500],
    ["99999", 10_000],
    ["soon", 1000],
    ["-1", 500],
  ])("waits within bounds: %s", (header, wait) => {
    expect(retryDelayOf(busy(header))).toBe(wait);
  });
});

describe("a list in pages", () => {
  it("knows where the next page begins", async () => {
    answers(
      Response.json([{ id: "b" }], { headers: { link: '</api/matches?limit=20&after=b>; rel="next"' } }),
      Response.json([]),
    );
    expect(await api.matches()).toEqual({ matches: [{ id: "b" }], next: "b" });
    expect(await api.matches("b")).toEqual({ matches: [], next: null });
    expect(asked).toEqual(["GET /api/matches?limit=20", "GET /api/matches?after=b&limit=20"]);
  });

  it.each([
    [null, null],
    ["", null],
    ['<http://h/api/matches?after=7f&limit=2>; rel="next"', "7f"],
    ['</x?after=1>; rel="prev", </x?after=2>; rel=next', "2"],
    ['</x?after=1>; rel="prev"', null],
    ['</x>; rel="next"', null],
    ["nonsense", null],
  ])("reads %j", (header, after) => expect(parseNextCursor(header)).toBe(after));
});
