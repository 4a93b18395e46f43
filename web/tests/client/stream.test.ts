import { afterEach, describe, expect, it, vi } from "vitest";
import { EventStreamParser, EventStream, type ConnectionState } from "../../src/client/stream";

describe("the stream's parser", () => {
  it("reads events in pieces, and skips comments", () => {
    const parser = new EventStreamParser();
    expect(parser.feed(": hello\n\nid: 7\neve")).toEqual([]);
    expect(parser.feed('nt: state\ndata: {"a":1}\n')).toEqual([]);
    expect(parser.feed("\n")).toEqual([{ event: "state", data: '{"a":1}', id: "7" }]);
  });

  it("keeps the last id, joins lines of data, and names an unnamed event", () => {
    const parser = new EventStreamParser();
    parser.feed("id: 1\ndata: x\n\n");
    expect(parser.feed("data: a\ndata: b\n\n")).toEqual([{ event: "message", data: "a\nb", id: "1" }]);
  });

  it("accepts every kind of line end, also one cut in two", () => {
    const parser = new EventStreamParser();
    expect(parser.feed("data: a\r")).toEqual([]);
    expect(parser.feed("\n\r\n")).toEqual([{ event: "message", data: "a", id: null }]);
  });
});

describe("the connection to the server", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** The reported states and the times of the requests, while these answers come one after the other. */
  async function told(
    ...answers: (Response | Error)[]
  ): Promise<{ lines: ConnectionState[]; asked: number[]; sent: (string | null)[]; heard: string[] }> {
    vi.useFakeTimers({ now: 0 });
    const [lines, asked, sent, heard]: [ConnectionState[], number[], (string | null)[], string[]] = [[], [], [], []];
    vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
      asked.push(Date.now());
      sent.push(new Headers(init.headers).get("last-event-id"));
      const next = answers.shift();
      if (next === undefined) return new Promise(() => undefined);
      return next instanceof Response ? Promise.resolve(next) : Promise.reject(next);
    });
    const refused = (): never => expect.fail("the line is given up");
    const stream = new EventStream(
      "/s",
      null,
      { onMessage: ({ event }) => heard.push(event), onConnection: (line) => lines.push(line), onRefused: refused },
      null,
    );
    await vi.advanceTimersByTimeAsync(30_000);
    stream.close();
    return { lines, asked, sent, heard };
  }

  const RESTART = "id: 5\nevent: state\ndata: {}\n\nretry: 1000\nevent: restart\ndata: {}\n\n";

  it("reports a restart until the server is back, and resumes", async () => {
    const open = new Response(new ReadableStream());
    const { lines, asked, sent, heard } = await told(new Response(RESTART), new TypeError("nobody there"), open);
    expect(lines).toEqual(["open", "restart", "open"]);
    expect(heard).toEqual(["state"]);
    expect(sent).toEqual([null, "5", "5"]);
    expect(asked[1]).toBeGreaterThanOrEqual(800);
    expect(asked[1]).toBeLessThan(1300);
  });

  it("reports a lost connection after a long restart", async () => {
    const { lines } = await told(
      new Response(RESTART),
      ...Array.from({ length: 9 }, () => new TypeError("nobody there")),
    );
    expect(lines.slice(0, 3)).toEqual(["open", "restart", "mending"]);
  });

  it("reconnects after it broke without a word", async () => {
    const { lines } = await told(new Response("id: 5\ndata: {}\n\n"), new Response(new ReadableStream()));
    expect(lines).toEqual(["open", "mending", "open"]);
  });

  it("leaves a busy server alone as long as it asks", async () => {
    const busy = new Response("{}", { status: 503, headers: { "retry-after": "6" } });
    const { lines, asked } = await told(busy, new Response(new ReadableStream()));
    expect(lines).toEqual(["mending", "open"]);
    expect(asked[1]).toBeGreaterThanOrEqual(4800);
  });
});
