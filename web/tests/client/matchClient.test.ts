import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Snapshot } from "../../src/model/types";
import type { MatchClient } from "../../src/client/matchClient.svelte";

const SOON = { timeout: 30_000, interval: 1 };

interface Listener {
  seat: string;
  closed: boolean;
  send: (text: string) => void;
}

/** A server of one match, whose two participants play at one table. Its streams send what they are told to send. */
class Host {
  ply = 0;
  who = "uesugi";
  /** How many cards each hand holds. */
  cards = 0;
  /** Seat and path of every request. */
  asked: string[] = [];
  /** The seats that asked what is at stake in another's question. */
  curious: string[] = [];
  /** Answers that are held back, by seat and path. */
  late = new Map<string, Promise<void>>();
  private readonly streams: Listener[] = [];

  /** The match as a seat sees it: only the deciding seat gets options. */
  seen(seat: string): Snapshot {
    const { ply, who, cards } = this;
    const decision = {
      who,
      name: "move",
      clause: "k:1",
      ...(seat === who ? { kind: "choose", options: [{ text: "end", lights: [] }] } : {}),
    };
    const scene = { places: {}, hands: [{ size: cards }] };
    const undo = { decision: "no", order: 0, asked: null, taken_back: 0, renewal: null };
    return { seq: ply, ply, who, seat, state: "playing", steps: [], decision, scene, undo } as unknown as Snapshot;
  }

  go(who: string): void {
    this.ply += 1;
    this.who = who;
  }

  /** Send a message to every stream open for this seat. */
  tell(seat: string, ...told: Snapshot[]): void {
    const text = told.map((one) => `event: state\ndata: ${JSON.stringify(one)}\n\n`).join("");
    for (const one of this.streams) if (one.seat === seat && !one.closed) one.send(text);
  }

  get listening(): string[] {
    return this.streams.filter((one) => !one.closed).map((one) => one.seat);
  }

  /** Hold an answer back; the returned function lets it arrive. */
  delay(what: string): () => void {
    let arrive = (): void => undefined;
    this.late.set(what, new Promise((resolve) => (arrive = resolve)));
    return arrive;
  }

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const seat = new Headers(init.headers).get("authorization")?.replace("Bearer t-", "") ?? "nobody";
    const asked = path.replace("/api/matches/m1", "").replace(/\?.*/, "") || "/";
    this.asked.push(`${seat} ${asked}`);
    if (asked === "/stream") return this.stream(seat, init.signal);
    if (asked === "/stakes" && seat !== this.who) this.curious.push(seat);
    const answer = Response.json(this.answer(seat, asked));
    await this.late.get(`${seat} ${asked}`);
    return answer;
  };

  private answer(seat: string, asked: string): unknown {
    const seats = ["takeda", "uesugi"].map((one) => ({
      seat: one,
      kind: "person",
      plays: one,
      joined: true,
      revealed: true,
    }));
    if (asked.includes("/catalogue/")) return {};
    if (asked === "/view" || asked === "/actions" || asked.startsWith("/undo")) return this.seen(seat);
    if (asked === "/events") return { steps: [] };
    if (asked === "/chat") return [];
    if (asked.startsWith("/query/")) return { overlay: asked.slice("/query/".length), notes: [seat] };
    if (asked === "/stakes") return { ply: this.ply, stakes: [] };
    return { id: "m1", game: "g", scenario: "s", state: "playing", seats, seq: this.ply };
  }

  private stream(seat: string, signal: AbortSignal | null | undefined): Response {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const listener = {
      seat,
      closed: false,
      send: (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined),
    };
    signal?.addEventListener("abort", () => {
      listener.closed = true;
      writer.abort(signal.reason).catch(() => undefined);
    });
    this.streams.push(listener);
    return new Response(readable);
  }
}

describe("two participants at one table", () => {
  let host: Host;
  let client: MatchClient;

  /** The page opens with Takeda's view; Uesugi has to decide. */
  async function begin(): Promise<void> {
    await client.open();
    await looksAs("uesugi");
  }

  async function looksAs(seat: string): Promise<void> {
    await vi.waitFor(
      () =>
        expect([client.snapshot?.seat, client.snapshot?.ply, host.listening.at(-1)]).toEqual([seat, host.ply, seat]),
      SOON,
    );
  }

  beforeEach(async () => {
    const match = { id: "m1", game: "g", scenario: "s", seats: { takeda: "t-takeda", uesugi: "t-uesugi" } };
    const stored = new Map([["gunki.matches", JSON.stringify([match])]]);
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
    vi.resetModules();
    client = new (await import("../../src/client/matchClient.svelte")).MatchClient("m1");
  });

  afterEach(() => {
    client.close();
    expect(client.loadError).toBeNull();
    vi.unstubAllGlobals();
  });

  it("have one stream, for the seat whose view is open", async () => {
    await begin();
    expect(host.asked).toContain("takeda /view");
    expect(host.listening).toEqual(["uesugi"]);
    host.go("takeda");
    host.tell("uesugi", host.seen("uesugi"));
    await looksAs("takeda");
    expect(host.listening).toEqual(["takeda"]);
    client.close();
    expect(host.listening).toEqual([]);
  });

  it("ask what is at stake as the deciding seat, even if another answer would be faster", async () => {
    await begin();
    for (const [before, now] of [
      ["uesugi", "takeda"],
      ["takeda", "uesugi"],
      ["uesugi", "takeda"],
    ] as const) {
      host.go(now);
      host.tell(now, host.seen(now));
      host.tell(before, host.seen(before));
      await looksAs(now);
    }
    expect(host.asked.filter((one) => one.endsWith("/stakes"))).toHaveLength(4);
    expect(host.curious).toEqual([]);
  });

  it("ignore the old stream after the view has changed", async () => {
    await begin();
    host.go("takeda");
    const first = host.seen("uesugi");
    host.go("uesugi"); // Takeda has decided in another browser
    host.tell("uesugi", first, host.seen("uesugi"));
    await looksAs("uesugi");
    expect(host.asked.filter((one) => one === "takeda /view")).toHaveLength(2);
    expect(host.curious).toEqual([]);
  });

  it("drop a half-made choice if its question was taken back and came again in another way", async () => {
    await begin();
    const step = (kind: string) =>
      [
        { ply: 2, who: "takeda", opens: true, events: [{ kind, data: {}, clauses: [] }] },
      ] as unknown as Snapshot["steps"];
    host.ply = 2;
    host.tell("uesugi", { ...host.seen("uesugi"), steps: step("march") });
    await looksAs("uesugi");
    client.optionFilter = "half";
    host.tell("uesugi", { ...host.seen("uesugi"), seq: 3, steps: step("march") });
    await vi.waitFor(() => expect(client.snapshot?.seq).toBe(3), SOON);
    expect(client.optionFilter).toBe("half"); // the same question again keeps it
    host.tell("uesugi", { ...host.seen("uesugi"), seq: 5, steps: step("siege") });
    await vi.waitFor(() => expect(client.snapshot?.seq).toBe(5), SOON);
    expect(client.optionFilter).toBe("");
  });

  it("show the later view, whichever arrives first", async () => {
    await begin();
    const arrive = host.delay("takeda /view");
    const late = client.switchSeat("takeda");
    await client.switchSeat("uesugi");
    arrive();
    await late;
    expect([client.seat, client.snapshot?.seat]).toEqual(["uesugi", "uesugi"]);
    expect(host.listening).toEqual(["uesugi"]);
  });

  it("ignore an earlier view that has failed", async () => {
    await begin();
    host.late.set("takeda /view", Promise.reject(new TypeError("no line")));
    const late = client.switchSeat("takeda");
    await Promise.all([late, client.switchSeat("uesugi")]);
    expect(client.loadError).toBeNull();
    expect(client.snapshot?.seat).toBe("uesugi");
  });

  it.each([
    ["/actions", () => client.sendAction("end")],
    ["/undo", () => client.undo("decision")],
  ])("show the answer to %s to nobody but who has asked", async (path, work) => {
    await begin();
    host.go("takeda");
    const arrive = host.delay(`uesugi ${path}`);
    const done = work();
    host.tell("uesugi", host.seen("uesugi"));
    await looksAs("takeda");
    arrive();
    await done;
    expect(client.snapshot?.seat).toBe("takeda");
  });

  it("let one of them agree while the other's view is open, and show nothing of the first", async () => {
    await begin();
    await client.answerUndo(true, "takeda");
    expect(host.asked.at(-1)).toBe("takeda /undo/answer");
    expect(client.snapshot?.seat).toBe("uesugi");
    await client.answerUndo(true, "uesugi");
    expect(client.snapshot?.seat).toBe("uesugi");
  });

  it("show an overlay only to the seat that asked for it, and only the last one", async () => {
    await begin();
    let arrive = host.delay("uesugi /query/reach");
    const early = client.showOverlay("reach");
    await client.showOverlay("zoc");
    arrive();
    await early;
    expect(client.overlay?.overlay).toBe("zoc");
    arrive = host.delay("uesugi /query/reach");
    const late = client.showOverlay("reach");
    host.go("takeda");
    await client.switchSeat("takeda");
    arrive();
    await late;
    await vi.waitFor(() => expect(client.overlay).toEqual({ overlay: "zoc", notes: ["takeda"] }), SOON);
  });

  it("have the curtain between them while the other one decides", async () => {
    await begin();
    host.cards = 1;
    await client.switchSeat("takeda");
    expect(client.curtainSeat).toBe("uesugi");
    await client.switchSeat("uesugi");
    expect(client.curtainSeat).toBeNull();
  });

  it("forget what they knew when the server has gone back to a backup", async () => {
    await begin();
    const step = (ply: number, kind: string): unknown => ({
      ply,
      who: "uesugi",
      opens: false,
      events: [{ kind, data: {}, clauses: [] }],
    });
    const told = (seq: number, ply: number, kind: string, first: number): Snapshot =>
      ({
        ...host.seen("uesugi"),
        seq,
        ply,
        steps: Array.from({ length: ply + 1 - first }, (_, n) => step(first + n, kind)),
      }) as unknown as Snapshot;
    const kinds = (): string[] => client.steps.map((one) => one.events[0]?.kind ?? "");
    host.tell("uesugi", told(9, 3, "before", 1));
    await vi.waitFor(() => expect(client.snapshot?.ply).toBe(3), SOON);
    host.tell("uesugi", told(2 ** 48, 2, "after", 0));
    await vi.waitFor(() => expect(client.snapshot?.seq).toBe(2 ** 48), SOON);
    expect(kinds()).toEqual(["after", "after", "after"]);
    host.tell("uesugi", told(2 ** 48 + 1, 3, "later", 3));
    await vi.waitFor(() => expect(client.snapshot?.ply).toBe(3), SOON);
    expect(kinds()).toEqual(["after", "after", "after", "later"]);
  });
});
