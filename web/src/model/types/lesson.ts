/** A lesson, and what must come about in it. */

import type { Bilingual, Thing } from "./basics";

/** What has come about in play; all that is given has to. */
export interface Condition {
  /** Own actions, any of these; `*` stands for a word, at the end for any. */
  done?: string | string[];
  /** How often, if more than once. */
  times?: number;
  /** The question asked now. */
  asked?: string | string[];
  /** Where pieces stand. */
  at?: Record<Thing, string>;
  /** Something of this kind happened. */
  event?: string | string[];
}

export interface LessonStep {
  text: Bilingual;
  /** What to point at: a thing, or a part of the page (`hand`). */
  light?: string;
  look?: string;
  /** The step is over when this has come about; without it, when one goes on from it. */
  until?: Condition;
  /** The step is left out unless this has come about. */
  if?: Condition;
  /** What was rolled since the step before is shown with it, up to an event of one of these kinds. */
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
  /** What is said of questions that may come in between. */
  asides: { asked: string | string[]; text: Bilingual }[];
}
