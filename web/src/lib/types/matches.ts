/** Matches: who sits at them, how they are made, what is said there. */

import type { OptionValue } from "./catalogue";
import type { Bar, Notice, Result, Snapshot } from "./play";
import type { Lang } from "./words";

export type MatchState = "gathering" | "playing" | "over" | "closed" | "aside";
export type Dice = "committed" | "typed";

export interface SeatInfo {
  seat: string;
  kind: "person" | "bot" | "open";
  name: string | null;
  bot?: string | null;
  joined: boolean;
  online: boolean;
  /** The side it plays now; another than `seat` after players exchanged sides. */
  plays: string;
}

export interface Fairness {
  version?: number;
  match?: string;
  commitment?: string;
  secret?: string;
  nonces?: Record<string, string>;
  from?: number;
  dealt?: boolean;
  [more: string]: unknown;
}

export interface MatchInfo {
  id: string;
  game: string;
  scenario: string;
  options: Record<string, OptionValue>;
  name: string | null;
  public: boolean;
  state: MatchState;
  notice?: Notice | null;
  dice: Dice;
  seats: SeatInfo[];
  ply: number;
  seq: number;
  who: string | null;
  commitment: string;
  fairness?: Fairness | null;
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

export interface Created {
  id: string;
  commitment: string;
  owner: string;
  seats: { seat: string; kind: string; token?: string; invite?: string }[];
}

export interface Uploaded {
  upload: string;
  game: string;
  scenario: string;
  ply: number;
  who: string | null;
  result: Result | null;
  notice?: Notice | null;
}

export interface ChatLine {
  id: number;
  seat: string | null;
  name: string | null;
  text: string;
  at: string | number;
}

export interface About {
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
  bars?: Bar[];
  snapshot?: Snapshot;
}
