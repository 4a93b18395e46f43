/** One match as this browser sees it: the line to the server, the decision in hand, what was picked and asked. */

import { SvelteMap } from "svelte/reactivity";
import { inWords, ordered } from "./answers";
import { api, ApiError } from "./api";
import { litBeside } from "../board/choose";
import { detailsOf, forceMeant, subjectOf } from "./details";
import { keep } from "./keep.svelte";
import { amounts, click, endsEarly, isGrave, lit, lying, narrowed, primary } from "./narrow";
import { receipts } from "./receipts.svelte";
import { rows, withoutCopies, type Row } from "./rows";
import { settings } from "./settings.svelte";
import { meetsOthers } from "./shares";
import { actSurely } from "./surely";
import { Stream, type Message } from "./stream";
import { placeOf, placeThing } from "./spots";
import { searchable, Texts } from "./texts";
import type {
  Board,
  Catalogue,
  ChatLine,
  Decision,
  MatchInfo,
  Option,
  Overlay,
  Refusal,
  Snapshot,
  Step,
  Thing,
} from "./types";

/** Why something cannot be done, as asked by clicking or typing. */
export interface WhyNot {
  about: string;
  refusals: Refusal[] | null;
}

/** An answer that waits for a second look: its chances are shown first, or that it ends or gives up more than it seems to. */
export interface Staged {
  option: Option;
  odds: Overlay | null;
  grave?: boolean;
}

export class Table {
  readonly id: string;
  info = $state.raw<MatchInfo | null>(null);
  catalogue = $state.raw<Catalogue | null>(null);
  board = $state.raw<Board | null>(null);
  snapshot = $state.raw<Snapshot | null>(null);
  /** The steps that came last, for whoever shows them moving. */
  fresh = $state.raw<Step[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  online = $state(true);
  busy = $state(false);
  failure = $state.raw<unknown>(null);
  trouble = $state.raw<unknown>(null);
  /** What became of the wish to take back. */
  note = $state<"taken" | "refused" | null>(null);

  /**
   * Whose eyes are used: one of the chairs held here, or null for a spectator. A chair bears the name of the seat it was
   * taken for; games may let players exchange sides, and `plays` of the match tells which side it plays now.
   */
  seat = $state<string | null>(null);
  /** The chair that decides sits in this browser, but another one is looking: the curtain is down for it. */
  curtain = $state<string | null>(null);

  picked = $state.raw<ReadonlySet<Thing>>(new Set());
  selected = $state<Thing | null>(null);
  /** What is looked at closely. It stays until something else is, or until it leaves the table. */
  looked = $state<Thing | null>(null);
  /** The things of the answer under the pointer or the focus: they are shown on the board. */
  pointed = $state.raw<readonly Thing[] | null>(null);
  /** What was typed to find an answer among many. */
  filter = $state("");
  /** What the guided start points at. */
  hint = $state<Thing | null>(null);
  staged = $state.raw<Staged | null>(null);
  why = $state.raw<WhyNot | null>(null);
  overlay = $state.raw<Overlay | null>(null);
  /** The number chosen so far where the question is how many. */
  amount = $state<number | null>(null);
  /** Set while an answer is sent again and again to a server that is away: calling it off. */
  callOff = $state.raw<(() => void) | null>(null);

  private readonly stepsByPly = new SvelteMap<number, Step>();
  private stream: Stream | null = null;
  private gone = false;
  private asked = 0;

  constructor(id: string) {
    this.id = id;
  }

  // -- what follows from the state --------------------------------------------------------------------------------

  readonly texts = $derived(this.catalogue === null ? null : Texts.of(this.catalogue, settings.lang));
  readonly other = $derived(
    this.catalogue === null ? null : Texts.of(this.catalogue, settings.lang === "en" ? "ja" : "en"),
  );
  readonly steps = $derived([...this.stepsByPly.values()].sort((a, b) => a.ply - b.ply));
  readonly kept = $derived.by(() => keep.find(this.id));
  /** What was promised about the dice when a seat was taken here. */
  readonly receipt = $derived.by(() => {
    const found = receipts.find(this.id);
    return found !== null && Object.keys(found.nonces).length > 0 && this.info?.dice !== "typed" ? found : null;
  });
  readonly held = $derived(Object.keys(this.kept?.seats ?? {}));
  /** The decision, if it is ours to make. */
  readonly mine = $derived.by((): Decision | null => {
    const decision = this.snapshot?.decision ?? null;
    return decision !== null && decision.options !== undefined && this.curtain === null ? decision : null;
  });
  readonly options = $derived(this.mine?.options ?? []);
  readonly left = $derived(narrowed(this.options, this.picked));
  private readonly listed = $derived(this.texts === null ? this.left : ordered(this.left, this.snapshot?.scene, this.texts));
  /** The list of answers as it is shown: narrowed by what is picked, and by what was typed above it. */
  readonly rows = $derived.by((): Row[] => {
    const wanted = searchable(this.filter.trim());
    if (wanted === "") return withoutCopies(rows(this.listed, this.picked), (option) => this.words(option));
    return this.listed
      .filter((option) => option.text.includes(wanted) || searchable(this.words(option)).includes(wanted))
      .map((option) => ({ kind: "answer", option, copies: 1 }));
  });
  readonly lit = $derived(lit(this.left.length > 0 ? this.left : this.options));
  private readonly lying = $derived(lying(this.snapshot?.scene));
  /** Can one see that it is lit? */
  readonly isDrawn = (thing: Thing): boolean => isPlace(thing, this.board) || this.lying.has(thing);
  /** The answer to "how many": the number chosen, or the most. */
  readonly counted = $derived.by((): Option | null => {
    const found = this.mine?.kind === "amount" ? amounts(this.left) : null;
    if (found === null) return null;
    const number = this.amount ?? found.numbers.at(-1);
    return this.left.find((option) => option.text === `${found.stem} ${number}`) ?? null;
  });
  readonly shown = $derived(this.pointed === null ? this.picked : new Set([...this.picked, ...this.pointed]));
  readonly primary = $derived(this.staged?.option ?? this.counted ?? primary(this.mine, this.left));
  /** Answers in a row that arrange everything as the engine proposes, while nothing else is being chosen. */
  readonly proposal = $derived.by((): string[] => (this.picked.size > 0 || this.staged !== null ? [] : (this.mine?.proposes ?? [])));
  readonly waiting = $derived(this.snapshot?.who ?? null);
  readonly details = $derived(detailsOf(this.snapshot?.scene, this.board, this.looked));
  /** What the question in hand is about, if that can be looked at. */
  readonly subject = $derived(this.snapshot === null ? null : subjectOf(this.snapshot.scene, this.board, this.mine));

  /** The place that the question in hand is about, if it names one. */
  readonly within = $derived.by((): Thing | null => {
    const id = this.board === null ? null : this.mine?.data?.[this.board.domain];
    return this.board !== null && typeof id === "string" ? placeThing(this.board, id) : null;
  });

  /** What is lit beside the map. */
  readonly litAside = $derived(this.board === null ? this.lit : litBeside(this.lit, this.board.domain, this.within));

  /** An answer in words. */
  words(option: Option): string {
    return this.texts === null ? option.text : inWords(option, this.snapshot?.scene, this.texts);
  }

  get token(): string | null {
    return this.seat === null ? null : (this.kept?.seats[this.seat] ?? null);
  }

  // -- coming and going -------------------------------------------------------------------------------------------

  async open(): Promise<void> {
    try {
      this.seat = this.held[0] ?? null;
      this.info = await api.match(this.id, this.token);
      [this.catalogue, this.board] = await Promise.all([
        api.game(this.info.game),
        api.board(this.info.game, this.info.scenario),
      ]);
      await this.sendNonces();
      await this.look();
      api.chat(this.id, this.token).then(
        (lines) => (this.chat = lines),
        () => undefined,
      );
    } catch (error) {
      this.failure = error;
    }
  }

  close(): void {
    this.gone = true;
    this.stream?.close();
  }

  /** Seats made by this browser still owe the dice their random number. */
  private async sendNonces(): Promise<void> {
    const kept = this.kept;
    if (kept === null || this.info?.state !== "gathering") return;
    for (const [seat, token] of Object.entries(kept.seats)) {
      if (this.info.seats.find((one) => one.seat === seat)?.joined) continue;
      await this.takeSeat(seat, { token });
    }
  }

  /** Takes a free seat, by invitation or in a public match. */
  async join(seat: string, invite?: string): Promise<void> {
    await this.takeSeat(seat, invite === undefined ? {} : { invite });
    this.seat = seat;
    await this.look();
  }

  /** The promise is remembered before the own number goes out: nobody can fit one to the other. */
  private async takeSeat(seat: string, by: { token?: string; invite?: string }): Promise<void> {
    this.info ??= await api.match(this.id, by.token ?? null);
    const nonce = receipts.number(this.id, seat, this.info.commitment);
    const name = settings.name.trim();
    const invite = by.invite === undefined ? {} : { invite: by.invite };
    const answer = await api.join(this.id, seat, { nonce, ...(name ? { name } : {}), ...invite }, by.token);
    receipts.given(this.id, answer.receipt);
    const { game, scenario } = answer.match;
    keep.sit(this.id, seat, answer.token, { game, scenario, name: answer.match.name });
    this.info = answer.match;
  }

  /** Takes the whole view of the present seat, and a line for what comes after. */
  private async look(): Promise<void> {
    this.stream?.close();
    this.stepsByPly.clear();
    if (this.info?.state === "gathering" || this.info?.notice?.kind === "unopened") {
      this.listen(null); // nothing lies on the table
      return;
    }
    const [snapshot, steps] = await Promise.all([
      api.view(this.id, this.token),
      api.events(this.id, this.token, -1),
    ]);
    if (this.gone) return;
    for (const step of steps) if (step.ply <= snapshot.ply) this.stepsByPly.set(step.ply, step);
    this.take({ ...snapshot, steps: [] }, true);
    this.listen(snapshot.seq);
  }

  private listen(since: number | null): void {
    if (this.gone) return;
    this.stream = new Stream(
      `/api/games/${encodeURIComponent(this.id)}/stream`,
      this.token,
      {
        message: (message) => this.hear(message),
        online: (open) => (this.online = open),
        refused: (status) => (this.failure = new ApiError({ status })),
      },
      since,
    );
  }

  private hear(message: Message): void {
    if (message.event === "state") {
      const snapshot = JSON.parse(message.data) as Snapshot;
      // Before the match begins there is nothing on the table; once it does, the whole is fetched.
      if (snapshot.state !== "gathering" && this.snapshot !== null) this.take(snapshot);
    }
    if (message.event === "match") this.meet(JSON.parse(message.data) as MatchInfo);
    if (message.event === "chat") this.hearChat(JSON.parse(message.data) as ChatLine);
    if (message.event === "undo") {
      const told = JSON.parse(message.data) as { asked: unknown; taken: boolean };
      this.note = told.taken ? "taken" : told.asked === null ? "refused" : null;
    }
  }

  private meet(info: MatchInfo): void {
    const began = this.info?.state === "gathering" && info.state !== "gathering";
    this.info = info;
    if (began && this.snapshot === null) void this.look().catch((error: unknown) => (this.failure = error));
  }

  private hearChat(line: ChatLine): void {
    if (this.chat.some((one) => one.id === line.id)) return;
    this.chat = [...this.chat, line];
    if (line.seat !== this.seat) this.unread += 1;
  }

  /** A newer state of the match, from an answer or from the stream: whichever comes first, once. */
  private take(next: Snapshot, whole = false): void {
    const before = this.snapshot;
    if (!whole && before !== null && next.seq < before.seq) return;
    if (before !== null && next.ply < before.ply)
      for (const ply of [...this.stepsByPly.keys()]) if (ply > next.ply) this.stepsByPly.delete(ply);
    const fresh = next.steps.filter((step) => !this.stepsByPly.has(step.ply));
    for (const step of next.steps) this.stepsByPly.set(step.ply, step);
    if (!whole && fresh.length > 0) this.fresh = fresh;
    const sameQuestion = before !== null && before.ply === next.ply && before.who === next.who;
    this.snapshot = next;
    // A half-made choice is never stolen: it falls only with its question.
    if (!sameQuestion || whole) {
      this.clear();
      this.looked = this.subject ?? this.looked;
    }
    if (!sameQuestion && this.overlay !== null) void this.lay(this.overlay.overlay);
    if (before !== null && next.ply > before.ply) this.note = null;
    this.mind(next);
  }

  /** Several seats at one browser: whoever decides looks; a curtain keeps hands apart. */
  private mind(snapshot: Snapshot): void {
    if (snapshot.seat !== null && this.sideOf(this.seat) !== snapshot.seat)
      void api.match(this.id, this.token).then((info) => (this.info = info), () => undefined);
    const chair = this.chairOf(snapshot.who);
    if (chair === this.seat) this.curtain = null;
    if (chair === null || chair === this.seat || !this.held.includes(chair)) return;
    if (snapshot.scene.hands.some((hand) => hand.size > 0)) this.curtain = chair;
    else void this.sit(chair);
  }

  /** The chair that plays a side now, and the side a chair plays. */
  chairOf(side: string | null): string | null {
    return this.info?.seats.find((one) => one.plays === side)?.seat ?? null;
  }

  sideOf(chair: string | null): string | null {
    return this.info?.seats.find((one) => one.seat === chair)?.plays ?? chair;
  }

  /** The person at the keyboard is now this seat. */
  async sit(seat: string): Promise<void> {
    this.seat = seat;
    this.clear();
    try {
      await this.look();
    } catch (error) {
      this.failure = error; // Shown instead of the table, so that no hand is.
    }
    this.curtain = null;
  }

  // -- deciding ---------------------------------------------------------------------------------------------------

  clear(): void {
    this.picked = new Set();
    this.selected = null;
    this.pointed = null;
    this.staged = null;
    this.filter = "";
    this.amount = null;
    this.why = null;
    this.trouble = null;
  }

  /** Looks closely at a thing of which there is more to tell, or at none any more. */
  lookAt(thing: Thing | null): void {
    if (thing === null || detailsOf(this.snapshot?.scene, this.board, thing) !== null) this.looked = thing;
    if (this.overlay !== null) void this.lay(this.overlay.overlay);
  }

  /** A click, or a key, on a thing of the table. */
  async touch(thing: Thing): Promise<void> {
    this.selected = thing;
    this.staged = null;
    this.lookAt(thing);
    if (this.mine === null) return;
    const next = click(this.options, this.picked, thing, this.mine.arranges);
    this.why = null;
    if (next.kind === "why") this.ask({ thing });
    else if (next.kind === "act") await this.choose(next.option);
    else this.picked = next.picked;
  }

  /**
   * Gives the answer in the corner, by its key or its button. These are pressed in a row without much looking: where
   * that would end a phase in which more could be done, it takes a second press.
   */
  async press(): Promise<void> {
    if (this.proposal.length > 0) return this.accept(this.proposal);
    const [decision, option] = [this.mine, this.primary];
    if (decision === null || option === null || decision.kind === "roll" || this.busy) return;
    if (this.staged === null && endsEarly(decision, option)) this.staged = { option, odds: null };
    else await this.choose(option);
  }

  /** Everything as it was proposed, one answer after the other, as long as they fit the questions. */
  async accept(proposal: readonly string[]): Promise<void> {
    for (const action of proposal) {
      const ply = this.snapshot?.ply;
      if (this.busy || !this.options.some(({ text }) => text === action)) return;
      await this.act(action);
      if (this.snapshot?.ply === ply) return;
    }
  }

  /** Takes an answer, or first shows its chances where its dice fall at once, or what it gives up for good. */
  async choose(option: Option): Promise<void> {
    const decision = this.mine;
    if (this.busy || decision === null) return;
    const twice = this.staged?.option === option;
    const grave = isGrave(decision, option);
    if (!twice && decision.stakes?.includes(option.text)) {
      const odds = await this.oddsOf(option.text);
      if (odds?.panel?.at_once === true && meetsOthers(option, odds, this.snapshot?.scene)) {
        this.picked = new Set(option.lights);
        this.pointed = null; // the list under the pointer is gone
        this.staged = { option, odds, grave };
        return;
      }
    }
    if (!twice && grave) {
      this.staged = { option, odds: null, grave };
      return;
    }
    await this.act(option.text);
  }

  private async oddsOf(action: string): Promise<Overlay | null> {
    this.busy = true;
    try {
      return await api.overlay(this.id, this.token, "odds", { action });
    } catch {
      return null; // No chances to tell is no reason to hold anybody up.
    } finally {
      this.busy = false;
    }
  }

  async act(action: string): Promise<void> {
    const { snapshot, seat } = this;
    if (snapshot === null || this.busy) return;
    this.note = null;
    const stop = new AbortController();
    const away = (): void => {
      this.callOff = () => stop.abort();
    };
    await this.during(async () => {
      const body = { ply: snapshot.ply, seq: snapshot.seq, action };
      const next = await actSurely(this.id, this.token, body, away, stop.signal);
      // The stream may have told it before, and another chair be looking already: this is not for its eyes.
      if (this.seat === seat) this.take(next);
    }, stop.signal);
    this.callOff = null;
  }

  async undo(to: "decision" | "order"): Promise<void> {
    const snapshot = this.snapshot;
    if (snapshot === null || this.busy) return;
    await this.during(async () => {
      const back = await api.undo(this.id, this.token, { ply: snapshot.ply, to });
      if (back !== null) this.take(back);
    });
  }

  async answerUndo(agree: boolean, side: string): Promise<void> {
    const token = this.kept?.seats[this.chairOf(side) ?? ""] ?? null;
    await this.during(async () => this.take(await api.answerUndo(this.id, token, agree)));
  }

  private async during(work: () => Promise<void>, stop?: AbortSignal): Promise<void> {
    this.busy = true;
    this.trouble = null;
    try {
      await work();
    } catch (error) {
      if (stop?.aborted) return;
      this.trouble = error;
      if (error instanceof ApiError && error.problem.snapshot !== undefined) this.take(error.problem.snapshot);
      this.trouble = error;
    } finally {
      this.busy = false;
    }
  }

  // -- asking -----------------------------------------------------------------------------------------------------

  ask(about: { thing?: string; action?: string }): void {
    const question = (this.asked += 1);
    const subject = about.thing ?? about.action ?? "";
    this.why = { about: subject, refusals: null };
    api.why(this.id, this.token, about).then(
      (refusals) => {
        if (question === this.asked && this.why !== null) this.why = { about: subject, refusals };
      },
      (error: unknown) => {
        if (question !== this.asked) return;
        this.why = null;
        this.trouble = error;
      },
    );
  }

  /** Shows one of the game's overlays, or none. */
  async lay(name: string | null): Promise<void> {
    if (name === null) {
      this.overlay = null;
      return;
    }
    try {
      const place = this.selected !== null && isPlace(this.selected, this.board) ? this.selected : undefined;
      const thing = forceMeant(this.details) ?? place;
      this.overlay = await api.overlay(this.id, this.token, name, thing === undefined ? {} : { thing });
    } catch (error) {
      this.trouble = error;
    }
  }

  async say(text: string): Promise<void> {
    this.hearChat(await api.say(this.id, this.token, text));
  }
}

function isPlace(thing: Thing, board: Board | null): boolean {
  return board !== null && placeOf(board, thing) !== null;
}
