/** The counts of a scene: scores, and conditions that a side must meet besides. */

import type { Count, Scene } from "./types";

/** Conditions tell how far each has come and how it stands. */
export function isConditions(count: Count): boolean {
  return count.rows.length > 0 && count.rows.every((row) => row.goal !== undefined && row.note !== undefined);
}

/** The numbers of the table. Conditions are told among the ways to win and to lose: that list is what decides the game. */
export function scoreCounts(scene: Scene): Count[] {
  return scene.counts.filter((count) => !isConditions(count));
}

/** The counts that are told part by part. */
export function countsWithParts(scene: Scene): Count[] {
  return scoreCounts(scene).filter(hasParts);
}

/** Whether there is more to be told of a count than its numbers. */
export function hasParts(count: Count): boolean {
  return count.rows.some((row) => row.parts !== undefined);
}
