/** The board and what lies on it. */

import type { Aims } from "./aims";
import type { RollPart } from "./play";
import type { Data, Name, Thing } from "./basics";

export interface Mark {
  glyph: string;
  name?: Name;
  value?: number | string;
  /** What the value can be at most. */
  of?: number;
  /** Whose colours it has. */
  side?: string;
}

export interface Place {
  id: string;
  /** The kind of thing it is, where that is not the board's. */
  domain?: string;
  name: Name;
  at: readonly [column: number, row: number];
  near: string[];
  marks: Mark[];
  terrain?: string;
  province?: string;
  [more: string]: unknown;
}

export interface Livery {
  colour: string;
  pattern: string;
}

/** A sea of several hexes, or a box: where its pieces are shown, as the hex of the middle and a size in hexes. */
export interface BoardSpot {
  id: string;
  domain: string;
  name: Name;
  kind: string;
  at: readonly [column: number, row: number];
  size: readonly [width: number, height: number];
  /** The hexes it consists of, if any. */
  hexes?: string[];
}

export interface Board {
  kind: "areas" | "hexes";
  domain: "area" | "hex";
  places: Place[];
  /** Places on or beside a hex map that are no hexes. */
  spots?: BoardSpot[];
  clans: Record<string, Livery>;
  /** What each weather lies on. */
  weathers?: Record<string, { places?: string[]; rivers?: boolean }>;
  /** drawing.json of the map (docs/maps.md); whoever draws checks what it needs of it. */
  drawing: Readonly<Record<string, unknown>> | null;
}

export interface Value {
  glyph: string;
  value: number | string;
}

export interface Piece {
  thing?: Thing;
  kind: string;
  clan: string;
  name: Name;
  count: number;
  state: string;
  values: Value[];
  marks: Mark[];
}

export interface Card {
  thing: Thing;
  name: Name;
  text: Name;
  values: Value[];
  seats?: string[];
}

/** One line about a thing, a text of section "fact": a number with its limits, or who and what is meant. */
export interface Fact {
  text: string;
  value?: number;
  /** What the value can be at most, or how far it can fall below 0. */
  of?: number;
  least?: number;
  names?: Name[];
  tone?: string;
}

export interface Stack {
  clan: string;
  pieces: Piece[];
  /** The leader of a force, and how many he can lead. */
  force?: Thing;
  boxes?: number;
  inside?: boolean;
  /** A ship, with whom it carries. */
  afloat?: boolean;
  facts?: Fact[];
}

export interface PlaceScene {
  owner: string | null;
  side: string | null;
  stacks: Stack[];
  marks: Mark[];
  /** Of a place that the board has by its number alone; a castle there has its own. */
  name?: Name;
  facts?: Fact[];
}

export interface Track {
  id: string;
  name: Name;
  /** A box has a name, or a text that every language writes alike. */
  boxes: { side?: string; name?: Name; text?: string }[];
  markers: { thing: Thing; clan: string; name: Name; box: number; kind?: string; value?: number }[];
}

export interface Hand {
  seat: string;
  size: number;
  cards: Card[] | null;
}

export interface Pile {
  name: Name;
  size: number;
  cards: Card[] | null;
  seat?: string;
}

export interface CountRow {
  name: Name;
  side?: string;
  value: number;
  goal?: number;
  note?: Name;
  /** What the number consists of, where the game tells it: texts of section "score". */
  parts?: RollPart[];
}

export interface Count {
  name: Name;
  rows: CountRow[];
}

export interface Box {
  name: Name;
  /** A text of section "scene". */
  note?: { text: string; data: Data };
  pieces: Piece[];
}

/** Dice of one chart that are still to fall, as they would be read now; `parts` as those of a roll. */
export interface RollsToCome {
  chart: string;
  value: number;
  parts: RollPart[];
  rows: { name: Name; column: number }[];
  /** A text of section "scene". */
  note?: { text: string; data: Data };
}

export interface Scene {
  headline: { text: string; data: Data }[];
  phases: { now: string; all: string[] };
  weather?: string;
  sides: Record<string, Livery>;
  /** The seats that command clans now; those of nobody are left out. */
  /** What the seats are, where that can change: `status` in section "status", told once in section "became". */
  seats?: Readonly<Record<string, { status: string; data: Data; out: boolean }>>;
  serves: Record<string, string>;
  places: Record<string, PlaceScene>;
  /** Who is bound to act against another place. */
  arrows?: { from: string; to: string; side: string }[];
  tracks: Track[];
  hands: Hand[];
  piles: Pile[];
  counts: Count[];
  rolls?: RollsToCome[];
  boxes: Box[];
  /** Of the seat that looks, or of all for a spectator; not told of a scenario that has not begun. */
  aims?: Record<string, Aims>;
}
