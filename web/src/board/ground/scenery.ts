/**
 * Brush strokes for the many trees and mountains of a map, in as few paths as possible: each path draws those of one
 * patch of the map.
 */
import type { Dab } from "../geometry/mapDrawing";
import { round } from "../geometry/geometry";
import { seededRandom } from "../geometry/seededRandom";

/** The width and height of a patch, in units of the plane. */
const PATCH = 14;

export interface Wood {
  readonly shade: string;
  readonly trunks: string;
}

function patches(dabs: readonly Dab[]): Dab[][] {
  const byPatch = new Map<string, Dab[]>();
  for (const dab of dabs) {
    const key = `${Math.floor(dab[0] / PATCH)},${Math.floor(dab[1] / PATCH)}`;
    const patch = byPatch.get(key);
    if (patch) patch.push(dab);
    else byPatch.set(key, [dab]);
  }
  return [...byPatch.values()];
}

export const woods = (trees: readonly Dab[]): Wood[] => patches(trees).map(wood);

/** Return mountains as brush strokes: two slopes, and one stroke for the side away from the light. */
export const peaks = (dabs: readonly Dab[]): string[] =>
  patches(dabs).map((patch) =>
    patch
      .map(([x, y, size]) => {
        const [w, h] = [size * 0.62, size * 0.8];
        return `M${round(x - w)} ${round(y)}L${round(x)} ${round(y - h)}L${round(x + w)} ${round(y)}M${round(x)} ${round(y - h)}L${round(x + w * 0.25)} ${round(y - h * 0.5)}L${round(x + w * 0.1)} ${round(y - h * 0.2)}`;
      })
      .join(""),
  );

/** Return trees as brush strokes: a soft crown and three quick strokes. */
function wood(trees: readonly Dab[]): Wood {
  const random = seededRandom("woods");
  const shade: string[] = [];
  const trunks: string[] = [];
  for (const [x, y, size] of trees) {
    const [w, h] = [size * 0.34, size * 0.62];
    shade.push(
      `M${round(x - w)} ${round(y)}Q${round(x - w * 0.9)} ${round(y - h * 0.8)} ${round(x)} ${round(y - h)}Q${round(x + w * 0.9)} ${round(y - h * 0.8)} ${round(x + w)} ${round(y)}Z`,
    );
    for (const share of [0.95, 0.6, 0.25]) {
      const lean = (random() - 0.5) * 0.12;
      trunks.push(
        `M${round(x - w * share)} ${round(y - h * (1 - share) + lean)}L${round(x)} ${round(y - h * (1.25 - share))}L${round(x + w * share)} ${round(y - h * (1 - share) - lean)}`,
      );
    }
  }
  return { shade: shade.join(""), trunks: trunks.join("") };
}
