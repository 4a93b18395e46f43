/** The numbers of the table: scores, and conditions that a side must meet besides. */

import type { Count, Scene } from "./types";

/** Conditions tell how far each has come and how it stands. */
export function isConditions(count: Count): boolean {
  return count.rows.length > 0 && count.rows.every((row) => row.goal !== undefined && row.note !== undefined);
}

/** How many conditions are met. */
export function metOf(count: Count): number {
  return count.rows.filter((row) => row.value >= (row.goal ?? 0)).length;
}

/** The counts that are told part by part. Conditions are told among the ways to win and to lose, where there are such. */
export function scoring(scene: Scene): Count[] {
  return scene.counts.filter((count) => hasMore(count) && !(scene.aims !== undefined && isConditions(count)));
}

/** Whether there is more to be told of a count than its numbers. */
export function hasMore(count: Count): boolean {
  return isConditions(count) || count.rows.some((row) => row.parts !== undefined);
}
