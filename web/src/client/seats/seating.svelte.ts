/**
 * Takes seats and gives their numbers for the dice: first the hash of a number, then, when the hashes of all persons
 * are known, the number itself. So nobody can choose a number to match those of the others.
 */

import { api, ApiError } from "../api";
import { forgetToken, tokenFor, unansweredSeats } from "./seatTokens";
import { ownMatches } from "./ownMatches.svelte";
import type { ChangedPromise } from "../fairness/receipts";
import { receipts } from "../fairness/receiptStore.svelte";
import { settings } from "../../ui/settings.svelte";
import type { MatchInfo, SeatInfo } from "../../model/types";

/** Return the seats of persons whose page has not revealed its number, once all have joined; empty before that. */
export function unrevealedSeats(info: MatchInfo): SeatInfo[] {
  const persons = info.seats.filter((one) => one.kind !== "bot");
  const come = persons.every((one) => info.commits?.[one.seat] !== undefined);
  return come && info.state === "gathering" ? persons.filter((one) => !one.revealed) : [];
}

export class Seating {
  /** Set if the server shows another hash than before: no number is revealed any more. */
  changedPromise = $state.raw<ChangedPromise | null>(null);
  /** The latest error other than a lost connection. */
  error = $state.raw<unknown>(null);
  private pendingWork: Promise<MatchInfo> | null = null;

  constructor(private readonly match: string) {}

  private get heldTokens(): Record<string, string> {
    return ownMatches.find(this.match)?.seats ?? {};
  }

  /** Take a seat. The hashes shown so far are stored before this browser sends its own hash. */
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

  /**
   * Take a seat again if the server's answer was lost on the way. Forget the token of a seat that belongs to somebody
   * else.
   */
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

  /** Take the seats that were made for this browser when the match was created. */
  async takeOwnSeats(latest: MatchInfo): Promise<MatchInfo> {
    let info = await this.resumeLostJoins(latest);
    for (const [seat, token] of Object.entries(this.heldTokens)) {
      const open = info.state === "gathering" && info.seats.some((one) => one.seat === seat && !one.joined);
      if (open) info = await this.takeSeat(info, seat, { token });
    }
    return this.settle(info);
  }

  /** Reveal the numbers that this browser still owes, one call after the other. Return the match as it is then. */
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

  /**
   * Reveal the numbers that are still owed after others have joined, or when the connection is back. Call `meet` with
   * the new description of the match if this has changed it.
   */
  settleInBackground(info: MatchInfo, meet: (later: MatchInfo) => void): void {
    this.settle(info).then(
      (later) => {
        if (later !== info) meet(later);
      },
      (error: unknown) => {
        // If the connection is broken, the stream restores it, and the server then sends the match again.
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
