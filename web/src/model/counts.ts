/** The counts of a scene: scores, and conditions that a side must also meet. */

import type { Count, Scene } from "./types";

/** Tell whether a count consists of conditions: each row has a goal and a note. */
export function isConditions(count: Count): boolean {
  return count.rows.length > 0 && count.rows.every((row) => row.goal !== undefined && row.note !== undefined);
}

/**
 * Return the counts that are numbers. Conditions are left out: they are shown in the list of ways to win and to lose.
 */
export function scoreCounts(scene: Scene): Count[] {
  return scene.counts.filter((count) => !isConditions(count));
}

/** Return the counts that are numbers and say what these numbers are made of. */
export function countsWithParts(scene: Scene): Count[] {
  return scoreCounts(scene).filter(hasParts);
}

/** Tell whether a count says what some of its numbers are made of (`parts`). */
export function hasParts(count: Count): boolean {
  return count.rows.some((row) => row.parts !== undefined);
}
