/**
 * The progress of a lesson. It follows what the player does: a step is over when its condition is met. The player may
 * act on a later step before an earlier one. After a take-back the lesson goes back too. Works for every game.
 */

import type { Condition, GameEvent, Lesson, LessonStep, Scene, Snapshot, Step } from "../../model/types";

/** What is known of the play so far. */
export interface LessonPlay {
  steps: readonly Step[];
  snapshot: Pick<Snapshot, "ply" | "decision" | "scene">;
  /**
   * The steps of the lesson that are over, because their condition was met or the player went on; each with the ply at
   * which that happened.
   */
  passed: ReadonlyMap<number, number>;
}

export type LessonState =
  /** The step can be done, or only has to be read. */
  | { kind: "step"; number: number; step: LessonStep }
  /** Another question came in between, and the lesson has words for it. */
  | { kind: "aside"; number: number; text: LessonStep["text"] }
  /** Another seat decides. */
  | { kind: "wait"; number: number; step: LessonStep }
  /** What the step asks for cannot be done from here. */
  | { kind: "astray"; number: number; step: LessonStep }
  | { kind: "done" };

const asList = (given: string | readonly string[] | undefined): readonly string[] =>
  given === undefined ? [] : typeof given === "string" ? [given] : given;

/** Tell whether an action fits a pattern. `*` stands for one word, or for any words at the end. */
export function matchesPattern(pattern: string, action: string): boolean {
  const wanted = pattern.split(" ");
  const words = action.split(" ");
  const open = wanted.at(-1) === "*";
  return (
    (open ? words.length >= wanted.length - 1 : words.length === wanted.length) &&
    wanted.every((word, i) => word === "*" || word === words[i])
  );
}

const matchesAnyPattern = (patterns: string | readonly string[] | undefined, action: string): boolean =>
  asList(patterns).some((pattern) => matchesPattern(pattern, action));

/** Return the place of a piece; null if it is in none. */
function placeOfPiece(scene: Pick<Scene, "places">, thing: string): string | null {
  for (const [place, placeScene] of Object.entries(scene.places))
    if (placeScene.stacks.some((stack) => stack.pieces.some((piece) => piece.thing === thing))) return place;
  return null;
}

/**
 * Tell whether a condition is met. Actions and events are looked up in the record, the rest in the present position.
 */
export function isFulfilled(condition: Condition, play: LessonPlay): boolean {
  const { steps, snapshot } = play;
  if (condition.done !== undefined && doneAt(condition, steps) === null) return false;
  if (
    condition.asked !== undefined &&
    !(snapshot.decision?.options !== undefined && asList(condition.asked).includes(snapshot.decision.name))
  )
    return false;
  if (
    condition.at !== undefined &&
    !Object.entries(condition.at).every(([thing, place]) => placeOfPiece(snapshot.scene, thing) === place)
  )
    return false;
  if (
    condition.event !== undefined &&
    !steps.some((step) => step.ply > 0 && step.events.some((event) => asList(condition.event).includes(event.kind)))
  )
    return false;
  return true;
}

/** Return the ply at which the wanted actions had been done as often as needed; null if they have not been. */
function doneAt(condition: Condition, steps: readonly Step[]): number | null {
  let left = condition.times ?? 1;
  for (const step of steps) {
    if (step.act !== undefined && matchesAnyPattern(condition.done, step.act)) left -= 1;
    if (left === 0) return step.ply;
  }
  return null;
}

/**
 * Return the steps of the lesson that are over now, each with the ply at which it was over. A step is not over any more
 * if that ply has been taken back. A step that asks for no action can be over only when all earlier steps that ask for
 * an action are over. Without this rule, such a step would be over at the start if the position already met its
 * condition.
 */
export function stepsPassed(lesson: Lesson, play: LessonPlay): Map<number, number> {
  const { ply } = play.snapshot;
  const passed = new Map([...play.passed].filter(([, at]) => at <= ply));
  lesson.steps.forEach(({ until }, number) => {
    if (until === undefined || passed.has(number) || !isFulfilled(until, play)) return;
    if (until.done !== undefined) passed.set(number, doneAt(until, play.steps) ?? ply);
    else if (earlierDeeds(lesson, number).every((before) => passed.has(before))) passed.set(number, ply);
  });
  return passed;
}

const earlierDeeds = (lesson: Lesson, number: number): number[] =>
  lesson.steps.flatMap(({ until }, before) => (before < number && until?.done !== undefined ? [before] : []));

/** Return the current step. It follows the last step that is over; a player may have skipped steps before that one. */
export function currentStepOf(lesson: Lesson, play: LessonPlay): number {
  let number = Math.max(-1, ...play.passed.keys()) + 1;
  for (
    let step = lesson.steps[number];
    step?.if !== undefined && !isFulfilled(step.if, play);
    step = lesson.steps[number]
  )
    number += 1;
  return number;
}

export function lessonStateOf(lesson: Lesson, play: LessonPlay): LessonState {
  const number = currentStepOf(lesson, play);
  const step = lesson.steps[number];
  if (step === undefined) return { kind: "done" };
  if (step.until === undefined) return { kind: "step", number, step };
  const { decision } = play.snapshot;
  if (decision === null || decision.options === undefined) return { kind: "wait", number, step };
  if (
    step.until.done === undefined ||
    decision.options.some((option) => matchesAnyPattern(step.until?.done, option.text))
  )
    return { kind: "step", number, step };
  const aside = lesson.asides.find((one) => asList(one.asked).includes(decision.name));
  return aside === undefined ? { kind: "astray", number, step } : { kind: "aside", number, text: aside.text };
}

/**
 * Return the fight that a step explains: from the first roll since the previous step to the last event that belongs to
 * the fight.
 */
export function fightToExplain(
  play: LessonPlay,
  number: number,
  ends: readonly string[],
): { step: Step; event: GameEvent }[] {
  const since = Math.max(0, ...[...play.passed].filter(([step]) => step < number).map(([, ply]) => ply));
  const events = play.steps
    .filter((step) => step.ply >= since)
    .flatMap((step) => step.events.map((event) => ({ step, event })));
  const first = events.findIndex(({ event }) => event.kind === "roll");
  if (first < 0) return [];
  const length = events.slice(first).findIndex(({ event }) => ends.includes(event.kind));
  return events.slice(first, length < 0 ? undefined : first + length);
}

/** Fill in words that differ on a small touch screen: `{click}`. Unknown ones stay as they are. */
export function fillWords(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
}

/** Where the box stands on the map. */
export type Corner = "top" | "bottom" | "top left" | "top right" | "bottom right" | "bottom left";

interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const sharedArea = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * Return the first corner where a box of this size covers none of the spots; if there is none, the one where it covers
 * least.
 */
export function cornerFor(map: Rect, spots: readonly Rect[], width: number, height: number, gap = 14): Corner {
  const middle = (map.left + map.right - width) / 2;
  const rooms = spots.map((spot) => ({
    left: spot.left - gap,
    top: spot.top - gap,
    right: spot.right + gap,
    bottom: spot.bottom + gap,
  }));
  const [up, down, left, right] = [map.top + gap, map.bottom - gap - height, map.left + gap, map.right - gap - width];
  const corners: [Corner, number, number][] = [
    ["top", middle, up],
    ["bottom", middle, down],
    ["top left", left, up],
    ["top right", right, up],
    ["bottom right", right, down],
    ["bottom left", left, down],
  ];
  const covered = corners.map(([corner, x, y]) => ({
    corner,
    size: rooms.reduce(
      (sum, room) => sum + sharedArea({ left: x, top: y, right: x + width, bottom: y + height }, room),
      0,
    ),
  }));
  return covered.reduce((best, one) => (one.size < best.size ? one : best)).corner;
}
