/** Which odds are worth showing, and chances in whole percentages. */

import type { Odds, Option, Overlay, Scene } from "../model/types";

/** Whole percentages that add up: what rounding leaves over goes to those who lost most by it. */
export function wholePercentages(chances: readonly number[]): number[] {
  const exact = chances.map((chance) => chance * 100);
  const whole = exact.map(Math.floor);
  let remainder = Math.round(exact.reduce((sum, one) => sum + one, 0)) - whole.reduce((sum, one) => sum + one, 0);
  const order = [...exact.keys()].sort((a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1) || a - b);
  for (const index of order) {
    if (remainder <= 0) break;
    whole[index] = (whole[index] ?? 0) + 1;
    remainder -= 1;
  }
  return whole;
}

/** Would anybody lose anything, or anything change hands? */
export function isAnythingAtStake({ rows, outcomes = [], generals = [] }: Odds): boolean {
  const losses = rows.some((row) => row.chances?.slice(1).some((chance) => chance > 0));
  return (
    losses ||
    [...outcomes.map(({ chance }) => chance), ...generals.map(({ dead }) => dead)].some((chance) => chance > 0)
  );
}

/** Chances are told only where something is at stake, and where places are named somebody else stands in one. */
export function hasOpponents(option: Option, odds: Overlay, scene: Pick<Scene, "places"> | undefined): boolean {
  const places = Object.keys(odds.places);
  if (places.length === 0) return odds.panel !== undefined && isAnythingAtStake(odds.panel);
  return places.some((place) =>
    scene?.places[place]?.stacks.some((stack) => !option.lights.includes(`clan:${stack.clan}`)),
  );
}
