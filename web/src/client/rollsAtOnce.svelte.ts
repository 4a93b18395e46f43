/** Which options of the present decision roll dice at once. Only the server can tell, by trying them. */

import { api } from "./api";
import { delay } from "./delay";
import type { Snapshot } from "../model/types";

/** Milliseconds that an answer waits for it at most: a server that is busy holds nobody up for a second look. */
const MAX_WAIT = 3000;

export class RollsAtOnce {
  /** Texts of answers; null while they are not known. */
  optionTexts = $state.raw<readonly string[] | null>(null);
  private pendingRequest: Promise<void> = Promise.resolve();
  private requestCount = 0;
  private abort = new AbortController();

  /** Another question, or other eyes. Nothing is at stake in what another is asked, in dice, or where it is only set up. */
  fetchFor(match: string, token: string | null, { decision, ply }: Snapshot): void {
    const question = (this.requestCount += 1);
    this.abort.abort(); // nobody wants to know any more what was at stake before
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

  /** Whether the dice of an answer fall at once, as far as that is known in time. */
  async has(text: string): Promise<boolean> {
    if (this.optionTexts === null) await Promise.race([this.pendingRequest, delay(MAX_WAIT)]);
    return this.optionTexts?.includes(text) ?? false;
  }
}
