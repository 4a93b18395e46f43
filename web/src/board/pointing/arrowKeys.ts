/** Arrow keys on a map: they lead to the place that the player expects in that direction. */
import { distance, type Point } from "../geometry/geometry";

export type Direction = "up" | "down" | "left" | "right";

const TOWARDS: Record<Direction, Point> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

export const ARROW_KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/**
 * Return the place to which an arrow key leads. Neighbours within 75 degrees of the direction come first: the best
 * aligned and nearest of them. Only if there is none does the key jump to the nearest other place within 60 degrees, so
 * that every place can be reached.
 */
export function nextPlace(
  from: string,
  direction: Direction,
  centres: ReadonlyMap<string, Point>,
  near: readonly string[],
): string | null {
  const start = centres.get(from);
  if (!start) return null;
  const choose = (ids: Iterable<string>, widest: number): string | null => {
    let [best, least]: [string | null, number] = [null, Infinity];
    for (const id of ids) {
      const point = centres.get(id);
      if (!point || id === from) continue;
      const far = distance(start, point);
      const towards = TOWARDS[direction];
      const along = (point[0] - start[0]) * towards[0] + (point[1] - start[1]) * towards[1];
      const cosine = far === 0 ? 0 : along / far;
      if (cosine < widest) continue;
      const cost = far * (2 - cosine) ** 2;
      if (cost < least) [best, least] = [id, cost];
    }
    return best;
  };
  return choose(near, Math.cos((75 * Math.PI) / 180)) ?? choose(centres.keys(), 0.5);
}
