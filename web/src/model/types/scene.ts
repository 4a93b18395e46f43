/** The board and what lies on it. */

import type { Aims } from "./aims";
import type { RollPart } from "./play";
import type { Data, Name, Thing } from "./basics";

export interface Mark {
  glyph: string;
  name?: Name;
  value?: number | string;
  /** The greatest possible value. */
  of?: number;
  /** The side whose colours the mark has. */
  side?: string;
}

export interface Place {
  id: string;
  /** The kind of thing that this place is, if it differs from the board's `domain`. */
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

/**
 * A place that is not a single hex: a sea of several hexes, or a box. Its pieces are shown on a plate. `at` is the hex
 * in the middle of the plate, and `size` is the plate's width and height in hexes.
 */
export interface BoardSpot {
  id: string;
  domain: string;
  name: Name;
  kind: string;
  at: readonly [column: number, row: number];
  size: readonly [width: number, height: number];
  /** The hexes that the place consists of, if any. */
  hexes?: string[];
}

export interface Board {
  kind: "areas" | "hexes";
  domain: "area" | "hex";
  places: Place[];
  /** Places on or beside a hex map that are no hexes. */
  spots?: BoardSpot[];
  clans: Record<string, Livery>;
  /** What each weather covers. */
  weathers?: Record<string, { places?: string[]; rivers?: boolean }>;
  /** drawing.json of the map (docs/maps.md); the code that draws checks the parts it needs. */
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

/**
 * One line about a thing. Its text is in section "fact". The line is about a number with its limits, or about some
 * people and things (`names`).
 */
export interface Fact {
  text: string;
  value?: number;
  /** `of`: the greatest possible value. `least`: the lowest possible value of a number that falls below 0. */
  of?: number;
  least?: number;
  names?: Name[];
  tone?: string;
}

export interface Stack {
  clan: string;
  pieces: Piece[];
  /**
   * `force`: set if the stack is a force under command; the thing of this force, named after its leader. `boxes`: how
   * many units this leader can lead.
   */
  force?: Thing;
  boxes?: number;
  inside?: boolean;
  /** A ship, with the units that it carries. */
  afloat?: boolean;
  facts?: Fact[];
}

export interface PlaceScene {
  owner: string | null;
  side: string | null;
  stacks: Stack[];
  marks: Mark[];
  /** The name of a place that has only a number. A castle in it may have a name of its own. */
  name?: Name;
  facts?: Fact[];
}

export interface Track {
  id: string;
  name: Name;
  /** A box has a name, or a text that is the same in every language. */
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
  /** What the number is made of, if the game says it. The texts of the parts are in section "score". */
  parts?: RollPart[];
}

export interface Count {
  name: Name;
  rows: CountRow[];
}

export interface Box {
  name: Name;
  /** A note: `text` is a key of section "scene" of the texts, and `data` fills its gaps. */
  note?: { text: string; data: Data };
  pieces: Piece[];
}

/**
 * Rolls on one chart that are still to come. `value` is the modifier and `parts` are its parts, as in a roll. `rows`
 * says for whom each column is read.
 */
export interface RollsToCome {
  chart: string;
  value: number;
  parts: RollPart[];
  rows: { name: Name; column: number }[];
  /** A note: `text` is a key of section "scene" of the texts, and `data` fills its gaps. */
  note?: { text: string; data: Data };
}

export interface Scene {
  headline: { text: string; data: Data }[];
  phases: { now: string; all: string[] };
  weather?: string;
  sides: Record<string, Livery>;
  /**
   * `seats`: the status of each seat, in games where it can change. Section "status" has the words for it, section
   * "became" the words that announce a change. `serves`: the seat that commands each clan. Clans that no seat commands
   * are left out.
   */
  seats?: Readonly<Record<string, { status: string; data: Data; out: boolean }>>;
  serves: Record<string, string>;
  places: Record<string, PlaceScene>;
  /** One arrow for each force that must attack another place. `from`: the force's place. `to`: the place to attack. */
  arrows?: { from: string; to: string; side: string }[];
  tracks: Track[];
  hands: Hand[];
  piles: Pile[];
  counts: Count[];
  rolls?: RollsToCome[];
  boxes: Box[];
  /**
   * The aims of the seat that the scene is sent to; a spectator gets the aims of all seats. Missing in the scene of a
   * scenario that is shown before play.
   */
  aims?: Record<string, Aims>;
}
