/** Where the map should look: at the places to choose from, if they fill only a small part of the map. */
import { distance, type Box, type Point } from "../geometry/geometry";
import type { Spot } from "../geometry/boardPlan";

/** A place smaller than this on the screen, in pixels, is hard to hit. */
const HARD_TO_HIT = 28;
/** The margin around what is shown, in pixels: for counters that reach out of their places, and for the buttons. */
const MARGIN = 64;
/** At least this many places fit side by side into a small window; counters may then be too small to read. */
const PLACES_ABREAST = 11;

/** How the window lies over the plane. */
export interface WindowScale {
  /** The part of the window that nothing covers, in pixels. */
  readonly free: Box;
  /** `k`: pixels per unit now. `wholeScale`: pixels per unit when the whole map is shown. */
  readonly k: number;
  readonly wholeScale: number;
  /** The greatest number of pixels per unit. */
  readonly maxScale: number;
  /** The least number of pixels per unit at which counters can be read. */
  readonly readableScale: number;
  /** The least number of pixels per unit at which counters have names. */
  readonly namedScale: number;
  toScreen(point: Point): Point;
}

export interface MapAim {
  readonly at: Point;
  readonly k: number;
}

/** Returns how much there is to see in a place. */
export type SpotWeight = (spot: Spot) => number;

/**
 * How far the window may reach beyond an edge of the map: at most this share of the window, and at most this share of
 * the map's length.
 */
const MAX_EMPTY_SHARE = 0.06;
const MAX_MAP_SHARE_BESIDE = 0.15;

/**
 * Return how far the player may look beyond an edge, in units: far enough to see counters that reach out of the map,
 * but not at an empty table.
 */
export const marginBeyondEdge = (length: number, window: number, k: number): number =>
  Math.min(length * MAX_MAP_SHARE_BESIDE, (window * MAX_EMPTY_SHARE) / k);

const sizeOf = ({ box }: Spot): number => Math.min(box.w, box.h);

export function isInSight({ free }: WindowScale, [x, y]: Point, margin = 16): boolean {
  return x >= free.x + margin && y >= free.y + margin && x <= free.x + free.w - margin && y <= free.y + free.h - margin;
}

function boxAround(spots: readonly Spot[]): Box {
  const [left, top] = [Math.min(...spots.map(({ box }) => box.x)), Math.min(...spots.map(({ box }) => box.y))];
  const [right, bottom] = [
    Math.max(...spots.map(({ box }) => box.x + box.w)),
    Math.max(...spots.map(({ box }) => box.y + box.h)),
  ];
  return { x: left, y: top, w: right - left, h: bottom - top };
}

const middleOf = ({ x, y, w, h }: Box): Point => [x + w / 2, y + h / 2];

const weightOf = (spots: readonly Spot[], weigh: SpotWeight): number =>
  spots.reduce((sum, spot) => sum + weigh(spot), 0);

/**
 * Return the places that fit into one window of this size and have the greatest total weight. The window is centred on
 * one of them.
 */
function heaviestWindow(spots: readonly Spot[], [wide, high]: Point, weigh: SpotWeight): readonly Spot[] {
  return spots.reduce<readonly Spot[]>((best, { centre: [x, y] }) => {
    const near = spots.filter(
      ({ box }) =>
        box.x >= x - wide / 2 &&
        box.x + box.w <= x + wide / 2 &&
        box.y >= y - high / 2 &&
        box.y + box.h <= y + high / 2,
    );
    return weightOf(near, weigh) > weightOf(best, weigh) ? near : best;
  }, []);
}

/**
 * Return where to look so that these places can be seen and clicked, and their counters can be read. Return null if the
 * map may stay as it is. `led`: true if an aim moved the map here, not the player. `counters`: true if counters in
 * these places are to be chosen.
 */
export function aimAtSpots(
  spots: readonly Spot[],
  sight: WindowScale,
  led: boolean,
  weigh: SpotWeight = () => 1,
  counters = false,
): MapAim | null {
  const { free } = sight;
  if (spots.length === 0 || free.w === 0 || free.h === 0) return null;
  const box = boxAround(spots);
  const margin = Math.min(MARGIN, free.w / 6, free.h / 6);
  const [wide, high] = [free.w - 2 * margin, free.h - 2 * margin];
  const fits = Math.min(wide / box.w, high / box.h);
  const visible = spots.filter((spot) => isInSight(sight, sight.toScreen(spot.centre)));
  const small = Math.min(...spots.map(sizeOf));
  const clear = Math.min(
    sight.readableScale,
    sight.maxScale,
    Math.max(sight.namedScale, Math.min(free.w, free.h) / PLACES_ABREAST / Math.min(1, small)),
  );
  // In a small window counters are small anyway: all places are shown as long as they can be hit and counters told
  // apart.
  const enough = Math.max(HARD_TO_HIT / small, counters ? sight.namedScale : 0);
  const least = Math.min(clear * 0.99, clear < sight.readableScale ? enough : Infinity);
  if (fits < Math.max(least, sight.wholeScale))
    return aimAtScattered(
      sight,
      visible,
      led,
      clear,
      heaviestWindow(spots, [wide / clear, high / clear], weigh),
      weigh,
    );
  const near = Math.min(clear, fits) * 0.99;
  if (sight.k >= near && small * sight.k >= HARD_TO_HIT && visible.length === spots.length) return null;
  const k = Math.min(fits, sight.maxScale, Math.max(clear, HARD_TO_HIT / small, sight.k));
  // If everything can be read, zooming in a little would only be a jolt.
  return visible.length === spots.length && sight.k >= near && k < sight.k * 1.15 ? null : { at: middleOf(box), k };
}

/**
 * Return where to look if the places are all over the map: where most of them are. Return null if enough of them are in
 * sight already, or if some are in sight and the player has moved the map.
 */
function aimAtScattered(
  sight: WindowScale,
  visible: readonly Spot[],
  led: boolean,
  clear: number,
  heaviest: readonly Spot[],
  weigh: SpotWeight,
): MapAim | null {
  if ((visible.length > 0 && !led) || heaviest.length === 0) return null;
  if (sight.k >= clear * 0.87 && weightOf(visible, weigh) * 2 >= weightOf(heaviest, weigh)) return null;
  return { at: middleOf(boxAround(heaviest)), k: Math.max(sight.wholeScale, clear) };
}

/**
 * Return the place that stays in the middle when the player zooms in: of the places in sight, the one nearest to the
 * middle of them all. Return null if none is in sight.
 */
export function spotToKeepInMiddle(spots: readonly Spot[], sight: WindowScale): Spot | null {
  const visible = spots.filter((spot) => isInSight(sight, sight.toScreen(spot.centre)));
  const mean = (axis: 0 | 1): number => visible.reduce((sum, spot) => sum + spot.centre[axis], 0) / visible.length;
  const middle: Point = [mean(0), mean(1)];
  return visible.reduce<Spot | null>(
    (best, spot) => (best === null || distance(spot.centre, middle) < distance(best.centre, middle) ? spot : best),
    null,
  );
}
