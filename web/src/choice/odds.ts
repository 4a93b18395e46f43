/** Which odds are worth showing, and chances as whole percentages. */

import type { Odds, Option, Overlay, Scene } from "../model/types";

/**
 * Round chances to whole percentages in such a way that their sum is right. All are rounded down; then the chances that
 * lost most by the rounding get one more, until the sum is right.
 */
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

/** Tell whether anybody could lose anything or anything could change hands. */
export function isAnythingAtStake({ rows, outcomes = [], generals = [] }: Odds): boolean {
  const losses = rows.some((row) => row.chances?.slice(1).some((chance) => chance > 0));
  return (
    losses ||
    [...outcomes.map(({ chance }) => chance), ...generals.map(({ dead }) => dead)].some((chance) => chance > 0)
  );
}

/**
 * Tell whether to show the odds of an option. If the odds name places, another clan must stand in one of them. If they
 * name none, something must be at stake.
 */
export function hasOpponents(option: Option, odds: Overlay, scene: Pick<Scene, "places"> | undefined): boolean {
  const places = Object.keys(odds.places);
  if (places.length === 0) return odds.panel !== undefined && isAnythingAtStake(odds.panel);
  return places.some((place) =>
    scene?.places[place]?.stacks.some((stack) => !option.lights.includes(`clan:${stack.clan}`)),
  );
}
