import { describe, expect, it } from "vitest";
import { drawStandings, outcomeFor, describeLuck, createRematch } from "../../src/model/matchOutcome";
import type { MatchInfo, Result, Story } from "../../src/model/types";

const result = (winners: string[]): Result => ({
  winner: winners[0] ?? null,
  winners,
  points: [],
  reason: "x",
  clause: "nobunaga:9(2)",
});

describe("the story of a match", () => {
  it("knows the outcome for the seats played here", () => {
    expect(outcomeFor(result(["oda"]), ["oda"], false)).toBe("won");
    expect(outcomeFor(result(["oda"]), ["anti_oda"], false)).toBe("lost");
    expect(outcomeFor(result([]), ["oda"], true)).toBe("draw");
    expect(outcomeFor(result([]), ["oda"], false)).toBe("all_lost");
    expect(outcomeFor(result(["oda"]), ["oda", "anti_oda"], false)).toBe("watched");
    expect(outcomeFor(result(["oda"]), [], false)).toBe("watched");
  });

  it("makes a rematch with the same seats, or with the seats turned", () => {
    const seats = [
      { seat: "oda", kind: "person", name: null, joined: true, online: true, plays: "oda" },
      { seat: "anti_oda", kind: "bot", bot: "greedy", name: null, joined: true, online: true, plays: "anti_oda" },
    ];
    const info = {
      game: "nobunaga",
      scenario: "campaign",
      options: {},
      dice: "committed",
      seats,
    } as unknown as MatchInfo;
    expect(createRematch(info, ["oda"], false).seats).toEqual({ oda: "mine", anti_oda: "bot:greedy" });
    expect(createRematch(info, ["oda"], true).seats).toEqual({ oda: "bot:greedy", anti_oda: "mine" });
    expect(createRematch(info, [], false).seats).toEqual({ oda: "open", anti_oda: "bot:greedy" });
  });

  it("words luck without blame", () => {
    expect(describeLuck(0.5).key).toBe("luck_even");
    expect(describeLuck(0.93)).toEqual({ key: "luck_better", of: 9 });
    expect(describeLuck(0.999)).toEqual({ key: "luck_better", of: 9 });
    expect(describeLuck(0.22)).toEqual({ key: "luck_worse", of: 7 });
  });

  it("draws won above and lost below, and marks the turning points on the line", () => {
    const story: Story = {
      seats: ["a", "b"],
      standing: [
        { ply: 0, turn: 1, values: [0, 0] },
        { ply: 10, turn: 2, values: [0.5, -0.5] },
        { ply: 20, turn: 2, values: [1, -1] },
      ],
      points: [
        { ply: 12, from: 10, turn: 2, who: "a", size: 0.5, ends: false, change: { a: 0.5, b: -0.5 }, events: [] },
      ],
      luck: {},
    };
    const picture = drawStandings(story, 0, 100, 40);
    expect(picture.lines).toEqual(["0,20 50,10 100,0", "0,20 50,30 100,40"]);
    expect(picture.turns).toEqual([
      { x: 0, turn: 1 },
      { x: 50, turn: 2 },
    ]);
    expect(picture.marks).toEqual([{ x: 60, y: 8, number: 1 }]);
  });
});
