/** A lesson, and the conditions of its steps. */

import type { Bilingual, Thing } from "./basics";

/** A condition on the play; all parts that are given must be met. */
export interface Condition {
  /** Actions of the player, of which one must be done. `*` stands for a word, or for any words at the end. */
  done?: string | string[];
  /** How often the action must be done, if more than once. */
  times?: number;
  /** Names of questions, of which one must be asked now. */
  asked?: string | string[];
  /** The place at which each of these pieces must stand. */
  at?: Record<Thing, string>;
  /** Kinds of events, of which one must have happened. */
  event?: string | string[];
}

export interface LessonStep {
  text: Bilingual;
  /** What to point at: a thing, or a part of the page (`hand`). */
  light?: string;
  look?: string;
  /** The step is over when this condition is met. A step without a condition is over when the player clicks "next". */
  until?: Condition;
  /** The step is left out unless this condition is met. */
  if?: Condition;
  /**
   * Kinds of events that come after a fight. The step shows the fight: the events from the first roll since the
   * previous step until an event of one of these kinds.
   */
  explain?: string[];
  clauses?: string[];
}

export interface Lesson {
  id: string;
  title: Bilingual;
  game: string;
  scenario: string;
  seat: string;
  steps: LessonStep[];
  /** The words to show while another question comes in between; `asked` names the questions. */
  asides: { asked: string | string[]; text: Bilingual }[];
}
