/** Where names go: clear of counters and of each other, and inside their place if possible. */
import { isInside, overlap, type Box, type Point, type Rect, type Ring } from "./geometry";

export interface LabelRequest {
  readonly id: string;
  /** The preferred place of the name, and the middle of the room for counters. All sizes here are pixels. */
  readonly label: Point;
  readonly stacks: Point;
  readonly rings: readonly Ring[];
  /** How far the lettering reaches to the left and right of its middle, and up and down. */
  readonly left: number;
  readonly right: number;
  readonly half: number;
}

const rect = ({ left, right, half }: LabelRequest, [x, y]: Point): Rect => ({
  x0: x - left,
  x1: x + right,
  y0: y - half,
  y1: y + half,
});

/** Return the share of eight sample points of a rectangle that lie outside the place. */
function outside(rings: readonly Ring[], { x0, y0, x1, y1 }: Rect): number {
  let out = 0;
  for (const sx of [0.05, 0.35, 0.65, 0.95])
    for (const sy of [0.15, 0.85]) if (!isInside(rings, [x0 + (x1 - x0) * sx, y0 + (y1 - y0) * sy])) out++;
  return out / 8;
}

/**
 * Return where the middle of each name goes. `counters`: half the width and height of the room that is kept free for
 * counters in each place. `drop`: true if names that would hide too much are left out; they appear when the player
 * zooms in. `sheet`: the map's own rectangle, inside which the names stay.
 */
export function layLabels(
  wanted: readonly LabelRequest[],
  counters: Point,
  drop: boolean,
  sheet: Box,
): Map<string, Point> {
  const room = new Map(
    wanted.map(({ id, stacks: [x, y] }): [string, Rect] => [
      id,
      { x0: x - counters[0], x1: x + counters[0], y0: y - counters[1], y1: y + counters[1] },
    ]),
  );
  const choices = new Map(
    wanted.map((want) => [want.id, candidates(want, counters).map((point) => onto(sheet, want, point))]),
  );
  const placed = new Map<string, Point>(wanted.map((want) => [want.id, want.label]));
  // In the second round each name takes account of where the others went.
  for (let round = 0; round < 2; round++) {
    for (const want of wanted) {
      let [best, least]: [Point, number] = [want.label, Infinity];
      for (const point of choices.get(want.id) ?? []) {
        const cost = costOf(want, point, wanted, placed, room);
        if (cost < least) [best, least] = [point, cost];
      }
      placed.set(want.id, best);
      const size = (want.left + want.right) * want.half * 2;
      if (drop && round === 1 && least > size * 0.9) placed.delete(want.id);
    }
  }
  return placed;
}

function costOf(
  want: LabelRequest,
  point: Point,
  all: readonly LabelRequest[],
  placed: ReadonlyMap<string, Point>,
  room: ReadonlyMap<string, Rect>,
): number {
  const label = rect(want, point);
  const size = (label.x1 - label.x0) * (label.y1 - label.y0);
  let cost = outside(want.rings, label) * size * 0.8;
  for (const other of all) {
    const counters = room.get(other.id);
    if (counters) cost += overlap(label, counters) * 2.5;
    const at = placed.get(other.id);
    if (other !== want && at) cost += overlap(label, rect(other, at)) * 2;
  }
  return cost + Math.hypot(point[0] - want.label[0], point[1] - want.label[1]) * want.half * 0.06;
}

/** Move a name inside the edges of the map. */
function onto(sheet: Box, { left, right, half }: LabelRequest, [x, y]: Point): Point {
  const gap = 4;
  return [
    Math.max(sheet.x + left + gap, Math.min(sheet.x + sheet.w - right - gap, x)),
    Math.max(sheet.y + half + gap, Math.min(sheet.y + sheet.h - half - gap, y)),
  ];
}

function candidates(want: LabelRequest, [w, h]: Point): Point[] {
  const [x, y] = want.stacks;
  // How far the middle of the name is shifted so that name and marks together stand in the centre.
  const middle = (want.left - want.right) / 2;
  const [up, down] = [y - h - want.half - 2, y + h + want.half + 2];
  const [west, east] = [x - w - want.right - 3, x + w + want.left + 3];
  const shift = w * 0.7;
  const wide = w * 1.4;
  return [
    want.label,
    ...[0, -shift, shift, -wide, wide].flatMap((dx): Point[] => [
      [x + middle + dx, up],
      [x + middle + dx, down],
    ]),
    ...[0, -h, h].flatMap((dy): Point[] => [
      [west, y + dy],
      [east, y + dy],
    ]),
  ];
}
