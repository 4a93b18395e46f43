/** Where the map should look: at what may be chosen, if that is a small part of it. */
import { distance, type Box, type Point } from "./geometry";
import type { Spot } from "./plan";

/** A place smaller than this on the screen, in pixels, is hard to hit; one that is shown on purpose gets more. */
const HARD = 28;
const EASY = 46;
/** Pixels around what is shown, for counters that stand out of their places and for the buttons. */
const AROUND = 64;
/** What would be shown hardly larger than on the whole map does not lie in a small part of it. */
const SMALL = 1.3;

/** How the window lies over the plane. */
export interface Sight {
  readonly width: number;
  readonly height: number;
  /** Pixels per unit, now and when the whole map is shown. */
  readonly k: number;
  readonly whole: number;
  /** The most pixels a unit may have. */
  readonly nearest: number;
  toScreen(point: Point): Point;
}

export interface Aim {
  readonly at: Point;
  readonly k: number;
}

/** The most of the window that may lie beyond an edge of the map, and the most of the map that may be shown beside it. */
const EMPTY = 0.15;
const BESIDE = 0.15;

/** How far one may look beyond an edge, in units: far enough for what stands out of it, and never at an empty table. */
export const beyond = (length: number, window: number, k: number): number => Math.min(length * BESIDE, (window * EMPTY) / k);

const sizeOf = ({ box }: Spot): number => Math.min(box.w, box.h);

export function inSight(sight: Sight, [x, y]: Point, margin = 16): boolean {
  return x >= margin && y >= margin && x <= sight.width - margin && y <= sight.height - margin;
}

function around(spots: readonly Spot[]): Box {
  const [left, top] = [Math.min(...spots.map(({ box }) => box.x)), Math.min(...spots.map(({ box }) => box.y))];
  const [right, bottom] = [Math.max(...spots.map(({ box }) => box.x + box.w)), Math.max(...spots.map(({ box }) => box.y + box.h))];
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/**
 * Where to look for these places to be seen and hit; null where the map may stay as it is. `led`: the map was brought to
 * where it is by such an aim, not by the player, so it also goes back to the whole of it when that is needed.
 */
export function aimAt(spots: readonly Spot[], sight: Sight, led: boolean): Aim | null {
  if (spots.length === 0 || sight.width === 0) return null;
  const box = around(spots);
  const at: Point = [box.x + box.w / 2, box.y + box.h / 2];
  const margin = Math.min(AROUND, sight.width / 6, sight.height / 6);
  const fits = Math.min((sight.width - 2 * margin) / box.w, (sight.height - 2 * margin) / box.h);
  const seen = spots.filter((spot) => inSight(sight, sight.toScreen(spot.centre)));
  const size = Math.min(...spots.map(sizeOf));
  if (fits < sight.whole * SMALL) {
    // They lie all over the map.
    return seen.length === 0 || (led && seen.length < spots.length) ? { at, k: Math.max(sight.whole, Math.min(sight.k, fits)) } : null;
  }
  const small = size * sight.k < HARD;
  if (!small && seen.length === spots.length) return null;
  const k = Math.min(fits, sight.nearest, small ? EASY / size : sight.k);
  // Coming a little nearer would only be a jolt.
  return seen.length === spots.length && k < sight.k * 1.15 ? null : { at, k };
}

/** The place to keep in the middle when one comes nearer: one of those in sight, the nearest to the middle of them all. */
export function keptInMiddle(spots: readonly Spot[], sight: Sight): Spot | null {
  const seen = spots.filter((spot) => inSight(sight, sight.toScreen(spot.centre)));
  const mean = (axis: 0 | 1): number => seen.reduce((sum, spot) => sum + spot.centre[axis], 0) / seen.length;
  const middle: Point = [mean(0), mean(1)];
  return seen.reduce<Spot | null>((best, spot) => (best === null || distance(spot.centre, middle) < distance(best.centre, middle) ? spot : best), null);
}
