/**
 * Where the battle scene lies: beside its place on the map, never over it. All sizes are pixels of the map's window.
 */

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Window {
  readonly width: number;
  readonly height: number;
}

const GAP = 10;
/** The greatest width of the scene, and the least width and height at which it can still be read. */
export const MAX_SCENE_WIDTH = 384;
const MIN_SCENE_WIDTH = 250;
const MIN_SCENE_HEIGHT = 190;

const isOverlapping = (a: Rect, b: Rect): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/**
 * Return a rectangle beside the place. If the scene would be too narrow there, the rectangle is above or below the
 * place, on the roomier side. `now` is the present rectangle: it is kept as long as it does not cover the place, so
 * that nothing jumps.
 */
export function placeBeside(place: Rect | null, window: Window, now: Rect | null): Rect {
  const whole = { left: GAP, top: GAP, width: window.width - 2 * GAP, height: window.height - 2 * GAP };
  const isInWindow = (rect: Rect): boolean =>
    rect.left >= 0 &&
    rect.top >= 0 &&
    rect.left + rect.width <= window.width &&
    rect.top + rect.height <= window.height;
  if (now !== null && isInWindow(now) && (place === null || !isOverlapping(now, place))) return now;
  const right = (width: number): Rect => ({ ...whole, left: window.width - GAP - width, width });
  if (place === null || !isOverlapping(place, whole)) return right(Math.min(MAX_SCENE_WIDTH, whole.width));
  const free = { left: place.left - 2 * GAP, right: window.width - place.left - place.width - 2 * GAP };
  const high = { above: place.top - 2 * GAP, below: window.height - place.top - place.height - 2 * GAP };
  const side = Math.max(free.left, free.right);
  if (side >= MIN_SCENE_WIDTH || Math.max(high.above, high.below) < MIN_SCENE_HEIGHT) {
    const width = Math.max(Math.min(MAX_SCENE_WIDTH, side), Math.min(MIN_SCENE_WIDTH, whole.width));
    return free.right >= free.left ? right(width) : { ...whole, width };
  }
  return high.below >= high.above
    ? { ...whole, top: window.height - GAP - high.below, height: high.below }
    : { ...whole, height: high.above };
}
