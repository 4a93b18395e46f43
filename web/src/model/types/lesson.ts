/** A lesson, and the conditions of its steps. */

import type { Bilingual, Thing } from "./basics";

/** A condition on the play; all parts that are given must be met. */
export interface Condition {
  /** Own actions, any of these; `*` stands for a word, or for any words at the end. */
  done?: string | string[];
  /** How often they must be done, if more than once. */
  times?: number;
  /** The present question. */
  asked?: string | string[];
  /** The places of pieces. */
  at?: Record<Thing, string>;
  /** The kind of an event that has happened. */
  event?: string | string[];
}

export interface LessonStep {
  text: Bilingual;
  /** What to point at: a thing, or a part of the page (`hand`). */
  light?: string;
  look?: string;
  /** The step is over when this is met; without it, when the player clicks "next". */
  until?: Condition;
  /** The step is left out unless this is met. */
  if?: Condition;
  /** The rolls since the step before are shown with it, up to an event of one of these kinds. */
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
  /** The words for questions that may come in between. */
  asides: { asked: string | string[]; text: Bilingual }[];
}
