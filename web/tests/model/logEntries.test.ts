import { expect, it } from "vitest";
import { groupByTurn, lastRollOn, rollOf } from "../../src/model/logEntries";
import type { Step } from "../../src/model/types";

const STEPS: Step[] = [
  {
    ply: 0,
    who: "chance",
    events: [
      { kind: "dealt", data: {}, clauses: [] },
      { kind: "turn", data: { turn: 1 }, clauses: [] },
    ],
  },
  {
    ply: 1,
    who: "oda",
    events: [{ kind: "roll", data: { purpose: "death_check", dice: [4], chart: "death" }, clauses: [] }],
  },
  {
    ply: 2,
    who: "oda",
    events: [
      { kind: "turn", data: { turn: 2 }, clauses: [] },
      { kind: "roll", data: { purpose: "x", dice: [2, "?"], chart: "death", at_most: 3, hits: 1 }, clauses: [] },
    ],
  },
];

it("puts steps under their turns", () => {
  const found = groupByTurn(STEPS);
  expect(found.map((chapter) => [chapter.opening?.data["turn"], chapter.entries.length])).toEqual([
    [undefined, 1],
    [1, 1],
    [2, 1],
  ]);
});

it("finds the last roll on a chart", () => {
  expect(lastRollOn(STEPS, "death")).toMatchObject({ dice: [2], atMost: 3, hits: 1 });
  expect(lastRollOn(STEPS.slice(0, 2), "death")?.dice).toEqual([4]);
  expect(lastRollOn(STEPS, "other")).toBeNull();
});

it("accepts only rolls as rolls", () => {
  expect(rollOf({ kind: "hits", data: { dice: [1] }, clauses: [] })).toBeNull();
});
