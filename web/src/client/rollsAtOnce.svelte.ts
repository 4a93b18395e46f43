/** Which options of the present decision roll dice at once. Only the server can tell, by trying them. */

import { api } from "./api";
import { delay } from "./delay";
import type { Snapshot } from "../model/types";

/** An option waits for the answer at most this many milliseconds, so that a busy server does not hold the player up. */
const MAX_WAIT = 3000;

export class RollsAtOnce {
  /** The texts of these options; null while they are unknown. */
  optionTexts = $state.raw<readonly string[] | null>(null);
  private pendingRequest: Promise<void> = Promise.resolve();
  private requestCount = 0;
  private abort = new AbortController();

  /**
   * Fetch the texts when the question or the seat has changed. There are none if the question is another seat's, asks
   * for dice, or sets up forces.
   */
  fetchFor(match: string, token: string | null, { decision, ply }: Snapshot): void {
    const question = (this.requestCount += 1);
    // The answer about the previous question is no longer needed.
    this.abort.abort();
    const none =
      decision === null || decision.options === undefined || decision.kind === "roll" || decision.arranges === true;
    this.optionTexts = none ? [] : null;
    if (none) return;
    const setTexts = (texts: readonly string[]): void => {
      if (question === this.requestCount) this.optionTexts = texts;
    };
    this.abort = new AbortController();
    this.pendingRequest = api.stakes(match, token, this.abort.signal).then(
      (answer) => setTexts(answer.ply === ply ? answer.stakes : []),
      () => setTexts([]),
    );
  }

  /** Tell whether an option rolls dice at once, as far as that is known in time. */
  async has(text: string): Promise<boolean> {
    if (this.optionTexts === null) await Promise.race([this.pendingRequest, delay(MAX_WAIT)]);
    return this.optionTexts?.includes(text) ?? false;
  }
}
