import { expect, it } from "vitest";
import { firstShown } from "../../src/model/replayStart";
import type { Notice } from "../../src/model/types";

const notice = (kind: string): Notice => ({ kind, ply: 8, plies: 30, clauses: [], text: { en: [], ja: [] } });

it("shows a match from where it was taken up under other rules", () => {
  expect(firstShown(notice("goes_on"))).toBe(30);
  expect(firstShown(notice("goes_on_otherwise"))).toBe(30);
});

it("shows every other match from its beginning", () => {
  expect([firstShown(null), firstShown(undefined), firstShown(notice("refused"))]).toEqual([0, 0, 0]);
});
