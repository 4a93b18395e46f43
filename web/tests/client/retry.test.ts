import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../src/client/api";
import { sendActionWithRetry } from "../../src/client/retry";

const BODY = { ply: 4, seq: 9, action: "pass" };
// The page draws the scene, and asks for nothing more.
const SENT = { ...BODY, extent: "scene" };

function answers(...all: (Response | Error)[]): { sent: unknown[] } {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", (_path: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    const next = all.shift();
    return next instanceof Response ? Promise.resolve(next) : Promise.reject(next ?? new TypeError("gone"));
  });
  return { sent };
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

it("sends the same action again until an answer comes", async () => {
  const { sent } = answers(new TypeError("no line"), new Response("", { status: 503 }), Response.json({ ply: 5 }));
  const away = vi.fn();
  expect(await settled(sendActionWithRetry("m", "t", BODY, away, new AbortController().signal))).toEqual({ ply: 5 });
  expect(sent).toEqual([SENT, SENT, SENT]);
  expect(away).toHaveBeenCalledTimes(2);
});

it("takes a stale second answer as a sign that the first attempt arrived", async () => {
  const stale = Response.json({ code: "stale", snapshot: { ply: 6 } }, { status: 409 });
  answers(new TypeError("no line"), stale);
  expect(await settled(sendActionWithRetry("m", "t", BODY, () => undefined, new AbortController().signal))).toEqual({
    ply: 6,
  });
});

it("reports that the match had moved on before the first attempt", async () => {
  const { sent } = answers(Response.json({ code: "stale", snapshot: { ply: 6 } }, { status: 409 }));
  await expect(
    settled(sendActionWithRetry("m", "t", BODY, () => undefined, new AbortController().signal)),
  ).rejects.toBeInstanceOf(ApiError);
  expect(sent).toHaveLength(1);
});

it("reports a busy or full server, so that the action can be repeated: nothing has changed", async () => {
  for (const [status, code] of [
    [503, "busy"],
    [507, "full"],
  ] as const) {
    const { sent } = answers(Response.json({ code }, { status }));
    const away = vi.fn();
    await expect(
      settled(sendActionWithRetry("m", "t", BODY, away, new AbortController().signal)),
    ).rejects.toMatchObject({ problem: { code } });
    expect(sent).toHaveLength(1);
    expect(away).not.toHaveBeenCalled();
  }
});

it("continues for minutes while the server is away", async () => {
  const away = Array.from({ length: 60 }, () => new TypeError("no line"));
  const { sent } = answers(...away, Response.json({ ply: 5 }));
  expect(await settled(sendActionWithRetry("m", "t", BODY, () => undefined, new AbortController().signal))).toEqual({
    ply: 5,
  });
  expect(sent).toHaveLength(61);
});

it("stops when it is aborted, and sends no more", async () => {
  const { sent } = answers();
  const stop = new AbortController();
  const work = sendActionWithRetry("m", "t", BODY, () => undefined, stop.signal);
  work.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  const before = sent.length;
  expect(before).toBeGreaterThan(20);
  stop.abort();
  await expect(work).rejects.toThrow("cancelled");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(before);
});
