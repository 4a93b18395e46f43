/** The ways to win and to lose a game, and their present state. */

import type { Data } from "./basics";

export type WayKind = "win" | "lose" | "draw";

/** A way to win or to lose, and its state. `text` is a key of section "aim" of the texts. */
export interface WayRow {
  way: WayKind;
  text: string;
  data: Data;
  clause: string;
  when: "at_once" | "turn_end" | "game_end";
  /** `holds`: true if the way is met now. `decides`: true if it decides the game at the end of this turn. */
  holds: boolean;
  decides: boolean;
  value?: number;
  needed?: number;
  /** The words for the state: a key of section "aim". They are filled with the data, `value` and `needed`. */
  state?: string;
  /** What the way needs; the texts are in section "condition". */
  parts?: WayPart[];
}

export interface WayPart {
  text: string;
  clause: string;
  value: number;
  needed: number;
  /** The state in words, filled with `value` and `needed`. */
  state: string;
}

/** What would happen if the turn ended now; only the first two fields are there if the game would go on. */
export interface TurnEnd {
  turn: number;
  ends: "no" | "maybe" | "yes" | "over";
  die?: number;
  way?: WayKind;
  winners?: readonly string[];
  reason?: string;
  clause?: string;
  text?: string;
  data?: Data;
}

export interface Aims {
  /** The aim in one sentence: a text of section "aim", filled with the data of one of the ways. */
  line?: { text: string; way: number };
  ways: WayRow[];
  /**
   * The turns after which the game may end. `die`: the highest result of the die with which it ends after this turn (6:
   * it ends in any case).
   */
  ends: { turn: number; die: number }[];
  turn_end: TurnEnd;
}
