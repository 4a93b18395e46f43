/**
 * Takes seats, and gives the dice their numbers: first the hash of a number, then, when the hashes of all persons are known,
 * the number itself. So nobody can choose a number by those of the others.
 */

import { api, ApiError } from "../api";
import { forgetToken, tokenFor, unansweredSeats } from "./seatTokens";
import { ownMatches } from "./ownMatches.svelte";
import type { ChangedPromise } from "../fairness/receipts";
import { receipts } from "../fairness/receiptStore.svelte";
import { settings } from "../../ui/settings.svelte";
import type { MatchInfo, SeatInfo } from "../../model/types";

/** Seats of persons whose page has not shown its number, once all have come; empty before that. */
export function unrevealedSeats(info: MatchInfo): SeatInfo[] {
  const persons = info.seats.filter((one) => one.kind !== "bot");
  const come = persons.every((one) => info.commits?.[one.seat] !== undefined);
  return come && info.state === "gathering" ? persons.filter((one) => !one.revealed) : [];
}

export class Seating {
  /** The server tells another hash than before: no number is shown any more. */
  changedPromise = $state.raw<ChangedPromise | null>(null);
  /** What the server has refused of it. */
  error = $state.raw<unknown>(null);
  private pendingWork: Promise<MatchInfo> | null = null;

  constructor(private readonly match: string) {}

  private get heldTokens(): Record<string, string> {
    return ownMatches.find(this.match)?.seats ?? {};
  }

  /** The promise and the hashes told so far are remembered before the own hash goes out. */
  async takeSeat(info: MatchInfo, seat: string, by: { token?: string; invite?: string }): Promise<MatchInfo> {
    const commit = receipts.commitFor(this.match, seat, info.commitment);
    this.changedPromise = receipts.recordPromises(info);
    const name = settings.name.trim();
    const invite = by.invite === undefined ? {} : { invite: by.invite };
    const own = by.token === undefined ? { token: tokenFor(this.match, seat) } : {};
    const answer = await api.join(this.match, seat, { commit, ...(name ? { name } : {}), ...invite, ...own }, by.token);
    receipts.confirmCommit(this.match, seat);
    receipts.addServerReceipt(this.match, answer.receipt);
    const { game, scenario } = answer.match;
    ownMatches.addSeat(this.match, seat, answer.token, { game, scenario, name: answer.match.name });
    forgetToken(this.match, seat);
    return this.settle(answer.match);
  }

  /** Takes the seats again whose answer was lost on the way; what is somebody else's is given up. */
  private async resumeLostJoins(latest: MatchInfo): Promise<MatchInfo> {
    let info = latest;
    for (const seat of unansweredSeats(this.match)) {
      if (!info.seats.some((one) => one.seat === seat && one.joined)) continue;
      try {
        info = await this.takeSeat(info, seat, {});
      } catch (error) {
        if (!(error instanceof ApiError && error.isFinal)) throw error;
        forgetToken(this.match, seat);
      }
    }
    return info;
  }

  /** Seats made for this browser are taken, too, when it comes. */
  async takeOwnSeats(latest: MatchInfo): Promise<MatchInfo> {
    let info = await this.resumeLostJoins(latest);
    for (const [seat, token] of Object.entries(this.heldTokens)) {
      const open = info.state === "gathering" && info.seats.some((one) => one.seat === seat && !one.joined);
      if (open) info = await this.takeSeat(info, seat, { token });
    }
    return this.settle(info);
  }

  /** Does what is still owed from here; one after the other, however often it is asked for. The match as it is then. */
  async settle(info: MatchInfo): Promise<MatchInfo> {
    const before = this.pendingWork;
    const work = (before ?? Promise.resolve(info))
      .catch(() => info)
      .then((later) => this.revealOwedNumbers(later.seq > info.seq ? later : info));
    this.pendingWork = work;
    try {
      return await work;
    } finally {
      if (this.pendingWork === work) this.pendingWork = null;
    }
  }

  /** The others have come, or the line is back. `meet` is told of the match where that has changed it. */
  settleInBackground(info: MatchInfo, meet: (later: MatchInfo) => void): void {
    this.settle(info).then(
      (later) => {
        if (later !== info) meet(later);
      },
      (error: unknown) => {
        // A line that breaks is mended by the stream, which begins with the match again.
        if (!(error instanceof ApiError && error.isAway)) this.error = error;
      },
    );
  }

  private async revealOwedNumbers(latest: MatchInfo): Promise<MatchInfo> {
    let info = latest;
    if (info.state !== "gathering") return info;
    this.changedPromise = receipts.recordPromises(info);
    for (const { seat } of unrevealedSeats(info)) {
      const [token, number] = [this.heldTokens[seat], receipts.numberOf(this.match, seat)];
      if (this.changedPromise !== null || info.state !== "gathering") break;
      if (token === undefined || number === null) continue;
      const answer = await api.reveal(this.match, seat, number, token);
      receipts.addServerReceipt(this.match, answer.receipt);
      info = answer.match;
      if (info.state === "gathering") this.changedPromise = receipts.recordPromises(info);
    }
    return info;
  }
}
