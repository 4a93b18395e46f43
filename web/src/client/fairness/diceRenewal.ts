/**
 * Renews the dice after a take-back. Every participant who asks for it or agrees to it sends the hash of a new number,
 * and reveals the number when all have agreed. So nobody can choose the later dice, and nobody can invent a take-back.
 */

import { api } from "../api";
import { ownMatches } from "../seats/ownMatches.svelte";
import { receipts } from "./receiptStore.svelte";
import type { Snapshot } from "../../model/types";

export class DiceRenewal {
  private readonly numbersOnTheirWay = new Set<string>();

  constructor(private readonly match: string) {}

  /** Return the hash to send with a request to take back, or with the consent to such a request. */
  commitFor(snapshot: Snapshot | null, participant: string | null): { commit?: string } {
    if (snapshot === null || participant === null) return {};
    const commit = receipts.renewalCommitFor(this.match, nextTakeBackCount(snapshot), participant);
    return commit === null ? {} : { commit };
  }

  /**
   * Record the take-backs that a state describes, and reveal the numbers that this browser owes. `take` receives the
   * server's answer.
   */
  handleSnapshot(
    snapshot: Snapshot,
    participants: readonly string[],
    take: (participant: string, later: Snapshot) => void,
  ): void {
    const { asked } = snapshot.undo;
    receipts.recordTakeBack(this.match, snapshot.undo);
    // No number is revealed before all participants have sent their hashes.
    if (asked === null || asked.waits_for.length > 0) return;
    for (const participant of asked.to_show ?? []) {
      const token = ownMatches.find(this.match)?.seats[participant];
      if (!participants.includes(participant) || token === undefined) continue;
      const number = receipts.revealRenewalNumber(this.match, nextTakeBackCount(snapshot), participant, asked);
      if (number === null || this.numbersOnTheirWay.has(number)) continue;
      this.numbersOnTheirWay.add(number);
      api.showFresh(this.match, token, number).then(
        (later) => take(participant, later),
        // If revealing fails, the next state of the match asks for the number again.
        () => this.numbersOnTheirWay.delete(number),
      );
    }
  }
}

/** Return the count that the next take-back will have: 1 for the first. */
function nextTakeBackCount(snapshot: Snapshot): number {
  return (snapshot.undo.taken_back ?? 0) + 1;
}
