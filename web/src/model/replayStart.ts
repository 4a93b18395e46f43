/** The ply from which a match can be replayed. */

import type { ReplayProblem } from "./types";

/** Return the first ply that can be shown: a match that continues under other rules has no past before that point. */
export function firstReplayPly(notice: ReplayProblem | null | undefined): number {
  return notice?.kind.startsWith("goes_on") === true ? notice.plies : 0;
}
