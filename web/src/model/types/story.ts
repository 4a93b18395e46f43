/** The course of a match. */

import type { GameEvent } from "./play";

/** An order that changed the standing much. */
export interface TurningPoint {
  ply: number;
  /** The ply before the order. */
  from: number;
  turn: number;
  who: string;
  size: number;
  ends: boolean;
  change: Record<string, number>;
  events: GameEvent[];
}

export interface LuckRow {
  /** What the dice were rolled for: a key of section "luck" of the texts. */
  purpose: string;
  rolls: number;
  got: number;
  mean: number;
  low: number;
  high: number;
}

/** The story of a match that is over (docs/data/story.md). */
export interface Story {
  seats: string[];
  standing: { ply: number; turn: number; values: number[] }[];
  points: TurningPoint[];
  luck: Record<string, { rolls: number; better: number; rows: LuckRow[] }>;
}
