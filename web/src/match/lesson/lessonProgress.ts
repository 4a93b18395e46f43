/**
 * Where a lesson stands. It follows what was really done: a step is over when its condition has come about, in whatever
 * order, and goes back with what is taken back. No game is known here.
 */

import type { Condition, GameEvent, Lesson, LessonStep, Scene, Snapshot, Step } from "../../model/types";

/** What is known of the play so far. */
export interface LessonPlay {
  steps: readonly Step[];
  snapshot: Pick<Snapshot, "ply" | "decision" | "scene">;
  /** Steps of the lesson that were over by themselves, or that the pupil went on from, each with the ply of that. */
  passed: ReadonlyMap<number, number>;
}

export type LessonState =
  /** The step can be done, or only has to be read. */
  | { kind: "step"; number: number; step: LessonStep }
  /** Another question came in between; the lesson knows what to say of it. */
  | { kind: "aside"; number: number; text: LessonStep["text"] }
  /** Somebody else decides. */
  | { kind: "wait"; number: number; step: LessonStep }
  /** What the step asks for cannot be done from here. */
  | { kind: "astray"; number: number; step: LessonStep }
  | { kind: "done" };

const asList = (given: string | readonly string[] | undefined): readonly string[] =>
  given === undefined ? [] : typeof given === "string" ? [given] : given;

/** Does an action fit a pattern? `*` stands for one word, at the end for any. */
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

/** Where a piece stands; null where it lies nowhere. */
function placeOfPiece(scene: Pick<Scene, "places">, thing: string): string | null {
  for (const [place, placeScene] of Object.entries(scene.places))
    if (placeScene.stacks.some((stack) => stack.pieces.some((piece) => piece.thing === thing))) return place;
  return null;
}

/** Has it come about? What was done and what happened is looked up in the record, the rest in the present position. */
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

/** The ply at which the wanted actions had been done as often as they should. */
function doneAt(condition: Condition, steps: readonly Step[]): number | null {
  let left = condition.times ?? 1;
  for (const step of steps) {
    if (step.act !== undefined && matchesAnyPattern(condition.done, step.act)) left -= 1;
    if (left === 0) return step.ply;
  }
  return null;
}

/**
 * The steps that are over now, each with the ply since which it is; what was taken back is forgotten. A step that asks for
 * no deed of its own can only be over once all that the pupil was to do before it is done: the position alone would also
 * fit one who has done nothing yet.
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

/** The step in hand: the one after the last that is over. Whoever goes ahead is followed. */
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

/** The fight that a step explains: from the first roll since the step before it to what no longer belongs to it. */
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

/** Words that are others on a small screen that is touched: `{click}`. Unknown ones stay as they are. */
export function fillWords(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
}

/** Where the words stand on the map, up or down first. */
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

/** The first place for a box of this size where it does not cover the spots; where it would everywhere, the one where it covers least. */
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
