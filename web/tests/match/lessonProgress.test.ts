import { expect, it } from "vitest";
import {
  cornerFor,
  fillWords,
  matchesPattern,
  stepsPassed,
  lessonStateOf,
  currentStepOf,
  fightToExplain,
  type LessonPlay,
} from "../../src/match/lesson/lessonProgress";
import type { Lesson, LessonStep, Scene, Step } from "../../src/model/types";

const both = (text: string): LessonStep["text"] => ({ en: text, ja: text });
const LESSON: Lesson = {
  id: "a",
  title: both("A"),
  game: "g",
  scenario: "s",
  seat: "uesugi",
  steps: [
    { text: both("read") },
    { text: both("choose"), until: { done: "act kenshin" } },
    { text: both("go"), until: { done: "to *", at: { "unit:kenshin": "0513" } } },
    { text: both("only if he fled"), if: { event: "fell_back" } },
    { text: both("end"), until: { done: "end", times: 2 } },
  ],
  asides: [{ asked: ["losses"], text: both("who bears it?") }],
};

const scene = (place: string): Scene =>
  ({ places: { [place]: { stacks: [{ pieces: [{ thing: "unit:kenshin" }] }] } } }) as unknown as Scene;
const acts = (...all: string[]): Step[] => all.map((act, at) => ({ ply: at + 1, who: "uesugi", act, events: [] }));

function play(
  steps: Step[],
  question: string,
  options: string[],
  place = "0711",
  passed: ReadonlyMap<number, number> = new Map(),
): LessonPlay {
  const decision = {
    who: "uesugi",
    name: question,
    clause: "1",
    options: options.map((text) => ({ text, lights: [] })),
  };
  return { steps, snapshot: { ply: steps.length, decision, scene: scene(place) }, passed };
}

/** Update the steps that are over first, as the page does. */
function follow(given: LessonPlay): LessonPlay {
  return { ...given, passed: stepsPassed(LESSON, given) };
}

it('follows a player who acts before clicking "next"', () => {
  const ahead = follow(play(acts("act kenshin"), "march", ["to 0513"]));
  expect(lessonStateOf(LESSON, ahead)).toMatchObject({ kind: "step", number: 2 });
});

it("goes back with a take-back, and forgets later clicks", () => {
  const there = follow(play(acts("act kenshin", "to 0513"), "march", ["end"], "0513"));
  expect(currentStepOf(LESSON, there)).toBe(4); // the step about fleeing is left out
  const skipped = { ...there, passed: new Map([...there.passed, [4, 2]]) };
  expect(lessonStateOf(LESSON, skipped)).toEqual({ kind: "done" });
  const back = follow(play(acts("act kenshin"), "march", ["to 0513"], "0711", skipped.passed));
  expect(lessonStateOf(LESSON, back)).toMatchObject({ kind: "step", number: 2 });
});

it("waits until a piece stands where it should", () => {
  expect(
    lessonStateOf(LESSON, follow(play(acts("act kenshin", "to 0413"), "march", ["to 0513"], "0413"))),
  ).toMatchObject({ kind: "step", number: 2 });
});

it("counts what has to be done twice", () => {
  expect(
    lessonStateOf(LESSON, follow(play(acts("act kenshin", "to 0513", "end"), "x", ["end"], "0513"))),
  ).toMatchObject({ kind: "step", number: 4 });
  expect(
    lessonStateOf(LESSON, follow(play(acts("act kenshin", "to 0513", "end", "end"), "x", ["end"], "0513"))),
  ).toEqual({ kind: "done" });
});

it("begins at its first step, even if a later step's question is asked already", () => {
  const asking: Lesson = {
    ...LESSON,
    steps: [
      { text: both("read") },
      { text: both("go"), until: { done: "to *" } },
      { text: both("wait"), until: { asked: "force" } },
      { text: both("again") },
    ],
  };
  const begun = play([], "force", ["act kenshin"]);
  expect(currentStepOf(asking, { ...begun, passed: stepsPassed(asking, begun) })).toBe(0);
  const gone = play(acts("to 0513"), "march", ["halt"]);
  expect(currentStepOf(asking, { ...gone, passed: stepsPassed(asking, gone) })).toBe(2);
  const asked = play(acts("to 0513", "halt"), "force", ["act kenshin"]);
  expect(currentStepOf(asking, { ...asked, passed: stepsPassed(asking, asked) })).toBe(3);
});

it("knows questions in between, the turns of others, and other ways", () => {
  const done = new Map([[0, 0]]);
  expect(lessonStateOf(LESSON, play([], "losses", ["lose a"], "0711", done))).toMatchObject({
    kind: "aside",
    text: both("who bears it?"),
  });
  expect(lessonStateOf(LESSON, play([], "march", ["to 0712"], "0711", done))).toMatchObject({
    kind: "astray",
    number: 1,
  });
  const others = {
    ...play([], "march", [], "0711", done),
    snapshot: { ply: 0, scene: scene("0711"), decision: { who: "takeda", name: "force", clause: "1" } },
  };
  expect(lessonStateOf(LESSON, others)).toMatchObject({ kind: "wait" });
});

it("matches patterns by words", () => {
  expect(matchesPattern("to *", "to 0513")).toBe(true);
  expect(matchesPattern("battle *", "battle")).toBe(true);
  expect(matchesPattern("march * mino", "march oda mino")).toBe(true);
  expect(matchesPattern("march * mino", "march oda hida")).toBe(false);
  expect(matchesPattern("end", "end it")).toBe(false);
});

it("explains a fight from its first roll to the last event that belongs to it", () => {
  const event = (kind: string) => ({ kind, data: {}, clauses: [] });
  const steps: Step[] = [
    { ply: 1, who: "uesugi", act: "act kenshin", events: [event("roll")] },
    { ply: 2, who: "uesugi", act: "battle", events: [event("attack"), event("roll"), event("battle_result")] },
    { ply: 3, who: "takeda", events: [event("step_lost"), event("acts"), event("roll")] },
  ];
  const given = { ...play(steps, "x", []), passed: new Map([[1, 2]]) };
  expect(fightToExplain(given, 2, ["acts"]).map((one) => one.event.kind)).toEqual([
    "roll",
    "battle_result",
    "step_lost",
  ]);
});

it("does not cover what it points at", () => {
  const map = { left: 0, top: 0, right: 1000, bottom: 800 };
  const at = (x: number, y: number) => ({ left: x, top: y, right: x + 40, bottom: y + 40 });
  expect(cornerFor(map, [at(480, 600)], 400, 200)).toBe("top");
  expect(cornerFor(map, [at(480, 60)], 400, 200)).toBe("bottom");
  expect(cornerFor(map, [at(480, 380)], 400, 500)).toBe("top left");
  expect(cornerFor(map, [at(380, 380)], 400, 500)).toBe("top right");
  expect(cornerFor(map, [{ left: 300, top: 300, right: 700, bottom: 700 }], 400, 500)).toBe("top left");
  // Nor a fight that is shown beside it.
  expect(cornerFor(map, [at(60, 60), { left: 600, top: 10, right: 980, bottom: 700 }], 400, 200)).toBe("bottom left");
});

it("uses other words on a touch screen", () => {
  expect(fillWords("{Click} it {list}. {unknown}", { Click: "Tap", list: "below" })).toBe("Tap it below. {unknown}");
});
