/** An action that arrives once, also over a line that breaks. */

import { api, ApiError } from "./api";
import { pause } from "./delay";
import type { Snapshot } from "../model/types";

const PAUSE = 500;
const LONGEST = 2500;

/**
 * Sends again while no answer comes, until there is one or `signal` says that nobody wants it any more. `ply` and `seq`
 * make sure that an action is taken only once: if the first sending arrived after all, the second is stale, and the match
 * has gone on by it.
 */
export async function actSurely(
  match: string,
  token: string | null,
  body: { ply: number; seq: number; action: string },
  onaway: () => void,
  signal: AbortSignal,
): Promise<Snapshot> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await api.act(match, token, body, signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const now = error.problem.snapshot;
      if (error.problem.code === "stale" && attempt > 0 && now !== undefined && now.ply > body.ply) return now;
      if (!error.away) throw error;
      onaway();
      await pause(Math.min(PAUSE * (attempt + 1), LONGEST), signal);
    }
  }
}
