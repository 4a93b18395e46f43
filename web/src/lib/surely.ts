/** An action that arrives once, also over a line that breaks. */

import { api, ApiError } from "./api";
import type { Snapshot } from "./types";

const RETRIES = 6;
const PAUSE = 500;

/**
 * Sends again while no answer comes. `ply` and `seq` make sure that an action is taken only once: if the first sending
 * arrived after all, the second is stale, and the match has gone on by it.
 */
export async function actSurely(
  match: string,
  token: string | null,
  body: { ply: number; seq: number; action: string },
  onaway: () => void,
): Promise<Snapshot> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await api.act(match, token, body);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const now = error.problem.snapshot;
      if (error.problem.code === "stale" && attempt > 0 && now !== undefined && now.ply > body.ply) return now;
      if (!error.away || attempt >= RETRIES) throw error;
      onaway();
      await new Promise((resolve) => setTimeout(resolve, PAUSE * (attempt + 1)));
    }
  }
}
