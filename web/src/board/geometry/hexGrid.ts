/** Flat-top hexes of unit height, numbered from column 1, row 1 (see docs/maps.md). */
import { chain, type Point } from "./geometry";

export type Shifted = "even" | "odd";

/** The distance from one column to the next. */
const WIDTH = Math.sqrt(3) / 2;
/** The distance from the centre of a hex to a corner. */
export const RADIUS = 1 / Math.sqrt(3);

const isShifted = (column: number, shifted: Shifted): boolean => (column % 2 === 0) === (shifted === "even");

export function centre(column: number, row: number, shifted: Shifted): Point {
  return [(column - 1) * WIDTH + RADIUS, row - 0.5 + (isShifted(column, shifted) ? 0.5 : 0)];
}

/** Return the corners of a hex, clockwise on the screen; the first is the one at the right. */
export function corners([x, y]: Point, size = 1): Point[] {
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = (i * Math.PI) / 3;
    return [x + Math.cos(angle) * RADIUS * size, y + Math.sin(angle) * RADIUS * size];
  });
}

/** Return the column and row of the hex that holds a point. This hex may lie off the map. */
export function hexAt([x, y]: Point, shifted: Shifted): readonly [number, number] {
  const guess = Math.round((x - RADIUS) / WIDTH) + 1;
  let best: readonly [number, number] = [guess, 0];
  let nearest = Infinity;
  for (const column of [guess - 1, guess, guess + 1]) {
    const row = Math.round(y + 0.5 - (isShifted(column, shifted) ? 0.5 : 0));
    const [cx, cy] = centre(column, row, shifted);
    const far = (cx - x) ** 2 + (cy - y) ** 2;
    if (far < nearest) [nearest, best] = [far, [column, row]];
  }
  return best;
}

/** Return the six hexes around one, clockwise from the one above; side i is shared with neighbour i. */
export function around(column: number, row: number, shifted: Shifted): (readonly [number, number])[] {
  const down = isShifted(column, shifted) ? 1 : 0;
  return [
    [column, row - 1],
    [column + 1, row - 1 + down],
    [column + 1, row + down],
    [column, row + 1],
    [column - 1, row + down],
    [column - 1, row - 1 + down],
  ];
}

/** Return the two corners of the side between two neighbouring hexes. The hexes are given by their centres. */
export function sideBetween(a: Point, b: Point): readonly [Point, Point] {
  const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const half = RADIUS / 2 / Math.hypot(dx, dy);
  return [
    [mx - dy * half, my + dx * half],
    [mx + dy * half, my - dx * half],
  ];
}

/** Return the common outline of some hexes. */
export function outline(cells: readonly (readonly [number, number])[], shifted: Shifted): Point[][] {
  const own = new Set(cells.map((cell) => cell.join(",")));
  const sides = cells.flatMap(([column, row]) => {
    const middle = centre(column, row, shifted);
    return around(column, row, shifted)
      .filter((next) => !own.has(next.join(",")))
      .map((next) => sideBetween(middle, centre(next[0], next[1], shifted)));
  });
  return chain(sides);
}
