import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nextPlace, type Direction } from "../../src/board/pointing/arrowKeys";
import { clearance } from "../../src/board/geometry/geometry";
import { planOf } from "../../src/board/geometry/boardPlan";
import { paintHexes } from "../../src/board/ground/hexTerrain";
import type { Board, Place } from "../../src/model/types";

const GAMES = new URL("../../../src/gunki/games/", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, GAMES), "utf8");

function areas(game: string): Board {
  const drawing = JSON.parse(read(`${game}/map/drawing.json`)) as { areas: Record<string, unknown> };
  const places = Object.keys(drawing.areas).map((id, i): Place => ({
    id,
    name: ["area", id],
    at: [i % 6, Math.floor(i / 6)],
    near: [],
    marks: [],
  }));
  return { kind: "areas", domain: "area", places, clans: {}, drawing };
}

function hexes(game: string): Board {
  const rows = read(`${game}/map/hexes.csv`)
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
  const places = rows.map(([id = "", terrain = ""]): Place => ({
    id,
    terrain,
    name: ["hex", id],
    at: [Number(id.slice(0, 2)), Number(id.slice(2))],
    near: [],
    marks: [],
  }));
  const sides = [{ a: "0116", b: "0216", kind: "river", crossing: "bridge" }];
  return { kind: "hexes", domain: "hex", places, clans: {}, drawing: null, shifted: "even", sides } as Board;
}

describe.each(["nobunaga", "honganji"])("the painted board of %s", (game) => {
  const plan = planOf(areas(game));

  it("has all its places, each with its counters within its outline", () => {
    expect(plan.look).toBe("painted");
    for (const [id, spot] of plan.spots) {
      expect(plan.placeAt(spot.stacks), id).toBe(id);
      expect(clearance(spot.rings, spot.stacks), id).toBeGreaterThan(0);
      expect(spot.room, id).toBeGreaterThan(0);
    }
  });

  it("finds no place off the map", () => expect(plan.placeAt([-50, -50])).toBeNull());

  it("lets the arrow keys reach every place from every place", () => {
    const [first] = plan.spots.keys();
    const reached = new Set([first as string]);
    for (const id of reached)
      for (const way of ["up", "down", "left", "right"] as Direction[]) {
        const next = nextPlace(id, way, plan.centres, []);
        if (next) reached.add(next);
      }
    expect(reached.size).toBe(plan.spots.size);
  });
});

describe("a board without a drawing", () => {
  const board = { ...areas("nobunaga"), drawing: null };

  it("lies on its grid, and points are found on it", () => {
    const plan = planOf(board);
    expect(plan.look).toBe("grid");
    for (const [id, spot] of plan.spots) expect(plan.placeAt(spot.centre)).toBe(id);
  });

  it("ties each pair of neighbours once", () => {
    const [a, b] = board.places as [Place, Place];
    const tied = {
      ...board,
      places: [
        { ...a, near: [b.id] },
        { ...b, near: [a.id] },
      ],
    };
    expect(planOf(tied).ties).toHaveLength(1);
  });

  it("is also used if the drawing lacks a place", () => {
    const [first] = board.places as [Place];
    expect(planOf({ ...areas("nobunaga"), places: [...board.places, { ...first, id: "new" }] }).look).toBe("grid");
  });
});

describe("a hex board", () => {
  const board = hexes("kanto");
  const plan = planOf(board);

  it("finds each of its hexes by geometry", () => {
    expect(plan.spots.size).toBeGreaterThan(1900);
    for (const [id, spot] of plan.spots) {
      expect(plan.placeAt(spot.centre)).toBe(id);
      expect(plan.placeAt([spot.centre[0] + 0.3, spot.centre[1] - 0.3])).toBe(id);
    }
    expect(plan.placeAt([-3, 5])).toBeNull();
  });

  it("is painted with few elements, every hex in exactly one fill", () => {
    const picture = paintHexes(board, plan);
    const hexesIn = [...picture.fills.values()].reduce((sum, path) => sum + path.split("M").length - 1, 0);
    expect(hexesIn).toBe(plan.spots.size);
    expect(picture.fills.size + picture.strokes.length).toBeLessThan(250);
    expect(picture.crossings).toHaveLength(1);
    expect(picture.rivers).toHaveLength(1);
  });
});

describe("places that are no hexes", () => {
  const at = (column: number, row: number): string =>
    `${String(column).padStart(2, "0")}${String(row).padStart(2, "0")}`;
  const places = [...Array(64).keys()].map((i): Place => {
    const [column, row] = [1 + (i % 8), 1 + Math.floor(i / 8)];
    return {
      id: at(column, row),
      terrain: "sea",
      name: ["hex", at(column, row)],
      at: [column, row],
      near: [],
      marks: [],
    };
  });
  const spots = [
    {
      id: "bay",
      domain: "area",
      name: ["area", "bay"] as const,
      kind: "sea",
      at: [4, 4] as const,
      size: [2, 2] as const,
      hexes: places.map(({ id }) => id),
    },
    {
      id: "box",
      domain: "area",
      name: ["area", "box"] as const,
      kind: "box",
      at: [-3, 4] as const,
      size: [2, 2] as const,
      hexes: [],
    },
  ];
  const plan = planOf({
    kind: "hexes",
    domain: "hex",
    places,
    spots,
    clans: {},
    drawing: null,
    shifted: "even",
  } as Board);

  it("lie on plates, on the map or beside it", () => {
    const [bay, box] = [plan.spots.get("bay"), plan.spots.get("box")];
    expect(plan.placeAt(bay?.centre ?? [0, 0])).toBe("bay");
    expect(plan.placeAt(box?.centre ?? [0, 0])).toBe("box");
    expect(plan.placeAt(plan.spots.get("0101")?.centre ?? [0, 0])).toBe("0101");
    expect(plan.box.x).toBeLessThan(plan.sheet.x);
    expect(bay?.wide).toContain("Z");
    expect(box?.wide).toBeUndefined();
  });

  it("are reached with arrow keys, and left again", () => {
    const go = (from: string, way: Direction): string | null =>
      nextPlace(from, way, plan.centres, plan.spots.get(from)?.place.near ?? []);
    expect(go("0402", "down")).toBe("bay");
    expect(go("bay", "up")).not.toBe("bay");
    expect(go("0104", "left")).toBe("box");
    expect(go("box", "right")?.slice(0, 2)).toBe("01");
  });
});
