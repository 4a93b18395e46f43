/** Server-Sent Events over fetch: the browser's own EventSource cannot send the seat's token as a header. */

import { bearerHeader, retryDelayOf } from "./api";

export interface StreamMessage {
  event: string;
  data: string;
  id: string | null;
}

/** Takes text as it arrives and returns the complete messages in it. */
export class EventStreamParser {
  private rest = "";
  private event = "";
  private id: string | null = null;
  private data: string[] = [];

  feed(text: string): StreamMessage[] {
    const messages: StreamMessage[] = [];
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (this.data.length > 0)
          messages.push({ event: this.event || "message", data: this.data.join("\n"), id: this.id });
        this.event = "";
        this.data = [];
      } else if (!line.startsWith(":")) {
        const colon = line.indexOf(":");
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (field === "event") this.event = value;
        else if (field === "data") this.data.push(value);
        else if (field === "id") this.id = value;
      }
    }
    return messages;
  }
}

/** The state of the connection: open, being mended, or cut by a server that has announced a restart. */
export type ConnectionState = "open" | "mending" | "restart";

export interface StreamHooks {
  onMessage: (message: StreamMessage) => void;
  onConnection: (line: ConnectionState) => void;
  /** The server refuses for good: the match is gone, or the token is invalid. */
  onRefused: (status: number) => void;
}

const SILENCE_LIMIT = 40_000;
/** How long to wait after a server has announced its restart. */
const RESTART_DELAY = 1000;
/** If this many attempts fail after a restart, the page says that it is reconnecting. */
const FAILURES_UNTIL_MENDING = 5;
const RECONNECT_DELAYS = [400, 800, 1500, 3000, 5000, 8000];

/**
 * Keeps a connection to the server open until `close` is called: reconnects, and resumes after the last event received.
 */
export class EventStream {
  private lastEventId: string | null;
  private closed = false;
  private failures = 0;
  private state: ConnectionState = "open";
  /** How many milliseconds a busy or restarting server asks the page to wait. */
  private requestedPause = 0;
  private aborter: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly path: string,
    private readonly token: string | null,
    private readonly hooks: StreamHooks,
    since: number | null,
  ) {
    this.lastEventId = since === null ? null : String(since);
    void this.run();
    globalThis.addEventListener?.("online", this.reconnectNow);
  }

  close(): void {
    this.closed = true;
    globalThis.removeEventListener?.("online", this.reconnectNow);
    clearTimeout(this.timer);
    this.aborter?.abort();
  }

  /** Reconnect at once: the network is back. */
  private readonly reconnectNow = (): void => {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.run();
  };

  private async run(): Promise<void> {
    if (this.closed) return;
    this.timer = undefined;
    const control = new AbortController();
    this.aborter = control;
    try {
      const response = await fetch(this.path, {
        headers: {
          Accept: "text/event-stream",
          ...bearerHeader(this.token),
          ...(this.lastEventId === null ? {} : { "Last-Event-ID": this.lastEventId }),
        },
        cache: "no-store",
        signal: control.signal,
      });
      if (this.closed) return;
      if (response.status >= 400 && response.status < 500 && response.status !== 429) {
        this.closed = true;
        this.hooks.onRefused(response.status);
        return;
      }
      if (response.status === 503) this.requestedPause = retryDelayOf(response);
      if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
      this.failures = 0;
      this.report("open");
      await this.read(response.body, control);
    } catch {
      // The connection is opened again in the same way, whatever broke it.
    }
    if (this.closed) return;
    if (this.state === "open" || this.failures >= FAILURES_UNTIL_MENDING) this.report("mending");
    const wait = Math.max(
      RECONNECT_DELAYS[Math.min(this.failures, RECONNECT_DELAYS.length - 1)] ?? 8000,
      this.requestedPause,
    );
    this.failures += 1;
    this.requestedPause = 0;
    this.timer = setTimeout(() => void this.run(), wait * (0.8 + Math.random() * 0.4));
  }

  private report(line: ConnectionState): void {
    this.state = line;
    this.hooks.onConnection(line);
  }

  private async read(body: ReadableStream<Uint8Array>, control: AbortController): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
    const parser = new EventStreamParser();
    for (;;) {
      // The server writes a comment every 15 s. A connection that is silent for longer is dead, although it was not
      // closed.
      const watch = setTimeout(() => control.abort(), SILENCE_LIMIT);
      const { done, value } = await reader.read().finally(() => clearTimeout(watch));
      if (done) return;
      for (const message of parser.feed(value)) {
        // The previous message may have closed the stream. The remaining messages are then for a view that is no longer
        // open.
        if (this.closed) return;
        if (message.event === "restart") {
          this.requestedPause = RESTART_DELAY;
          this.report("restart");
          control.abort();
          return;
        }
        if (message.id !== null) this.lastEventId = message.id;
        this.hooks.onMessage(message);
      }
    }
  }
}
