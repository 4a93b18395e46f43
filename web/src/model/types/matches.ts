/** Matches: their seats, how they are created, and their chat. */

import type { OptionValue } from "./catalogue";
import type { Reason, ReplayProblem, Renewal, Result, Snapshot } from "./play";
import type { Lang } from "./basics";

export type MatchState = "gathering" | "playing" | "over" | "closed" | "aside";
export type Dice = "committed" | "typed";

export interface SeatInfo {
  seat: string;
  kind: "person" | "bot" | "open";
  name: string | null;
  bot?: string | null;
  joined: boolean;
  /** True if the page of this seat has revealed the number whose hash it sent. */
  revealed?: boolean;
  /** True if the player of this seat has resigned, and a bot plays on. */
  resigned?: boolean;
  online: boolean;
  /** The side that this seat's participant plays now; it differs from `seat` after players exchanged sides. */
  plays: string;
}

export interface Fairness {
  version?: number;
  match?: string;
  commitment?: string;
  secret?: string;
  commits?: Record<string, string>;
  nonces?: Record<string, string>;
  /** Pairs of a ply and a count. Rolls after this ply were made after this many take-backs. */
  taken_back?: [ply: number, count: number][];
  /**
   * The players' new numbers for the dice after each take-back, and the hashes of these numbers (version 3). The key is
   * the count in `taken_back`.
   */
  renewals?: Record<string, Renewal>;
  from?: number;
  dealt?: boolean;
  [more: string]: unknown;
}

/** The seats that still have to agree to closing the match. */
export interface PendingClose {
  waits_for: string[];
}

/** How a match was closed before its end. `seat`: the participant who resigned, named after the seat taken at first. */
export interface ClosedMatch {
  how: "owner" | "agreed" | "resigned" | "operator";
  seat: string | null;
  winners: string[];
}

export interface MatchInfo {
  id: string;
  game: string;
  scenario: string;
  options: Record<string, OptionValue>;
  name: string | null;
  public: boolean;
  state: MatchState;
  notice?: ReplayProblem | null;
  dice: Dice;
  seats: SeatInfo[];
  ply: number;
  seq: number;
  who: string | null;
  commitment: string;
  /** Participant -> hash of the participant's number, for persons who have sat down. */
  commits?: Record<string, string>;
  fairness?: Fairness | null;
  closing?: PendingClose | null;
  closed?: ClosedMatch | null;
  result?: Result | null;
  created: string | number;
  changed: string | number;
}

export interface NewMatch {
  game: string;
  scenario?: string;
  options?: Record<string, OptionValue>;
  seats: Record<string, string>;
  name?: string;
  public?: boolean;
  dice?: Dice;
  player?: string;
  upload?: string;
  branch?: { game: string; ply: number };
  lesson?: string;
}

export interface CreatedMatch {
  id: string;
  commitment: string;
  owner: string;
  seats: { seat: string; kind: string; token?: string; invite?: string }[];
}

export interface UploadedSave {
  upload: string;
  game: string;
  scenario: string;
  ply: number;
  who: string | null;
  result: Result | null;
  notice?: ReplayProblem | null;
}

export interface ChatLine {
  id: number;
  seat: string | null;
  name: string | null;
  text: string;
  at: string | number;
}

export interface ServerInfo {
  name: string;
  version: string;
  languages: Lang[];
  limits: Readonly<Record<string, unknown>>;
}

export interface Problem {
  type?: string;
  title?: string;
  status: number;
  detail?: string;
  code?: string;
  field?: string;
  clause?: string;
  bars?: Reason[];
  snapshot?: Snapshot;
}
