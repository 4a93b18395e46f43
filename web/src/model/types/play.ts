/** Decisions and events. */

import type { MatchState } from "./matches";
import type { Piece, Scene } from "./scene";
import type { Data, Lang, Name, Thing } from "./basics";

export interface Option {
  text: string;
  lights: Thing[];
  /** The cost in movement points, if the rules count them. */
  cost?: number;
}

export interface Consequence {
  text: string;
  data: Data;
  clause: string;
  /** True if the consequence is important and can never be undone. */
  grave?: true;
}

export interface Decision {
  who: string;
  name: string;
  clause: string;
  /** The fields from here on are sent to the deciding seat only. */
  kind?: "choose" | "amount" | "confirm" | "roll";
  data?: Data;
  options?: Option[];
  /** True if the decision begins an order. */
  opens?: boolean;
  /** The option that ends the series of orders, or of steps inside an order. */
  closes?: string | null;
  /** True if the decision sets up forces before play. */
  arranges?: true;
  /** Actions that place all forces, for a player who does not want to place them. */
  proposes?: string[];
  /** Options that give up something important for good. */
  grave?: string[];
  /** The consequence of each option whose words do not say it. The texts are in section "brings". */
  brings?: Readonly<Record<string, Consequence>>;
}

export interface GameEvent {
  kind: string;
  data: Data;
  clauses: string[];
  /** True if the event happened in the course of a fight. */
  fight?: true;
}

/** Who fights whom (docs/data/events.md, "Fights"). It is in the data of rolls, and of the event that opens a fight. */
export interface Fight {
  place: Thing;
  /** The attacker's side first. */
  sides: FightSide[];
  /** The side that rolls the dice, as an index of `sides`. */
  rolls?: number;
  opens?: true;
}

export interface FightSide {
  clan: string;
  strength: number;
  pieces: Piece[];
  leader?: Name;
  /** The strength as it would be without the rule that limits it; the text of the rule is in section "cap". */
  limit?: { value: number; text: string; clause: string };
}

/** What an event took from a thing. If `left` is 0, the thing is gone. */
export interface Loss {
  thing: Thing;
  count: number;
  left: number;
}

export interface Step {
  ply: number;
  who: string;
  /** True if the step began an order. The order goes on until the next step that begins one. */
  opens?: boolean;
  events: GameEvent[];
  act?: string;
}

/** One line of a roll's arithmetic (docs/data/events.md, "Rolls"). */
export interface RollPart {
  text: string;
  data: Data;
  value: number | string;
  clause: string;
}

export interface Result {
  winner: string | null;
  winners: string[];
  points: number[] | Record<string, number>;
  reason: string;
  clause: string;
}

export interface UndoState {
  decision: "free" | "ask" | "no";
  order: number;
  asked: null | UndoRequest;
  /**
   * `taken_back`: the number of take-backs of rolls or deals so far. `renewal`: the players' new numbers, from which
   * the dice are made since the latest of these take-backs.
   */
  taken_back?: number;
  renewal?: Renewal | null;
}

/**
 * A request to take back to a ply. `commits`: the hash of each participant's new number for the dice after the
 * take-back. `to_show`: the participants that still have to reveal their number.
 */
export interface UndoRequest {
  by: string;
  ply: number;
  waits_for: string[];
  commits?: Record<string, string>;
  to_show?: string[];
}

/** The new numbers for the dice after a take-back, by participant, and the hashes that were shown before. */
export interface Renewal {
  commits: Record<string, string>;
  nonces: Record<string, string>;
}

/** How today's rules differ from those under which a record was played, or why a match cannot go on. */
export interface ReplayProblem {
  kind: string;
  /** The ply from which the match can be continued. */
  ply: number;
  plies: number;
  clauses: string[];
  text: Record<Lang, string[]>;
}

export interface Snapshot {
  seq: number;
  ply: number;
  state: MatchState;
  notice?: ReplayProblem | null;
  seat: string | null;
  who: string | null;
  decision: Decision | null;
  scene: Scene;
  view?: Data;
  undo: UndoState;
  result: Result | null;
  steps: Step[];
}

export interface Reason {
  clause: string;
  what: string;
  data: Data;
}

export interface Refusal {
  action: string;
  bars: Reason[];
  /** How many more actions about the same thing are refused for the same reasons. */
  others: number;
}

export interface Overlay {
  overlay: string;
  places: Record<string, { value?: number | string; tone: string; name?: Name; data?: Data }>;
  lines: { from: string; to: string; tone: string }[];
  notes: { text: string; data: Data; clauses: string[] }[];
  panel?: Odds;
}

/** The odds of a battle: each outcome with its chance, the mean losses of each side, who may die. */
export interface Odds {
  rows: { name: Name; own?: boolean; mean?: number; chances?: number[] }[];
  outcomes?: { text: string; data?: Data; chance: number }[];
  generals?: { name: Name; dead: number }[];
  /** How many trial fights were made; 0 if the odds are exact, from all possible rolls. */
  trials?: number;
  /** True if the option itself begins the fight: nothing more is asked before the dice are rolled. */
  at_once?: boolean;
}
