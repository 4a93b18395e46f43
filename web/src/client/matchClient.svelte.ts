/** A match at which somebody sits: the line to the server, and all that can be done and asked. */

import { api, ApiError } from "./api";
import { detailsOf, overlayForceOf } from "../model/details";
import { resolveClick, endsEarly, isIrreversible } from "../choice/narrow";
import { DiceRenewal } from "./fairness/diceRenewal";
import { meetsOtherForces } from "../choice/odds";
import { isPlace, MatchView } from "./matchView.svelte";
import { EventStream, type StreamMessage } from "./stream";
import { sendActionWithRetry } from "./retry";
import type { ChatLine, MatchInfo, Option, Overlay, Scene, Snapshot, Step, Thing } from "../model/types";

export class MatchClient extends MatchView {
  private stream: EventStream | null = null;
  private gone = false;
  private asked = 0;
  private looks = 0;
  private lays = 0;
  private readonly renewing = new DiceRenewal(this.id);

  // -- coming and going -------------------------------------------------------------------------------------------

  async open(): Promise<void> {
    try {
      this.seat = this.held[0] ?? null;
      this.info = await api.match(this.id, this.token);
      [this.catalogue, this.board] = await Promise.all([
        api.game(this.info.game),
        api.board(this.info.game, this.info.scenario),
      ]);
      this.info = await this.seating.come(this.info);
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

  /** Takes a free seat, by invitation or in a public match. */
  async join(seat: string, invite?: string): Promise<void> {
    this.info ??= await api.match(this.id, null);
    this.info = await this.seating.take(this.info, seat, invite === undefined ? {} : { invite });
    this.seat = seat;
    await this.look();
  }

  /**
   * Takes the whole view of the present seat, and a line for what comes after. Another look may begin meanwhile, also by
   * what this one shows: then the view and the line are those of the later one, and nothing is told to eyes that have gone.
   */
  private async look(): Promise<void> {
    const look = (this.looks += 1);
    const isLast = (): boolean => !this.gone && look === this.looks;
    this.stream?.close();
    this.stepsByPly.clear();
    if (this.info?.state === "gathering" || this.info?.notice?.kind === "unopened") return this.wait();
    let [snapshot, steps]: [Snapshot | null, Step[]] = [null, []];
    try {
      [snapshot, steps] = await Promise.all([api.view(this.id, this.token), api.events(this.id, this.token, -1)]);
    } catch (error) {
      if (isLast()) throw error;
    }
    if (snapshot === null || !isLast()) return;
    this.empty = (snapshot.scene as Scene | null) === null;
    if (this.empty) return this.wait();
    for (const step of steps) if (step.ply <= snapshot.ply) this.stepsByPly.set(step.ply, step);
    this.take({ ...snapshot, steps: [] }, true);
    if (isLast()) this.listen(snapshot.seq);
  }

  /** Nothing lies on the table, and nothing has to be hidden. */
  private wait(): void {
    this.curtain = null;
    this.listen(null);
  }

  private listen(since: number | null): void {
    if (this.gone) return;
    this.stream = new EventStream(
      `/api/games/${encodeURIComponent(this.id)}/stream`,
      this.token,
      {
        message: (message) => this.hear(message),
        line: (line) => (this.line = line),
        refused: (status) => (this.failure = new ApiError({ status })),
      },
      since,
    );
  }

  private hear(message: StreamMessage): void {
    if (message.event === "state") {
      const snapshot = JSON.parse(message.data) as Snapshot;
      // Before the match begins there is nothing on the table; once it does, the whole is fetched.
      if (snapshot.state !== "gathering" && this.snapshot !== null) this.hearState(snapshot);
    }
    if (message.event === "match") this.meet(JSON.parse(message.data) as MatchInfo);
    if (message.event === "chat") this.hearChat(JSON.parse(message.data) as ChatLine);
    if (message.event === "undo") {
      const told = JSON.parse(message.data) as { asked: unknown; taken: boolean };
      this.note = told.taken ? "taken_back" : told.asked === null ? "not_taken_back" : null;
    }
  }

  /** Every step from the start is told where nothing that is known here is sure to be so: the server went back to a backup. */
  private hearState(snapshot: Snapshot): void {
    const anew = snapshot.steps[0]?.ply === 0;
    if (anew) this.stepsByPly.clear();
    this.take(snapshot, anew);
  }

  /** What is told of the match; an answer may have told more before. */
  meet(info: MatchInfo): void {
    if (this.info !== null && info.seq < this.info.seq) return;
    const gathered = this.info?.state === "gathering";
    if (info.state === "gathering" && this.snapshot !== null) {
      this.snapshot = null; // a backup of before it began
      this.stepsByPly.clear();
    }
    if (this.info?.closing) this.note = info.closing || info.state === "closed" ? null : "not_closed";
    this.info = info;
    if (this.seat !== null && !this.held.includes(this.seat)) void this.sit(this.held[0] ?? null);
    if (info.state === "gathering") this.seating.hear(info, (later) => this.meet(later));
    else if (gathered && this.snapshot === null) void this.look().catch((error: unknown) => (this.failure = error));
  }

  private hearChat(line: ChatLine): void {
    if (this.chat.some((one) => one.id === line.id && one.at === line.at)) return;
    this.chat = [...this.chat, line];
    if (line.seat !== this.seat) this.unread += 1;
  }

  /** A newer state of the match, from an answer or from the stream: whichever comes first, once. */
  private take(next: Snapshot, whole = false): void {
    const before = this.snapshot;
    if (whole) this.curtain = null; // it fell for eyes that have gone, and may fall again for these
    if (!whole && before !== null && next.seq < before.seq) return;
    if (before !== null && next.ply < before.ply)
      for (const ply of [...this.stepsByPly.keys()]) if (ply > next.ply) this.stepsByPly.delete(ply);
    const known = (step: Step) => JSON.stringify(this.stepsByPly.get(step.ply)) === JSON.stringify(step);
    const fresh = next.steps.filter((step) => !known(step));
    // A take-back and what followed it may be told in one.
    const otherwise = fresh.some((step) => this.stepsByPly.has(step.ply));
    for (const step of next.steps) this.stepsByPly.set(step.ply, step);
    if (!whole && fresh.length > 0) this.fresh = fresh;
    const sameQuestion = before !== null && before.ply === next.ply && before.who === next.who && !otherwise;
    this.snapshot = next;
    // A half-made choice is never stolen: it falls only with its question.
    if (!sameQuestion || whole) {
      this.clear();
      this.looked = this.subject ?? this.looked;
      this.stakes.meet(this.id, this.token, next);
    }
    if ((!sameQuestion || whole) && this.overlay !== null) void this.lay(this.overlay.overlay);
    if (before !== null && next.ply > before.ply) this.note = null;
    this.mind(next);
    this.renewing.hear(next, this.held, (chair, later) => this.takeFor(chair, later));
  }

  /** What a chair was answered. If another one looks by now it is not for its eyes: the stream tells it what it may know. */
  private takeFor(chair: string | null, next: Snapshot): void {
    if (this.seat === chair) this.take(next);
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

  /** The person at the keyboard is now this seat, or only watches. */
  async sit(seat: string | null): Promise<void> {
    this.seat = seat;
    this.clear();
    try {
      await this.look();
    } catch (error) {
      this.failure = error; // Shown instead of the table, so that no hand is.
      this.curtain = null;
    }
  }

  // -- deciding ---------------------------------------------------------------------------------------------------

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
    const next = resolveClick(this.options, this.picked, thing, this.mine.arranges);
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
    const [decision, ply] = [this.mine, this.snapshot?.ply];
    if (this.busy || decision === null) return;
    const twice = this.staged?.option === option;
    const grave = isIrreversible(decision, option);
    if (!twice) {
      const odds = await this.oddsOf(option.text);
      if (this.snapshot?.ply !== ply) return; // the match has gone on meanwhile
      if (odds?.panel?.at_once === true && meetsOtherForces(option, odds, this.snapshot?.scene)) {
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

  /** The chances of an answer whose dice fall at once. */
  private async oddsOf(action: string): Promise<Overlay | null> {
    this.busy = true;
    try {
      if (!(await this.stakes.of(action))) return null;
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
      this.takeFor(seat, await sendActionWithRetry(this.id, this.token, body, away, stop.signal));
    }, { stop: stop.signal });
    this.callOff = null;
  }

  async undo(to: "decision" | "order"): Promise<void> {
    const { snapshot, seat } = this;
    if (snapshot === null || this.busy) return;
    await this.during(async () => {
      const isWish = to === "decision" && snapshot.undo.decision === "ask" && snapshot.undo.asked === null;
      const commit = isWish ? this.renewing.commit(snapshot, seat) : {};
      const back = await api.undo(this.id, this.token, { ply: snapshot.ply, to, ...commit });
      if (back !== null) this.takeFor(seat, back);
    });
  }

  async answerUndo(agree: boolean, side: string): Promise<void> {
    const chair = this.chairOf(side);
    const token = this.kept?.seats[chair ?? ""] ?? null;
    const commit = agree ? this.renewing.commit(this.snapshot, chair) : {};
    await this.during(async () => this.takeFor(chair, await api.answerUndo(this.id, token, { agree, ...commit })), { chair });
  }

  /** One thing at a time, done by a chair; what went wrong with it is shown with the question. */
  async during(work: () => Promise<void>, { stop, chair = this.seat }: { stop?: AbortSignal; chair?: string | null } = {}): Promise<void> {
    this.busy = true;
    this.trouble = null;
    try {
      await work();
    } catch (error) {
      if (stop?.aborted) return;
      this.trouble = error;
      if (error instanceof ApiError && error.problem.snapshot !== undefined) this.takeFor(chair, error.problem.snapshot);
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
    const [lay, { seat }] = [(this.lays += 1), this];
    if (name === null) {
      this.overlay = null;
      return;
    }
    try {
      const place = this.selected !== null && isPlace(this.selected, this.board) ? this.selected : undefined;
      const thing = overlayForceOf(this.details) ?? place;
      const found = await api.overlay(this.id, this.token, name, thing === undefined ? {} : { thing });
      // What was wished for later counts, and what one seat may know is for no other.
      if (lay === this.lays && this.seat === seat) this.overlay = found;
    } catch (error) {
      if (lay === this.lays && this.seat === seat) this.trouble = error;
    }
  }

  async say(text: string): Promise<void> {
    this.hearChat(await api.say(this.id, this.token, text));
  }
}
