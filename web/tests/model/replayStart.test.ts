import { expect, it } from "vitest";
import { firstReplayPly } from "../../src/model/replayStart";
import type { ReplayProblem } from "../../src/model/types";

const notice = (kind: string): ReplayProblem => ({ kind, ply: 8, plies: 30, clauses: [], text: { en: [], ja: [] } });

it("shows a match from where it was taken up under other rules", () => {
  expect(firstReplayPly(notice("goes_on"))).toBe(30);
  expect(firstReplayPly(notice("goes_on_otherwise"))).toBe(30);
});

it("shows every other match from its beginning", () => {
  expect([firstReplayPly(null), firstReplayPly(undefined), firstReplayPly(notice("refused"))]).toEqual([0, 0, 0]);
});
