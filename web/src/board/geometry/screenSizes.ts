/** How large counters and letters are on the screen, for a kind of board, a window and a zoom. */
import { layLabels } from "./labelLayout";
import type { Point } from "./geometry";
import type { BilingualNames } from "../bilingualNames";
import type { BoardPlan, Spot } from "./boardPlan";
import { growSlowly } from "../window/mapWindow.svelte";

export interface Sizes {
  readonly counter: number;
  readonly letters: number;
  room(spot: Spot): number;
}

/** The size of a pattern's tile on the map, in units of the plane. */
export const MAP_TILE = 1.5;

const clamp = (low: number, value: number, high: number): number => Math.max(low, Math.min(high, value));

/** Return the sizes at a scale. `whole`: pixels per unit when the whole map is shown; `k`: pixels per unit now. */
export function measureSizes(plan: BoardPlan, whole: number, k: number): Sizes {
  if (plan.look === "hexes") {
    const counter = clamp(18, k * 0.7, 64);
    return { counter, letters: clamp(7, k * 0.21, 17), room: () => counter * 1.5 };
  }
  const [share, most] = plan.look === "grid" ? [4.6, 46] : [4.3, 43];
  const counter = growSlowly(clamp(18, whole * share, most), k / whole, 76);
  const letters = growSlowly(clamp(8.5, whole * 1.36, 15), k / whole, 26);
  return { counter, letters, room: (spot) => clamp(counter * 2.2, spot.room * 2 * k, counter * 4.6) };
}

/** The smallest size at which a counter can be read: 40 pixels and a margin. */
export const READABLE_PIXELS = 42.2;

/**
 * An area map is enlarged at most this many times to make counters readable. Areas are large: smaller counters are
 * accepted, so that more than a few areas are in sight.
 */
const MAX_NEARER = 2.3;

/**
 * Return the pixels per unit at which a counter is `pixels` wide. By default this is the least size at which counters
 * can be read.
 */
export function scaleForCounters(plan: BoardPlan, whole: number, pixels = READABLE_PIXELS): number {
  const most = plan.look === "hexes" ? Infinity : whole * MAX_NEARER;
  let k = whole;
  while (k < most && measureSizes(plan, whole, k).counter < pixels) k *= 1.02;
  return k;
}

/** The letter size of the second line as a share of the first. */
export const SECOND_LINE_RATIO = 0.82;

/** Names on a hex map are written only if a hex is larger than this on the screen. */
export const MIN_NAMED_HEX_PIXELS = 26;

/** Return the width of a line: Japanese letters are square, Latin small capitals about half as wide. */
export const lineWidth = (text: string, pixels: number): number =>
  [...text].reduce((sum, sign) => sum + (sign > "\u2e80" ? 1 : 0.54), 0) * pixels;

/** The smallest letter size at which names are written in both scripts, with their marks. */
export const MIN_TWO_LINE_PIXELS = 9.6;

/** Return where the names of an area map go, in units of the plane. */
export function placeLabels(
  plan: BoardPlan,
  names: BilingualNames,
  whole: number,
  k: number,
): ReadonlyMap<string, Point> {
  const { counter, letters } = measureSizes(plan, whole, k);
  if (plan.look !== "painted") return new Map([...plan.spots].map(([id, spot]) => [id, spot.label]));
  const scale = ([x, y]: Point): Point => [x * k, y * k];
  const wanted = [...plan.spots.values()]
    .sort((a, b) => a.box.w * a.box.h - b.box.w * b.box.h)
    .map((spot) => {
      const pair = names.of(spot.place.name);
      const two = letters >= MIN_TWO_LINE_PIXELS;
      const first = lineWidth(pair.main, letters) / 2;
      const second = two ? lineWidth(pair.second, letters * SECOND_LINE_RATIO) / 2 : 0;
      const marks = spot.place.marks.length * (letters * 1.05 + 3) + 3;
      return {
        id: spot.place.id,
        label: scale(spot.label),
        stacks: scale(spot.stacks),
        rings: spot.rings.map((ring) => ring.map(scale)),
        left: Math.max(second, first + (two ? letters : 0)),
        right: Math.max(second, first + (two ? marks : 0)),
        half: two ? letters : letters * 0.6,
      };
    });
  const places = layLabels(wanted, [counter, counter * 0.54], letters < MIN_TWO_LINE_PIXELS, {
    x: plan.box.x * k,
    y: plan.box.y * k,
    w: plan.box.w * k,
    h: plan.box.h * k,
  });
  return new Map([...places].map(([id, [x, y]]) => [id, [x / k, y / k]]));
}
