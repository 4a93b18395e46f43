/** Corrections by the owner of a printed map: only those hexes and sides that differ from the server's board. */

import { around, type Shifted } from "../board/geometry/hexGrid";
import { shiftedOf } from "../board/geometry/boardPlan";
import { sidesOf } from "../board/ground/hexTerrain";
import type { Board } from "../model/types";

export interface Hex {
  readonly terrain: string;
  readonly province: string;
}

/** What lies between two hexes; `kind` is empty if nothing does. */
export interface Side {
  readonly kind: string;
  readonly crossing: string;
}

export interface Corrections {
  readonly hexes: ReadonlyMap<string, Hex>;
  /** The corrected sides. Each key is the pair of hexes that share the side (`pairOf`). */
  readonly sides: ReadonlyMap<string, Side>;
}

export const NO_CORRECTIONS: Corrections = { hexes: new Map(), sides: new Map() };
export const KINDS = ["", "river", "water"] as const;
export const CROSSINGS = ["", "ford", "bridge"] as const;
const PLAIN: Side = { kind: "", crossing: "" };

export const pairOf = (a: string, b: string): string => (a < b ? `${a}-${b}` : `${b}-${a}`);
export const endsOf = (pair: string): readonly [string, string] => {
  const [a = "", b = ""] = pair.split("-");
  return [a, b];
};

/** The board before any correction. */
export class PrintedMap {
  readonly terrains: readonly string[];
  readonly provinces: readonly string[];
  private readonly hexes: ReadonlyMap<string, Hex>;
  private readonly sides: ReadonlyMap<string, Side>;
  private readonly places: ReadonlyMap<string, readonly [number, number]>;
  private readonly ids: ReadonlyMap<string, string>;
  private readonly shifted: Shifted;

  constructor(board: Board) {
    this.hexes = new Map(
      board.places.map(({ id, terrain, province }) => [id, { terrain: terrain ?? "", province: province ?? "" }]),
    );
    this.sides = new Map(sidesOf(board).map(({ a, b, kind, crossing }) => [pairOf(a, b), { kind, crossing }]));
    this.places = new Map(board.places.map(({ id, at }) => [id, at]));
    this.ids = new Map(board.places.map(({ id, at }) => [at.join(","), id]));
    this.shifted = shiftedOf(board);
    const all = (values: readonly string[]): string[] => [...new Set(values)].filter(Boolean).sort();
    this.terrains = all([...this.hexes.values()].map(({ terrain }) => terrain));
    this.provinces = all([...this.hexes.values()].map(({ province }) => province));
  }

  hex(id: string): Hex | undefined {
    return this.hexes.get(id);
  }

  side(pair: string): Side {
    return this.sides.get(pair) ?? PLAIN;
  }

  /** Return the six neighbours, clockwise from the one above; null beyond the edge. */
  around(id: string): (string | null)[] {
    const at = this.places.get(id);
    return at === undefined
      ? []
      : around(at[0], at[1], this.shifted).map((beside) => this.ids.get(beside.join(",")) ?? null);
  }
}

export const hexNow = (printed: PrintedMap, { hexes }: Corrections, id: string): Hex | undefined =>
  hexes.get(id) ?? printed.hex(id);
export const sideNow = (printed: PrintedMap, { sides }: Corrections, pair: string): Side =>
  sides.get(pair) ?? printed.side(pair);

/** Add changes to corrections. A change back to what is printed removes the correction. */
export function addCorrections(printed: PrintedMap, before: Corrections, changes: Partial<Corrections>): Corrections {
  const hexes = new Map([...before.hexes, ...(changes.hexes ?? [])]);
  for (const [id, { terrain, province }] of hexes) {
    const old = printed.hex(id);
    if (old === undefined || (old.terrain === terrain && old.province === province)) hexes.delete(id);
  }
  const sides = new Map([...before.sides, ...(changes.sides ?? [])]);
  for (const [pair, { kind, crossing }] of sides) {
    const old = printed.side(pair);
    if (old.kind === kind && old.crossing === crossing) sides.delete(pair);
  }
  return { hexes, sides };
}

export function undoHex(before: Corrections, id: string): Corrections {
  return { ...before, hexes: new Map([...before.hexes].filter(([one]) => one !== id)) };
}

export function undoSide(before: Corrections, pair: string): Corrections {
  return { ...before, sides: new Map([...before.sides].filter(([one]) => one !== pair)) };
}

/** Return every hex that has changed or has a changed side. */
export function hexesTouched({ hexes, sides }: Corrections): Set<string> {
  return new Set([...hexes.keys(), ...[...sides.keys()].flatMap(endsOf)]);
}

/**
 * Return the board with the corrections. Rivers and borders are then drawn along the sides, because the smooth lines
 * show only the printed ones.
 */
export function applyCorrections(board: Board, corrections: Corrections): Board {
  const { hexes, sides } = corrections;
  const places = board.places.map((place) => ({ ...place, ...hexes.get(place.id) }));
  const unchanged = sidesOf(board).filter(({ a, b }) => !sides.has(pairOf(a, b)));
  const corrected = [...sides].flatMap(([pair, side]) => {
    const [a, b] = endsOf(pair);
    return side.kind === "" ? [] : [{ a, b, ...side }];
  });
  const drawing: Record<string, unknown> = { ...board.drawing };
  const moved = [...hexes].some(
    ([id, { province }]) => province !== board.places.find((place) => place.id === id)?.province,
  );
  if (sides.size > 0) delete drawing["rivers"];
  if (moved) drawing["provinces"] = { ...(drawing["provinces"] as object | undefined), borders: [] };
  // Places that consist of several hexes are left out (`spots`), because they would cover hexes that can be corrected.
  const now = {
    ...board,
    places,
    spots: [],
    sides: [...unchanged, ...corrected],
    drawing: board.drawing === null ? null : drawing,
  };
  return now;
}

/** Return a province's name for the files: invisible letters become spaces, and at most a hundred letters are kept. */
export const cleanProvince = (text: string): string =>
  [...text.replace(/[\p{C}\p{Z}]+/gu, " ").trim()].slice(0, 100).join("").trim();
