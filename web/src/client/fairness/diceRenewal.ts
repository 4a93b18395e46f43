/**
 * Renews the dice after a take-back: everybody who asks for one or agrees to it commits to a fresh number, and reveals it
 * when all have agreed. So nobody can choose the dice after it, and nobody can invent a take-back.
 */

import { api } from "../api";
import { ownMatches } from "../seats/ownMatches.svelte";
import { receipts } from "./receiptStore.svelte";
import type { Snapshot } from "../../model/types";

export class DiceRenewal {
  private readonly numbersOnTheirWay = new Set<string>();

  constructor(private readonly match: string) {}

  /** The hash to send with a wish to take back, or with the consent to one. */
  commitFor(snapshot: Snapshot | null, participant: string | null): { commit?: string } {
    if (snapshot === null || participant === null) return {};
    const commit = receipts.renewalCommitFor(this.match, nextTakeBackCount(snapshot), participant);
    return commit === null ? {} : { commit };
  }

  /** Remembers what a state tells of take-backs, and shows the numbers that are owed from here. `take` is told the answer. */
  handleSnapshot(
    snapshot: Snapshot,
    participants: readonly string[],
    take: (participant: string, later: Snapshot) => void,
  ): void {
    const { asked } = snapshot.undo;
    receipts.recordTakeBack(this.match, snapshot.undo);
    if (asked === null || asked.waits_for.length > 0) return; // no number is shown before all have committed
    for (const participant of asked.to_show ?? []) {
      const token = ownMatches.find(this.match)?.seats[participant];
      if (!participants.includes(participant) || token === undefined) continue;
      const number = receipts.revealRenewalNumber(this.match, nextTakeBackCount(snapshot), participant, asked);
      if (number === null || this.numbersOnTheirWay.has(number)) continue;
      this.numbersOnTheirWay.add(number);
      api.showFresh(this.match, token, number).then(
        (later) => take(participant, later),
        () => this.numbersOnTheirWay.delete(number), // the next state asks for it again
      );
    }
  }
}

/** The count that the next take-back has. */
function nextTakeBackCount(snapshot: Snapshot): number {
  return (snapshot.undo.taken_back ?? 0) + 1;
}
