/** From which ply on a match can be replayed. */

import type { ReplayProblem } from "./types";

/** The first ply that can be shown: a match that goes on under other rules has no past before it was taken up. */
export function firstReplayPly(notice: ReplayProblem | null | undefined): number {
  return notice?.kind.startsWith("goes_on") === true ? notice.plies : 0;
}
