/** Sends an action until it is answered; the server takes it once, also over a connection that breaks. */

import { api, ApiError } from "./api";
import { delay } from "./delay";
import type { Snapshot } from "../model/types";

const RETRY_DELAY_STEP = 500;
const MAX_RETRY_DELAY = 2500;

/**
 * Sends again while no answer comes, until there is one or `signal` says that nobody wants it any more. `ply` and `seq`
 * make sure that an action is taken only once: if the first sending arrived after all, the second is stale, and the match
 * has gone on by it.
 */
export async function sendActionWithRetry(
  match: string,
  token: string | null,
  body: { ply: number; seq: number; action: string },
  onAway: () => void,
  signal: AbortSignal,
): Promise<Snapshot> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await api.act(match, token, body, signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const now = error.problem.snapshot;
      if (error.problem.code === "stale" && attempt > 0 && now !== undefined && now.ply > body.ply) return now;
      if (!error.isAway) throw error;
      onAway();
      await delay(Math.min(RETRY_DELAY_STEP * (attempt + 1), MAX_RETRY_DELAY), signal);
    }
  }
}
