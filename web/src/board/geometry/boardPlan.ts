/** Where everything of a board lies in its plane, for each of the three kinds of board. */
import type { Board, BoardSpot, Place } from "../../model/types";
import { readDrawing, type Drawing } from "./mapDrawing";
import {
  areaOf,
  boxOf,
  clearance,
  isInside,
  levelRoom,
  pathOf,
  ringsPath,
  isWithinBox,
  type Box,
  type Point,
  type Ring,
} from "./geometry";
import { around, centre, corners, hexAt, outline, type Shifted } from "./hexGrid";

export interface Spot {
  readonly place: Place;
  /**
   * The point that stands for the place: lines between places end here, and the arrow keys and the zoom use this point.
   */
  readonly centre: Point;
  readonly label: Point;
  readonly stacks: Point;
  readonly sea: boolean;
  /** How far counters may reach to each side, in units of the plane; 0 if unknown. */
  readonly room: number;
  readonly path: string;
  /** The outline of all hexes of a place that has several. `path` is then the plate on which its counters lie. */
  readonly wide?: string;
  /** Width and height of the room for counters on a plate. */
  readonly plate?: Point;
  readonly rings: readonly Ring[];
  readonly box: Box;
}

export interface BoardPlan {
  readonly look: "painted" | "grid" | "hexes";
  readonly box: Box;
  /** The sheet of the map itself; places may lie beside it. */
  readonly sheet: Box;
  readonly spots: ReadonlyMap<string, Spot>;
  readonly centres: ReadonlyMap<string, Point>;
  readonly drawing: Drawing | null;
  readonly shifted: Shifted;
  /** Neighbours whose places do not touch: a fine line joins them. */
  readonly ties: readonly (readonly [string, string])[];
  placeAt(point: Point): string | null;
}

const CELL: Point = [13, 11.5];
const PLATE: Point = [11.4, 9.6];

export function planOf(source: Board): BoardPlan {
  const board = { ...source, places: source.places.map((place) => fillPlace(place, source.domain)) };
  if (board.kind === "hexes") return hexPlan(board);
  const drawing = readDrawing(board.drawing);
  const isDrawn = drawing !== null && board.places.every((place) => drawing.areas.has(place.id));
  return isDrawn ? paintedPlan(board, drawing) : gridPlan(board);
}

/** Fill in what the server leaves out for plain hexes. */
const fillPlace = (place: Place, domain: string): Place => ({
  ...place,
  name: place.name ?? [domain, place.id],
  near: place.near ?? [],
  marks: place.marks ?? [],
});

const centresOf = (spots: ReadonlyMap<string, Spot>): Map<string, Point> =>
  new Map([...spots].map(([id, spot]) => [id, spot.centre]));

function paintedPlan(board: Board, drawing: Drawing): BoardPlan {
  const spots = new Map<string, Spot>();
  for (const place of board.places) {
    const shape = drawing.areas.get(place.id);
    if (!shape) continue;
    const box = boxOf(shape.rings.flat());
    const [x, y] = shape.stacks;
    const level = Math.min(...[-1.4, 0, 1.4].map((dy) => levelRoom(shape.rings, [x, y + dy])));
    spots.set(place.id, {
      ...shape,
      place,
      centre: shape.stacks,
      room: Math.max(shape.room, level),
      box,
      path: ringsPath(shape.rings),
    });
  }
  // Small areas first, so that an area within another one (an island in a sea) is found.
  const order = [...spots.values()].sort((a, b) => sizeOf(a) - sizeOf(b));
  const sheet = { x: 0, y: 0, w: drawing.size[0], h: drawing.size[1] };
  return {
    look: "painted",
    box: sheet,
    sheet,
    spots,
    centres: centresOf(spots),
    drawing,
    shifted: "even",
    ties: pairs(board).filter(([a, b]) => !areTouching(spots.get(a), spots.get(b))),
    placeAt: (point) =>
      order.find((spot) => isWithinBox(spot.box, point) && isInside(spot.rings, point))?.place.id ?? null,
  };
}

function gridPlan(board: Board): BoardPlan {
  const spots = new Map<string, Spot>();
  for (const place of board.places) {
    const [x, y]: Point = [(place.at[0] + 0.5) * CELL[0], (place.at[1] + 0.5) * CELL[1]];
    const ring = plate([x, y]);
    const box = boxOf(ring);
    const where = { centre: [x, y], label: [x, y - 3.1], stacks: [x, y + 1.15], room: PLATE[0] / 2 } as const;
    spots.set(place.id, { ...where, place, sea: place["sea"] === true, rings: [ring], box, path: pathOf(ring, true) });
  }
  const sheet = wider(boxOf([...spots.values()].flatMap((spot) => spot.rings.flat())), 2);
  return {
    look: "grid",
    box: sheet,
    sheet,
    spots,
    centres: centresOf(spots),
    drawing: null,
    shifted: "even",
    ties: pairs(board),
    placeAt: (point) => [...spots.values()].find((spot) => isWithinBox(spot.box, point))?.place.id ?? null,
  };
}

/** A plate with cut corners. */
function plate([x, y]: Point): Ring {
  const [w, h, cut] = [PLATE[0] / 2, PLATE[1] / 2, 1.1];
  return [
    [x - w + cut, y - h],
    [x + w - cut, y - h],
    [x + w, y - h + cut],
    [x + w, y + h - cut],
    [x + w - cut, y + h],
    [x - w + cut, y + h],
    [x - w, y + h - cut],
    [x - w, y - h + cut],
  ];
}

/** Return which columns of a hex board lie half a hex lower. */
export const shiftedOf = (board: Board): Shifted =>
  (board as { shifted?: unknown }).shifted === "odd" ? "odd" : "even";

function hexPlan(board: Board): BoardPlan {
  const shifted = shiftedOf(board);
  const spots = new Map<string, Spot>();
  const ids = new Map(board.places.map((place) => [place.at.join(","), place.id]));
  const plates = (board.spots ?? []).map((spot) => plateOf(spot, board, shifted));
  /** Return the place at a hex, for pointer and keyboard. If a plate covers the hex, this is the place of the plate. */
  const under = (at: readonly [number, number]): string | undefined =>
    plates.find((plate) => isInside(plate.rings, centre(at[0], at[1], shifted)))?.place.id ?? ids.get(at.join(","));
  for (const source of board.places) {
    const near = around(source.at[0], source.at[1], shifted).flatMap((at) => under(at) ?? []);
    const place = { ...source, near };
    const middle = centre(place.at[0], place.at[1], shifted);
    const ring = corners(middle);
    const box = { x: middle[0] - 0.58, y: middle[1] - 0.5, w: 1.16, h: 1 };
    const where = { centre: middle, label: middle, stacks: middle, room: 0.5 };
    const sea = place.terrain === "sea" || place.terrain === "lake";
    spots.set(place.id, { ...where, place, sea, rings: [ring], box, path: pathOf(ring, true) });
  }
  const ring = (all: Iterable<Spot>): Point[] => [...all].flatMap((spot) => spot.rings.flat());
  const sheet = wider(boxOf(ring(spots.values())), 0.3);
  for (const plate of plates) spots.set(plate.place.id, plate);
  return {
    look: "hexes",
    box: plates.length > 0 ? wider(boxOf(ring(spots.values())), 0.3) : sheet,
    sheet,
    spots,
    centres: centresOf(spots),
    drawing: readDrawing(board.drawing),
    shifted,
    ties: [],
    placeAt: (point) =>
      plates.find((plate) => isInside(plate.rings, point))?.place.id ??
      ids.get(hexAt(point, shifted).join(",")) ??
      null,
  };
}

const wider = (box: Box, by: number): Box => ({ x: box.x - by, y: box.y - by, w: box.w + 2 * by, h: box.h + 2 * by });

/** Room for letters above the counters of a plate, in hexes. */
const HEAD = 0.75;

/** Return the spot of a place that is not a hex. It is a plate on open water, or a plate beside the map. */
function plateOf(
  { id, domain, name, kind, at, size: [w, h], hexes: own }: BoardSpot,
  board: Board,
  shifted: Shifted,
): Spot {
  const [x, y] = centre(at[0], at[1], shifted);
  const cut = Math.min(w, h) * (kind === "sea" ? 0.3 : 0.08);
  const ring: Ring = [
    [x - w / 2 + cut, y - h / 2],
    [x + w / 2 - cut, y - h / 2],
    [x + w / 2, y - h / 2 + cut],
    [x + w / 2, y + h / 2 - cut],
    [x + w / 2 - cut, y + h / 2],
    [x - w / 2 + cut, y + h / 2],
    [x - w / 2, y + h / 2 - cut],
    [x - w / 2, y - h / 2 + cut],
  ];
  const members = new Set(own);
  const cells = board.places.filter((place) => members.has(place.id)).map((place) => place.at);
  const near = board.places
    .filter((place) => Math.abs(clearance([ring], centre(place.at[0], place.at[1], shifted)) + 0.6) < 0.6)
    .map((place) => place.id);
  const wide =
    cells.length > 0
      ? {
          wide: outline(cells, shifted)
            .map((line) => pathOf(line, true))
            .join(""),
        }
      : {};
  return {
    place: { id, domain, name, kind, at, near, marks: [] },
    centre: [x, y],
    label: [x, y - h / 2 + HEAD * 0.62],
    stacks: [x, y + HEAD / 2 - 0.03],
    sea: kind === "sea",
    room: w / 2,
    plate: [w * 0.94, h - HEAD - 0.15],
    path: pathOf(ring, true),
    ...wide,
    rings: [ring],
    box: boxOf(ring),
  };
}

const sizeOf = (spot: Spot): number => spot.rings.reduce((sum, ring) => sum + areaOf(ring), 0);
function pairs(board: Board): [string, string][] {
  const ids = new Set(board.places.map((place) => place.id));
  return board.places.flatMap((place) =>
    place.near.filter((id) => place.id < id && ids.has(id)).map((id): [string, string] => [place.id, id]),
  );
}

/** Tell whether two places share a border: their outlines come within a third of a unit of each other. */
function areTouching(a: Spot | undefined, b: Spot | undefined): boolean {
  if (!a || !b) return false;
  const near = 0.35;
  const [p, q] = [a.box, b.box];
  if (p.x > q.x + q.w + near || q.x > p.x + p.w + near || p.y > q.y + q.h + near || q.y > p.y + p.h + near)
    return false;
  return a.rings.some((ring) => ring.some((point) => clearance(b.rings, point) > -near));
}
