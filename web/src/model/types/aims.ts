/** What wins and loses a game, and how it stands. */

import type { Data } from "./basics";

export type WayKind = "win" | "lose" | "draw";

/** A way to win or to lose (texts of section "aim"), and how it stands. */
export interface WayRow {
  way: WayKind;
  text: string;
  data: Data;
  clause: string;
  when: "at_once" | "turn_end" | "game_end";
  /** So it would be judged now; `decides`: with the end of this turn. */
  holds: boolean;
  decides: boolean;
  value?: number;
  needed?: number;
  /** How it stands in words (section "aim"), filled with the data, `value` and `needed`. */
  state?: string;
  /** Texts of section "condition". */
  parts?: WayPart[];
}

export interface WayPart {
  text: string;
  clause: string;
  value: number;
  needed: number;
  /** Filled with `value` and `needed`. */
  state: string;
}

/** What would happen if the turn ended now; all but the first two only where the game would end. */
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
  /** The turns after which the game may end, with at most this die. */
  ends: { turn: number; die: number }[];
  turn_end: TurnEnd;
}
