/** Decisions, and what happened. */

import type { MatchState } from "./matches";
import type { Piece, Scene } from "./scene";
import type { Data, Lang, Name, Thing } from "./basics";

export interface Option {
  text: string;
  lights: Thing[];
  /** What it takes, where the rules count that: movement points. */
  cost?: number;
}

export interface Consequence {
  text: string;
  data: Data;
  clause: string;
  /** It can never be undone, and matters much. */
  grave?: true;
}

export interface Decision {
  who: string;
  name: string;
  clause: string;
  /** Only the deciding seat is told the rest. */
  kind?: "choose" | "amount" | "confirm" | "roll";
  data?: Data;
  options?: Option[];
  /** It begins an order. */
  opens?: boolean;
  /** The answer that ends the series of orders, or of steps inside an order. */
  closes?: string | null;
  /** It only sets up what will be played with. */
  arranges?: true;
  /** Answers in a row that arrange everything, for whoever only wants to go on. */
  proposes?: string[];
  /** Answers that give up for good what matters much. */
  grave?: string[];
  /** By answer what it brings that its words do not say (section "brings"). */
  brings?: Readonly<Record<string, Consequence>>;
}

export interface GameEvent {
  kind: string;
  data: Data;
  clauses: string[];
  /** It happened in the course of a fight. */
  fight?: true;
}

/** Who fights whom (docs/server.md, "Fights"): a datum of rolls, and of the event that opens a fight. */
export interface Fight {
  place: Thing;
  /** The attacker's first. */
  sides: FightSide[];
  /** Whose dice they are. */
  rolls?: number;
  opens?: true;
}

export interface FightSide {
  clan: string;
  strength: number;
  pieces: Piece[];
  leader?: Name;
  /** What the strength would be but for a rule; a text of section "cap". */
  limit?: { value: number; text: string; clause: string };
}

/** What an event took of a thing; `left` 0: it is gone. */
export interface Loss {
  thing: Thing;
  count: number;
  left: number;
}

export interface Step {
  ply: number;
  who: string;
  /** It began an order, which goes on until the next step that does. */
  opens?: boolean;
  events: GameEvent[];
  act?: string;
}

/** One line of a roll's arithmetic (docs/server.md, "Rolls"). */
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
  /** Take-backs of rolls or deals so far, and the fresh numbers in the dice since the latest of them. */
  taken_back?: number;
  renewal?: Renewal | null;
}

/**
 * A wish to take back, to a ply. `commits`: by participant the hash of a fresh number for the dice after it; `to_show`: participants that
 * have still to show theirs.
 */
export interface UndoRequest {
  by: string;
  ply: number;
  waits_for: string[];
  commits?: Record<string, string>;
  to_show?: string[];
}

/** The fresh numbers for the dice after a take-back, by participant, and the hashes that were told before. */
export interface Renewal {
  commits: Record<string, string>;
  nonces: Record<string, string>;
}

/** What today's rules say of a record that was played under others, or why a match cannot go on. */
export interface ReplayProblem {
  kind: string;
  /** From here it can be continued. */
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
  /** How many more actions about the same thing are refused by just the same. */
  others: number;
}

export interface Overlay {
  overlay: string;
  places: Record<string, { value?: number | string; tone: string; name?: Name; data?: Data }>;
  lines: { from: string; to: string; tone: string }[];
  notes: { text: string; data: Data; clauses: string[] }[];
  panel?: Odds;
}

/** What a battle would bring: each outcome with its chance, what each side loses on average, who may die. */
export interface Odds {
  rows: { name: Name; own?: boolean; mean?: number; chances?: number[] }[];
  outcomes?: { text: string; data?: Data; chance: number }[];
  generals?: { name: Name; dead: number }[];
  /** How often it was fought to find out; 0 where every roll was counted. */
  trials?: number;
  /** The answer itself begins the fight: nothing more is asked of the player before the dice. */
  at_once?: boolean;
}
