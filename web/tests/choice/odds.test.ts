import { expect, it } from "vitest";
import { isAnythingAtStake, wholePercentages } from "../../src/choice/odds";

it("makes whole percentages add up to the whole", () => {
  expect(wholePercentages([0.335, 0.335, 0.33])).toEqual([34, 33, 33]);
  expect(wholePercentages([0.125, 0.125, 0.125, 0.625])).toEqual([13, 13, 12, 62]);
  expect(wholePercentages([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
  expect(wholePercentages([0.29, 0.71])).toEqual([29, 71]);
});

it("rounds a total that is not whole", () => {
  expect(wholePercentages([0.204])).toEqual([20]);
  expect(wholePercentages([])).toEqual([]);
});

it("shows odds only if somebody may lose something", () => {
  const calm = { name: ["overlay", "own_steps"], own: true, mean: 0, chances: [1] } as const;
  expect(isAnythingAtStake({ rows: [{ ...calm, chances: [1, 0] }] })).toBe(false);
  expect(isAnythingAtStake({ rows: [{ ...calm, chances: [0.5, 0.5] }] })).toBe(true);
  expect(isAnythingAtStake({ rows: [], outcomes: [{ text: "castle_falls", chance: 0.1 }] })).toBe(true);
  expect(isAnythingAtStake({ rows: [], generals: [{ name: ["unit", "x"], dead: 0 }] })).toBe(false);
});
