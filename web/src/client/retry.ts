/** Sends an action until it is answered. The server takes it only once, even over a broken connection. */

import { api, ApiError } from "./api";
import { delay } from "./delay";
import type { Snapshot } from "../model/types";

const RETRY_DELAY_STEP = 500;
const MAX_RETRY_DELAY = 2500;

/**
 * Send an action again until an answer comes or `signal` aborts it. `ply` and `seq` make sure that the action is taken
 * only once: if the first attempt did arrive, the server refuses the second as stale. The match has then moved on by
 * the action, so the new state is returned.
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
