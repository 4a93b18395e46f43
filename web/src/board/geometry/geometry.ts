/** Points, rings and boxes of the drawing plane: x to the right, y down. */

export type Point = readonly [number, number];
export type Ring = readonly Point[];
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** How far the edges of a window are covered, in pixels. */
export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
export const NO_INSETS: Insets = { left: 0, right: 0, top: 0, bottom: 0 };

/** Return the part of a window that nothing covers. */
export const freeOf = (width: number, height: number, { left, right, top, bottom }: Insets): Box => ({
  x: left,
  y: top,
  w: Math.max(0, width - left - right),
  h: Math.max(0, height - top - bottom),
});

/**
 * Round to two decimals, which keeps paths short. That is exact enough, because a unit of the plane is several pixels
 * wide.
 */
export const round = (value: number): number => Math.round(value * 100) / 100;

export function pathOf(points: Ring, closed: boolean): string {
  if (points.length === 0) return "";
  const text = points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
  return `M${text}${closed ? "Z" : ""}`;
}

export const ringsPath = (rings: readonly Ring[]): string => rings.map((ring) => pathOf(ring, true)).join("");

export function boxOf(points: Iterable<Point>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return left > right ? { x: 0, y: 0, w: 0, h: 0 } : { x: left, y: top, w: right - left, h: bottom - top };
}

/**
 * Tell whether a point lies inside the rings, by the even-odd rule: the ring of a lake inside another ring makes a
 * hole.
 */
export function isInside(rings: readonly Ring[], [x, y]: Point): boolean {
  let within = false;
  for (const ring of rings) {
    let before = ring[ring.length - 1];
    for (const point of ring) {
      if (before && point[1] > y !== before[1] > y) {
        const crossing = ((before[0] - point[0]) * (y - point[1])) / (before[1] - point[1]) + point[0];
        if (x < crossing) within = !within;
      }
      before = point;
    }
  }
  return within;
}

export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

export function areaOf(ring: Ring): number {
  let sum = 0;
  let before = ring[ring.length - 1];
  for (const point of ring) {
    if (before) sum += before[0] * point[1] - point[0] * before[1];
    before = point;
  }
  return Math.abs(sum) / 2;
}

/** Return how far a point is from the nearest line of the rings: positive inside, negative outside. */
export function clearance(rings: readonly Ring[], point: Point): number {
  let nearest = Infinity;
  for (const ring of rings) {
    let before = ring[ring.length - 1];
    for (const corner of ring) {
      if (before) nearest = Math.min(nearest, toSegment(point, before, corner));
      before = corner;
    }
  }
  return isInside(rings, point) ? nearest : -nearest;
}

function toSegment([x, y]: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / length));
  return Math.hypot(x - a[0] - along * dx, y - a[1] - along * dy);
}

/** Smooth a chain of straight pieces by cutting its corners. The ends of an open line stay in place. */
export function smooth(points: Ring, times: number, closed = false): Ring {
  let line = points;
  for (let turn = 0; turn < times; turn++) {
    if (line.length < 3) return line;
    const next: Point[] = [];
    const last = closed ? line.length : line.length - 1;
    for (let i = 0; i < last; i++) {
      const a = line[i] as Point;
      const b = line[(i + 1) % line.length] as Point;
      next.push([a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25]);
      next.push([a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75]);
    }
    if (!closed) {
      next[0] = line[0] as Point;
      next[next.length - 1] = line[line.length - 1] as Point;
    }
    line = next;
  }
  return line;
}

/**
 * Join segments that share end points into as few lines as possible. The last point of a closed line is its first point
 * again.
 */
export function chain(segments: readonly (readonly [Point, Point])[]): Point[][] {
  const key = ([x, y]: Point): string => `${Math.round(x * 1000)},${Math.round(y * 1000)}`;
  const at = new Map<string, number[]>();
  segments.forEach(([a, b], index) => {
    for (const end of [key(a), key(b)]) at.set(end, [...(at.get(end) ?? []), index]);
  });
  const used = new Set<number>();
  const lines: Point[][] = [];
  const walk = (start: number, from: Point): void => {
    const line: Point[] = [from];
    let [index, end]: [number | undefined, Point] = [start, from];
    while (index !== undefined) {
      used.add(index);
      const [a, b] = segments[index] as readonly [Point, Point];
      end = key(a) === key(end) ? b : a;
      line.push(end);
      // Lines end where three meet, so that each stretch is smoothed alone and still meets the others.
      const meeting: number[] = at.get(key(end)) ?? [];
      index = meeting.length === 2 ? meeting.find((other) => !used.has(other)) : undefined;
    }
    lines.push(line);
  };
  segments.forEach(([a, b], index) => {
    for (const end of [a, b]) if (!used.has(index) && at.get(key(end))?.length !== 2) walk(index, end);
  });
  segments.forEach(([a], index) => {
    if (!used.has(index)) walk(index, a);
  });
  return lines;
}

/** Return the horizontal distance from a point to the nearer edge of the rings; 0 outside. */
export function levelRoom(rings: readonly Ring[], [x, y]: Point): number {
  if (!isInside(rings, [x, y])) return 0;
  let nearest = Infinity;
  for (const ring of rings) {
    let before = ring[ring.length - 1];
    for (const corner of ring) {
      if (before && corner[1] > y !== before[1] > y) {
        const crossing = ((before[0] - corner[0]) * (y - corner[1])) / (before[1] - corner[1]) + corner[0];
        nearest = Math.min(nearest, Math.abs(crossing - x));
      }
      before = corner;
    }
  }
  return nearest;
}

export const isWithinBox = (box: Box, [x, y]: Point): boolean =>
  x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h;

export interface Rect {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Return the area that two rectangles share. */
export function overlap(a: Rect, b: Rect): number {
  const [w, h] = [Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0), Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)];
  return w > 0 && h > 0 ? w * h : 0;
}

/**
 * Return a slightly bent line between two places. The line stops short of the middle of each place, by about half of
 * `short`. If the places are close together, at most the share `most` of each half of the line is left out.
 */
export function bow(from: Point, to: Point, short: number, most = 0.3): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const [mx, my] = [(from[0] + to[0]) / 2 - dy * 0.12, (from[1] + to[1]) / 2 + dx * 0.12];
  const share = Math.min(most, short / Math.max(0.001, Math.hypot(dx, dy)));
  const [ax, ay] = [from[0] + (mx - from[0]) * share, from[1] + (my - from[1]) * share];
  const [bx, by] = [to[0] + (mx - to[0]) * share, to[1] + (my - to[1]) * share];
  return `${pathOf([[ax, ay]], false)}Q${mx} ${my} ${bx} ${by}`;
}
