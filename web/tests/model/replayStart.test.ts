import { expect, it } from "vitest";
import { firstReplayPly } from "../../src/model/replayStart";
import type { ReplayProblem } from "../../src/model/types";

const notice = (kind: string): ReplayProblem => ({ kind, ply: 8, plies: 30, clauses: [], text: { en: [], ja: [] } });

it("begins where a match continues under other rules", () => {
  expect(firstReplayPly(notice("goes_on"))).toBe(30);
  expect(firstReplayPly(notice("goes_on_otherwise"))).toBe(30);
});

it("begins at the start of every other match", () => {
  expect([firstReplayPly(null), firstReplayPly(undefined), firstReplayPly(notice("refused"))]).toEqual([0, 0, 0]);
});
