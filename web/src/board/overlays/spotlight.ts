/** What the map is asked to show: where to look, and what to mark there. */
import type { Box, Point } from "../geometry/geometry";
import type { Spot } from "../geometry/boardPlan";

export interface SpotlightTarget {
  places: readonly string[];
  routes: readonly { path: readonly string[]; side: string }[];
  /** When the key changes, the map moves there again. */
  key: string;
  /** True if the spotlight is only drawn: the map stays where it is, and nothing flashes. */
  still?: boolean;
}

/** The margin around what is shown, in pixels. */
const AROUND = 90;
/** The least size at which a place is shown, in pixels. */
const CLEAR = 56;

function around(spots: readonly Spot[]): Box {
  const [x, y] = [Math.min(...spots.map(({ box }) => box.x)), Math.min(...spots.map(({ box }) => box.y))];
  const [right, bottom] = [
    Math.max(...spots.map(({ box }) => box.x + box.w)),
    Math.max(...spots.map(({ box }) => box.y + box.h)),
  ];
  return { x, y, w: right - x, h: bottom - y };
}

/**
 * Return where to look so that all places are in sight: at the player's present zoom, or nearer if the places would be
 * too small.
 */
export function aimAtSpotlight(
  spots: readonly Spot[],
  window: { free: Box; k: number; wholeScale: number; maxScale: number },
): { at: Point; k: number } | null {
  const { w, h } = window.free;
  if (spots.length === 0 || w === 0 || h === 0) return null;
  const box = around(spots);
  const margin = Math.min(AROUND, w / 5, h / 5);
  const fits = Math.min((w - 2 * margin) / box.w, (h - 2 * margin) / box.h);
  const size = Math.min(...spots.map((spot) => Math.min(spot.box.w, spot.box.h)));
  const k = Math.max(window.wholeScale, Math.min(fits, window.maxScale, Math.max(window.k, CLEAR / size)));
  return { at: [box.x + box.w / 2, box.y + box.h / 2], k };
}

/**
 * Return a line through the middles of a route's places. The line stops short of the last middle, so that the arrow's
 * head is seen beside the counter.
 */
export function routePoints(path: readonly string[], centres: ReadonlyMap<string, Point>, short: number): Point[] {
  const points = path.map((id) => centres.get(id)).filter((point) => point !== undefined);
  const [last, before] = [points.at(-1), points.at(-2)];
  if (last === undefined || before === undefined) return [];
  const far = Math.hypot(last[0] - before[0], last[1] - before[1]);
  const share = far === 0 ? 0 : Math.min(0.45, short / far);
  return [...points.slice(0, -1), [last[0] + (before[0] - last[0]) * share, last[1] + (before[1] - last[1]) * share]];
}
