/** The ply from which a match can be replayed. */

import type { ReplayProblem } from "./types";

/**
 * Return the first ply that can be shown. A match that continues under other rules cannot be replayed before that
 * point.
 */
export function firstReplayPly(notice: ReplayProblem | null | undefined): number {
  return notice?.kind.startsWith("goes_on") === true ? notice.plies : 0;
}
