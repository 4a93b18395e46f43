/** Small pieces of a hex board for the legend, one for each thing to explain, drawn by the board's own components. */

import { around, centre, RADIUS } from "../../board/geometry/hexGrid";
import { sidesOf, type HexSide } from "../../board/ground/hexTerrain";
import type { Board, Place, Scene } from "../../model/types";

export interface Sample {
  /** What it shows: a text of the game (section and key), or a castle and its level. */
  readonly kind: "terrain" | "side" | "castle";
  readonly key: string;
  readonly board: Board;
  readonly scene: Scene;
  /** The part of the plane that is shown. */
  readonly window: readonly [x: number, y: number, w: number, h: number];
}

/** The hex in the middle of others of its kind: the ground continues beyond the window. */
const MIDDLE = [4, 4] as const;
const SHIFTED = "even";
const FLAT = "flat";

function patch(terrain: string): Place[] {
  const inner = [MIDDLE, ...around(...MIDDLE, SHIFTED)];
  const all = new Map(
    inner.flatMap(([c, r]) => [[c, r] as const, ...around(c, r, SHIFTED)]).map((at) => [at.join("."), at]),
  );
  return [...all].map(([id, at]) => ({ id, name: ["hex", id], at, near: [], marks: [], terrain }));
}

export function samplesOf(board: Board, scene: Scene): Sample[] {
  if (board.kind !== "hexes") return [];
  const bare: Scene = { ...scene, places: {} };
  const piece = (terrain: string, sides: readonly HexSide[] = []): Board => ({
    ...board,
    places: patch(terrain),
    spots: [],
    drawing: null,
    ...{ shifted: SHIFTED, sides },
  });
  const [x, y] = centre(...MIDDLE, SHIFTED);
  const whole = [x - 1.2 * RADIUS, y - 0.53, 2.4 * RADIUS, 1.06] as const;
  const terrains = [...new Set(board.places.flatMap((place) => place.terrain ?? []))];
  const kinds = [...new Set(sidesOf(board).map((side) => side.crossing || side.kind))];
  const castles = Object.values(scene.places).flatMap((place) => place.marks.filter(({ glyph }) => glyph === "castle"));
  const levels = new Set(castles.map(({ value }) => Number(value ?? 1)));
  const most = castles[0]?.of === undefined ? {} : { of: castles[0].of };
  // The side above the middle hex, with the two sides that continue it.
  const [above, right, , , , left] = around(...MIDDLE, SHIFTED).map((at) => at.join("."));
  const middle = MIDDLE.join(".");
  const flow = (kind: string): HexSide[] => {
    const water = kind === "water" ? "water" : "river";
    const side = (a = "", b = "", crossing = ""): HexSide => ({ a, b, kind: water, crossing });
    return [side(left, above), side(middle, above, kind === water ? "" : kind), side(above, right)];
  };
  return [
    ...terrains.map((key): Sample => ({ kind: "terrain", key, board: piece(key), scene: bare, window: whole })),
    ...kinds.map((key): Sample => ({
      kind: "side",
      key,
      board: piece(FLAT, flow(key)),
      scene: bare,
      window: [x - 0.6, y - 0.95, 1.2, 0.92],
    })),
    ...[...levels]
      .sort((a, b) => a - b)
      .map((level): Sample => {
        const placeScene = { owner: null, side: null, stacks: [], marks: [{ glyph: "castle", value: level, ...most }] };
        return {
          kind: "castle",
          key: String(level),
          board: piece(FLAT),
          scene: { ...bare, places: { [middle]: placeScene } },
          window: whole,
        };
      }),
  ];
}
