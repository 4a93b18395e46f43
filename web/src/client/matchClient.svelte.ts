/** A match with its connection to the server, and all that can be done and asked in it. */

import { api, ApiError } from "./api";
import { detailsOf, overlayForceOf } from "../model/details";
import { resolveClick, isEarlyEnd, isIrreversible } from "../choice/narrow";
import { DiceRenewal } from "./fairness/diceRenewal";
import { hasOpponents } from "../choice/odds";
import { isPlace, MatchView } from "./matchView.svelte";
import { EventStream, type StreamMessage } from "./stream";
import { sendActionWithRetry } from "./retry";
import type { ChatLine, MatchInfo, Option, Overlay, Scene, Snapshot, Step, Thing } from "../model/types";

export class MatchClient extends MatchView {
  private stream: EventStream | null = null;
  private isClosed = false;
  private whyNotRequests = 0;
  private viewRequests = 0;
  private overlayRequests = 0;
  private readonly diceRenewal = new DiceRenewal(this.id);

  // -- loading and receiving --------------------------------------------------------------------------------------

  async open(): Promise<void> {
    try {
      this.seat = this.heldSeats[0] ?? null;
      this.info = await api.match(this.id, this.token);
      [this.catalogue, this.board] = await Promise.all([
        api.game(this.info.game),
        api.board(this.info.game, this.info.scenario),
      ]);
      this.info = await this.seating.takeOwnSeats(this.info);
      await this.fetchView();
      api.chat(this.id, this.token).then(
        (lines) => (this.chat = lines),
        () => undefined,
      );
    } catch (error) {
      this.loadError = error;
    }
  }

  close(): void {
    this.isClosed = true;
    this.stream?.close();
  }

  /** Take a free seat, by invitation or in a public match. */
  async join(seat: string, invite?: string): Promise<void> {
    this.info ??= await api.match(this.id, null);
    this.info = await this.seating.takeSeat(this.info, seat, invite === undefined ? {} : { invite });
    this.seat = seat;
    await this.fetchView();
  }

  /**
   * Fetch the whole view of the present seat, and open a stream for what comes after. A later fetch may begin before
   * this one has ended. Then only the view and the stream of the later fetch are used, so that a seat never sees
   * another's view.
   */
  private async fetchView(): Promise<void> {
    const look = (this.viewRequests += 1);
    const isLast = (): boolean => !this.isClosed && look === this.viewRequests;
    this.stream?.close();
    this.stepsByPly.clear();
    if (this.info?.state === "gathering" || this.info?.notice?.kind === "unopened") return this.waitWithoutView();
    let [snapshot, steps]: [Snapshot | null, Step[]] = [null, []];
    try {
      [snapshot, steps] = await Promise.all([api.view(this.id, this.token), api.events(this.id, this.token, -1)]);
    } catch (error) {
      if (isLast()) throw error;
    }
    if (snapshot === null || !isLast()) return;
    this.isEmpty = (snapshot.scene as Scene | null) === null;
    if (this.isEmpty) return this.waitWithoutView();
    for (const step of steps) if (step.ply <= snapshot.ply) this.stepsByPly.set(step.ply, step);
    this.applySnapshot({ ...snapshot, steps: [] }, true);
    if (isLast()) this.listen(snapshot.seq);
  }

  /** Wait while nothing is on the table yet. The curtain is lifted, because there is nothing to hide. */
  private waitWithoutView(): void {
    this.curtainSeat = null;
    this.listen(null);
  }

  private listen(since: number | null): void {
    if (this.isClosed) return;
    this.stream = new EventStream(
      `/api/matches/${encodeURIComponent(this.id)}/stream`,
      this.token,
      {
        onMessage: (message) => this.handleMessage(message),
        onConnection: (line) => (this.connection = line),
        onRefused: (status) => (this.loadError = new ApiError({ status })),
      },
      since,
    );
  }

  private handleMessage(message: StreamMessage): void {
    if (message.event === "state") {
      const snapshot = JSON.parse(message.data) as Snapshot;
      // Before the match begins there is nothing on the table. When it begins, the whole view is fetched.
      if (snapshot.state !== "gathering" && this.snapshot !== null) this.applyStreamState(snapshot);
    }
    if (message.event === "match") this.updateInfo(JSON.parse(message.data) as MatchInfo);
    if (message.event === "chat") this.addChatLine(JSON.parse(message.data) as ChatLine);
    if (message.event === "undo") {
      const undo = JSON.parse(message.data) as { asked: unknown; taken: boolean };
      this.outcomeNote = undo.taken ? "taken_back" : undo.asked === null ? "not_taken_back" : null;
    }
  }

  /**
   * Apply a state from the stream. If its steps begin at ply 0, the server went back to a backup, and nothing known
   * here can be trusted.
   */
  private applyStreamState(snapshot: Snapshot): void {
    const anew = snapshot.steps[0]?.ply === 0;
    if (anew) this.stepsByPly.clear();
    this.applySnapshot(snapshot, anew);
  }

  /** Apply a description of the match, unless a newer one is known. */
  updateInfo(info: MatchInfo): void {
    if (this.info !== null && info.seq < this.info.seq) return;
    const gathered = this.info?.state === "gathering";
    if (info.state === "gathering" && this.snapshot !== null) {
      // The server went back to a backup from before the match began.
      this.snapshot = null;
      this.stepsByPly.clear();
    }
    if (this.info?.closing) this.outcomeNote = info.closing || info.state === "closed" ? null : "not_closed";
    this.info = info;
    if (this.seat !== null && !this.heldSeats.includes(this.seat)) void this.switchSeat(this.heldSeats[0] ?? null);
    if (info.state === "gathering") this.seating.settleInBackground(info, (later) => this.updateInfo(later));
    else if (gathered && this.snapshot === null)
      void this.fetchView().catch((error: unknown) => (this.loadError = error));
  }

  private addChatLine(line: ChatLine): void {
    if (this.chat.some((one) => one.id === line.id && one.at === line.at)) return;
    this.chat = [...this.chat, line];
    if (line.seat !== this.seat) this.unreadCount += 1;
  }

  /**
   * Apply a newer state of the match. The same state may come as an answer and from the stream: it is applied once,
   * when it first comes.
   */
  private applySnapshot(next: Snapshot, whole = false): void {
    const before = this.snapshot;
    // The curtain hid the view of another seat. It comes down again below if this view must be hidden too.
    if (whole) this.curtainSeat = null;
    if (!whole && before !== null && next.seq < before.seq) return;
    if (before !== null && next.ply < before.ply)
      for (const ply of [...this.stepsByPly.keys()]) if (ply > next.ply) this.stepsByPly.delete(ply);
    const isKnown = (step: Step) => JSON.stringify(this.stepsByPly.get(step.ply)) === JSON.stringify(step);
    const fresh = next.steps.filter((step) => !isKnown(step));
    // One state may bring a take-back together with the steps after it. Such a step replaces an older step of the same
    // ply.
    const otherwise = fresh.some((step) => this.stepsByPly.has(step.ply));
    for (const step of next.steps) this.stepsByPly.set(step.ply, step);
    if (!whole && fresh.length > 0) this.freshSteps = fresh;
    const sameQuestion = before !== null && before.ply === next.ply && before.who === next.who && !otherwise;
    this.snapshot = next;
    // A half-made choice is kept as long as its question stands.
    if (!sameQuestion || whole) {
      this.clear();
      this.examinedThing = this.questionSubject ?? this.examinedThing;
      this.rollsAtOnce.fetchFor(this.id, this.token, next);
    }
    if ((!sameQuestion || whole) && this.overlay !== null) void this.showOverlay(this.overlay.overlay);
    if (before !== null && next.ply > before.ply) this.outcomeNote = null;
    this.followDecider(next);
    this.diceRenewal.handleSnapshot(next, this.heldSeats, (participant, later) =>
      this.applySnapshotFor(participant, later),
    );
  }

  /**
   * Apply the answer to a participant's request if the view of this participant is still open. If another view is open,
   * the stream brings the new state to that view.
   */
  private applySnapshotFor(participant: string | null, next: Snapshot): void {
    if (this.seat === participant) this.applySnapshot(next);
  }

  /**
   * Follow the decider among several seats of one browser: the view changes to the seat that decides, behind a curtain
   * if there are hands to hide.
   */
  private followDecider(snapshot: Snapshot): void {
    if (snapshot.seat !== null && this.sideOf(this.seat) !== snapshot.seat)
      void api.match(this.id, this.token).then(
        (info) => (this.info = info),
        () => undefined,
      );
    const participant = this.participantOf(snapshot.who);
    if (participant === this.seat) this.curtainSeat = null;
    if (participant === null || participant === this.seat || !this.heldSeats.includes(participant)) return;
    if (snapshot.scene.hands.some((hand) => hand.size > 0)) this.curtainSeat = participant;
    else void this.switchSeat(participant);
  }

  /** Change to the view of this seat, or of a spectator if `seat` is null. */
  async switchSeat(seat: string | null): Promise<void> {
    this.seat = seat;
    this.clear();
    try {
      await this.fetchView();
    } catch (error) {
      // The error is shown instead of the table, so that no hand of the other seat stays in sight.
      this.loadError = error;
      this.curtainSeat = null;
    }
  }

  // -- deciding ---------------------------------------------------------------------------------------------------

  /** Look closely at a thing that has details, or close the details. */
  examine(thing: Thing | null): void {
    if (thing === null || detailsOf(this.snapshot?.scene, this.board, thing) !== null) this.examinedThing = thing;
    if (this.overlay !== null) void this.showOverlay(this.overlay.overlay);
  }

  /** Handle a click, or a key, on a thing of the table. */
  async clickThing(thing: Thing): Promise<void> {
    this.selectedThing = thing;
    this.stagedOption = null;
    this.examine(thing);
    if (this.ownDecision === null) return;
    const next = resolveClick(this.options, this.pickedThings, thing, this.ownDecision.arranges);
    this.whyNot = null;
    if (next.kind === "why") this.askWhyNot({ thing });
    else if (next.kind === "act") await this.chooseOption(next.option);
    else this.pickedThings = next.picked;
  }

  /**
   * Take the option in the corner, by its key or its button. Players press the key repeatedly without much looking. So
   * a second press is needed if the option would end a phase in which more could be done.
   */
  async pressPrimary(): Promise<void> {
    if (this.proposal.length > 0) return this.acceptProposal(this.proposal);
    const [decision, option] = [this.ownDecision, this.primaryOption];
    if (decision === null || option === null || decision.kind === "roll" || this.isBusy) return;
    if (this.stagedOption === null && isEarlyEnd(decision, option)) this.stagedOption = { option, odds: null };
    else await this.chooseOption(option);
  }

  /** Send the proposed actions one after the other, as long as they fit the questions. */
  async acceptProposal(proposal: readonly string[]): Promise<void> {
    for (const action of proposal) {
      const ply = this.snapshot?.ply;
      if (this.isBusy || !this.options.some(({ text }) => text === action)) return;
      await this.sendAction(action);
      if (this.snapshot?.ply === ply) return;
    }
  }

  /**
   * Take an option. If it rolls dice at once, its odds are shown first. If it gives something up for good, a warning is
   * shown first.
   */
  async chooseOption(option: Option): Promise<void> {
    const [decision, ply] = [this.ownDecision, this.snapshot?.ply];
    if (this.isBusy || decision === null) return;
    const twice = this.stagedOption?.option === option;
    const grave = isIrreversible(decision, option);
    if (!twice) {
      const odds = await this.fetchOdds(option.text);
      // The match has moved on in the meantime.
      if (this.snapshot?.ply !== ply) return;
      if (odds?.panel?.at_once === true && hasOpponents(option, odds, this.snapshot?.scene)) {
        this.pickedThings = new Set(option.lights);
        // The list that the pointer was on is no longer shown.
        this.pointedThings = null;
        this.stagedOption = { option, odds, grave };
        return;
      }
    }
    if (!twice && grave) {
      this.stagedOption = { option, odds: null, grave };
      return;
    }
    await this.sendAction(option.text);
  }

  /** Fetch the odds of an option that rolls dice at once. */
  private async fetchOdds(action: string): Promise<Overlay | null> {
    this.isBusy = true;
    try {
      if (!(await this.rollsAtOnce.has(action))) return null;
      return await api.overlay(this.id, this.token, "odds", { action });
    } catch {
      // The player can still take the option, without seeing its odds.
      return null;
    } finally {
      this.isBusy = false;
    }
  }

  async sendAction(action: string): Promise<void> {
    const { snapshot, seat } = this;
    if (snapshot === null || this.isBusy) return;
    this.outcomeNote = null;
    const stop = new AbortController();
    const away = (): void => {
      this.cancelSending = () => stop.abort();
    };
    await this.runAction(
      async () => {
        const body = { ply: snapshot.ply, seq: snapshot.seq, action };
        this.applySnapshotFor(seat, await sendActionWithRetry(this.id, this.token, body, away, stop.signal));
      },
      { stop: stop.signal },
    );
    this.cancelSending = null;
  }

  async undo(to: "decision" | "order"): Promise<void> {
    const { snapshot, seat } = this;
    if (snapshot === null || this.isBusy) return;
    await this.runAction(async () => {
      const isWish = to === "decision" && snapshot.undo.decision === "ask" && snapshot.undo.asked === null;
      const commit = isWish ? this.diceRenewal.commitFor(snapshot, seat) : {};
      const back = await api.undo(this.id, this.token, { ply: snapshot.ply, to, ...commit });
      if (back !== null) this.applySnapshotFor(seat, back);
    });
  }

  async answerUndo(agree: boolean, side: string): Promise<void> {
    const participant = this.participantOf(side);
    const token = this.ownMatch?.seats[participant ?? ""] ?? null;
    const commit = agree ? this.diceRenewal.commitFor(this.snapshot, participant) : {};
    await this.runAction(
      async () => this.applySnapshotFor(participant, await api.answerUndo(this.id, token, { agree, ...commit })),
      { participant },
    );
  }

  /** Run an action of a participant. While it runs, the client is busy. Its error is shown with the decision. */
  async runAction(
    work: () => Promise<void>,
    { stop, participant = this.seat }: { stop?: AbortSignal; participant?: string | null } = {},
  ): Promise<void> {
    this.isBusy = true;
    this.actionError = null;
    try {
      await work();
    } catch (error) {
      if (stop?.aborted) return;
      this.actionError = error;
      if (error instanceof ApiError && error.problem.snapshot !== undefined)
        this.applySnapshotFor(participant, error.problem.snapshot);
      this.actionError = error;
    } finally {
      this.isBusy = false;
    }
  }

  // -- asking -----------------------------------------------------------------------------------------------------

  askWhyNot(about: { thing?: string; action?: string }): void {
    const question = (this.whyNotRequests += 1);
    const subject = about.thing ?? about.action ?? "";
    this.whyNot = { about: subject, refusals: null };
    api.why(this.id, this.token, about).then(
      (refusals) => {
        if (question === this.whyNotRequests && this.whyNot !== null) this.whyNot = { about: subject, refusals };
      },
      (error: unknown) => {
        if (question !== this.whyNotRequests) return;
        this.whyNot = null;
        this.actionError = error;
      },
    );
  }

  /** Show one of the game's overlays, or none. */
  async showOverlay(name: string | null): Promise<void> {
    const [lay, { seat }] = [(this.overlayRequests += 1), this];
    if (name === null) {
      this.overlay = null;
      return;
    }
    try {
      const place =
        this.selectedThing !== null && isPlace(this.selectedThing, this.board) ? this.selectedThing : undefined;
      const thing = overlayForceOf(this.details) ?? place;
      const overlay = await api.overlay(this.id, this.token, name, thing === undefined ? {} : { thing });
      // Only the latest request counts, and one seat's overlay is never shown to another.
      if (lay === this.overlayRequests && this.seat === seat) this.overlay = overlay;
    } catch (error) {
      if (lay === this.overlayRequests && this.seat === seat) this.actionError = error;
    }
  }

  async sendChat(text: string): Promise<void> {
    this.addChatLine(await api.say(this.id, this.token, text));
  }
}
