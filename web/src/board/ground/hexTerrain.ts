/**
 * Draws a hex map of thousands of hexes as a few dozen long paths. Strokes are grouped by patches of the map, so that a
 * browser that draws one corner need not process all of them.
 */
import type { Board } from "../../model/types";
import { chain, pathOf, ringsPath, round, smooth, type Point, type Ring } from "../geometry/geometry";
import { around, corners, sideBetween } from "../geometry/hexGrid";
import type { BoardPlan, Spot } from "../geometry/boardPlan";
import { seededRandom } from "../geometry/seededRandom";

export interface HexSide {
  readonly a: string;
  readonly b: string;
  readonly kind: string;
  readonly crossing: string;
}

export interface Crossing {
  readonly kind: string;
  readonly at: Point;
  /** The angle of the ford or bridge, which leads from hex to hex across the river, in degrees. */
  readonly angle: number;
}

export interface HexPicture {
  readonly fills: ReadonlyMap<string, string>;
  readonly strokes: readonly (readonly [terrain: string, path: string])[];
  readonly lines: string;
  readonly land: string;
  readonly provinces: readonly string[];
  readonly rivers: readonly string[];
  readonly waters: readonly string[];
  readonly crossings: readonly Crossing[];
}

export const isWater = (terrain: string | undefined): boolean => terrain === "sea" || terrain === "lake";

export function sidesOf(board: Board): HexSide[] {
  const sides = (board as { sides?: unknown }).sides;
  return Array.isArray(sides)
    ? (sides as HexSide[]).filter((side) => typeof side?.a === "string" && typeof side.b === "string")
    : [];
}

export function paintHexes(board: Board, plan: BoardPlan): HexPicture {
  const spots = [...plan.spots.values()];
  const groups = new Map<string, Spot[]>();
  for (const spot of spots)
    groups.set(spot.place.terrain ?? "flat", [...(groups.get(spot.place.terrain ?? "flat") ?? []), spot]);
  const ids = new Map(spots.map((spot) => [spot.place.at.join(","), spot]));
  const sides = sidesOf(board);
  const segment = ({ a, b }: HexSide): (readonly [Point, Point])[] => {
    const [from, to] = [plan.centres.get(a), plan.centres.get(b)];
    return from && to ? [sideBetween(from, to)] : [];
  };
  const flow = (kind: string): string[] =>
    chain(sides.filter((side) => side.kind === kind).flatMap(segment)).map((line) => openPath(line, 2));
  return {
    fills: new Map([...groups].map(([terrain, group]) => [terrain, group.map((spot) => spot.path).join("")])),
    strokes: [...groups].flatMap(([terrain, group]) =>
      patches(group).map((patch) => [terrain, patch.map((spot) => brush(terrain, spot)).join("")] as const),
    ),
    lines: spots.map(halfOutline).join(""),
    land: ringsPath(shores(spots, ids, plan)),
    provinces: borders(spots, ids, plan),
    rivers: flow("river"),
    waters: flow("water"),
    crossings: sides.flatMap((side) => crossing(side, plan)),
  };
}

/** The width and height of a patch, in hexes. */
const PATCH = 8;

function patches(spots: readonly Spot[]): Spot[][] {
  const byPatch = new Map<string, Spot[]>();
  for (const spot of spots) {
    const key = spot.place.at.map((n) => Math.floor(n / PATCH)).join(",");
    const patch = byPatch.get(key);
    if (patch) patch.push(spot);
    else byPatch.set(key, [spot]);
  }
  return [...byPatch.values()];
}

const openPath = (line: Ring, times: number): string => pathOf(smooth(line, times), false);

/**
 * Return three sides of a hex. If these sides of all hexes are drawn, every line of the map is drawn once, except the
 * outer edge.
 */
const halfOutline = (spot: Spot): string => pathOf(corners(spot.centre).slice(0, 4), false);

type Index = ReadonlyMap<string, Spot>;

function edgesWhere(
  spots: readonly Spot[],
  ids: Index,
  plan: BoardPlan,
  differ: (a: Spot, b: Spot) => boolean,
): (readonly [Point, Point])[] {
  return spots.flatMap((spot) => {
    const [column, row] = spot.place.at;
    // Half of the neighbours, so that each pair is visited once.
    const half = around(column, row, plan.shifted).slice(1, 4);
    return half.flatMap((at) => {
      const other = ids.get(at.join(","));
      return other && differ(spot, other) ? [sideBetween(spot.centre, other.centre)] : [];
    });
  });
}

function borders(spots: readonly Spot[], ids: Index, plan: BoardPlan): string[] {
  const areInDifferentProvinces = (a: Spot, b: Spot): boolean =>
    Boolean(a.place.province) && Boolean(b.place.province) && a.place.province !== b.place.province;
  return chain(edgesWhere(spots, ids, plan, areInDifferentProvinces)).map((line) => openPath(line, 2));
}

/**
 * Return the softened outline of the land hexes, for a map without a drawn coast. The map's edge counts as shore, so
 * that rings close.
 */
function shores(spots: readonly Spot[], ids: Index, plan: BoardPlan): Ring[] {
  const dry = spots.filter((spot) => !isWater(spot.place.terrain));
  const segments = dry.flatMap((spot) => {
    const ring = corners(spot.centre);
    return around(spot.place.at[0], spot.place.at[1], plan.shifted).flatMap((at, side) => {
      const other = ids.get(at.join(","));
      // Neighbour i lies beyond the side from corner i + 4 to i + 5 (corners run clockwise from the right).
      return other && !isWater(other.place.terrain)
        ? []
        : [[ring[(side + 4) % 6], ring[(side + 5) % 6]] as [Point, Point]];
    });
  });
  return chain(segments).map((line) => smooth(line.slice(0, -1), 2, true));
}

function crossing(side: HexSide, plan: BoardPlan): Crossing[] {
  const [a, b] = [plan.centres.get(side.a), plan.centres.get(side.b)];
  if (!a || !b || !side.crossing) return [];
  const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  return [{ kind: side.crossing, at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], angle }];
}

// -- textures: the shape of its strokes tells each terrain ---------------------------------------------------------

type Brush = (random: () => number, x: number, y: number) => string;

const spread =
  (count: number, draw: (random: () => number, x: number, y: number) => string): Brush =>
  (random, x, y) =>
    Array.from({ length: count }, (_, i) => {
      const angle = (i / count) * 2 * Math.PI + random() * 1.2;
      const far = count === 1 ? 0 : 0.16 + random() * 0.18;
      return draw(random, x + Math.cos(angle) * far, y + Math.sin(angle) * far);
    }).join("");

const BRUSHES: Readonly<Record<string, Brush>> = {
  mountain: (random, x, y) => {
    const peak = (dx: number, dy: number, size: number): string => {
      const [px, py] = [x + dx, y + dy];
      return `M${round(px - size)} ${round(py + size * 0.7)}L${round(px)} ${round(py - size * 0.7)}L${round(px + size)} ${round(py + size * 0.7)}M${round(px)} ${round(py - size * 0.7)}L${round(px + size * 0.2)} ${round(py + size * 0.1)}L${round(px + size * 0.05)} ${round(py + size * 0.45)}`;
    };
    return peak(-0.12 + random() * 0.05, -0.08, 0.22 + random() * 0.04) + peak(0.17, 0.1 + random() * 0.06, 0.16);
  },
  foothills: spread(
    4,
    (random, x, y) =>
      `M${round(x - 0.08)} ${round(y + 0.06)}L${round(x)} ${round(y - 0.09 - random() * 0.03)}L${round(x + 0.08)} ${round(y + 0.06)}M${round(x)} ${round(y - 0.06)}V${round(y + 0.1)}`,
  ),
  rough: spread(
    3,
    (random, x, y) =>
      `M${round(x - 0.1)} ${round(y)}Q${round(x)} ${round(y - 0.12 - random() * 0.04)} ${round(x + 0.1)} ${round(y)}`,
  ),
  marsh: spread(
    4,
    (_, x, y) =>
      `M${round(x - 0.11)} ${round(y)}H${round(x + 0.11)}M${round(x - 0.03)} ${round(y)}L${round(x - 0.06)} ${round(y - 0.1)}M${round(x + 0.02)} ${round(y)}L${round(x + 0.05)} ${round(y - 0.1)}`,
  ),
  sea: (random, x, y) =>
    random() < 0.4
      ? `M${round(x - 0.2)} ${round(y)}Q${round(x - 0.1)} ${round(y - 0.07)} ${round(x)} ${round(y)}T${round(x + 0.2)} ${round(y)}`
      : "",
  lake: (_, x, y) =>
    `M${round(x - 0.2)} ${round(y)}H${round(x + 0.1)}M${round(x - 0.05)} ${round(y + 0.14)}H${round(x + 0.2)}`,
};

function brush(terrain: string, spot: Spot): string {
  return BRUSHES[terrain]?.(seededRandom(spot.place.id), spot.centre[0], spot.centre[1]) ?? "";
}
