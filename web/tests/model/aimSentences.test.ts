import { describe, expect, it } from "vitest";
import {
  aimSentence,
  waysByKind,
  progressText,
  lastTurnSentences,
  describePart,
  turnEndSentence,
  turnEndWarning,
} from "../../src/model/aimSentences";
import { Texts } from "../../src/model/texts";
import type { Aims, WayRow } from "../../src/model/types";

const SECTIONS = {
  seat: { oda: "Oda", anti_oda: "Anti-Oda" },
  area: { mino: "Mino", yamashiro: "Yamashiro" },
  aim: {
    key_areas_now: "{areas} are Anti-Oda",
    line_campaign_oda: "Hold {count} by turn {turn}",
    shares: "{count} share it with {value} of {needed}",
  },
  condition: { vow: "The vow", not_yet: "not yet", trails: "you have {value}" },
  turn_end: {
    no: "goes on after turn {turn}",
    yes_win: "after turn {turn} {winner_seats} win",
    maybe_none: "with {die} nobody wins",
    yes_you_lose: "after turn {turn} you lose",
    maybe_all_lose: "with {die} all lose",
    last: "ends after {turn}",
    last_die: "after {turn} with {die}",
  },
};
const en = new Texts("en", SECTIONS);

function row(way: WayRow["way"], text: string): WayRow {
  return { way, text, data: {}, clause: "nobunaga:9(2)", when: "turn_end", holds: false, decides: false };
}

describe("aims", () => {
  it("puts the ways to win before those to lose, each in its order, and leaves out empty kinds", () => {
    const aims: Aims = {
      ways: [row("lose", "a"), row("win", "b"), row("lose", "c")],
      ends: [],
      turn_end: { turn: 1, ends: "no" },
    };
    expect(waysByKind(aims).map(([kind, rows]) => [kind, rows.map((way) => way.text)])).toEqual([
      ["win", ["b"]],
      ["lose", ["a", "c"]],
    ]);
  });

  it("states the aim in one sentence, filled with the data of its way", () => {
    const way = { ...row("win", "b"), data: { count: 9, turn: 10 }, value: 5, needed: 9 };
    const aims: Aims = {
      line: { text: "line_campaign_oda", way: 1 },
      ways: [row("lose", "a"), way],
      ends: [
        { turn: 9, die: 2 },
        { turn: 10, die: 6 },
      ],
      turn_end: { turn: 1, ends: "no" },
    };
    expect(aimSentence(aims, en)).toEqual({ sentence: "Hold 9 by turn 10", row: way });
    expect(lastTurnSentences(aims, en)).toEqual(["after 9 with 2", "ends after 10"]);
    expect(aimSentence({ ways: aims.ways, ends: [], turn_end: aims.turn_end }, en)).toBeNull();
  });

  it("states the progress of a way in the game's words, or by its numbers", () => {
    const numbers = (value: number, needed: number): string => `${value}/${needed}`;
    const way = { ...row("win", "b"), data: { count: 2 }, value: 1, needed: 3 };
    expect(progressText(way, en, numbers)).toBe("1/3");
    expect(progressText({ ...way, state: "shares" }, en, numbers)).toBe("2 share it with 1 of 3");
    expect(progressText(row("win", "b"), en, numbers)).toBeNull();
    const part = { text: "vow", clause: "x:1", value: 0, needed: 1, state: "not_yet" };
    expect(describePart(part, en, numbers)).toEqual({ name: "The vow", count: "", state: "not yet" });
    expect(describePart({ ...part, needed: 4 }, en, numbers).count).toBe("0/4");
    expect(describePart({ ...part, needed: 4, state: "trails" }, en, numbers)).toEqual({
      name: "The vow",
      count: "",
      state: "you have 0",
    });
  });

  it("warns the seat itself, and only if the game would end", () => {
    const told = {
      turn: 3,
      die: 2,
      reason: "key_areas",
      clause: "nobunaga:9(2)",
      text: "key_areas_now",
      data: { areas: ["mino"] },
    } as const;
    expect(turnEndWarning({ turn: 3, ends: "no" }, en)).toBeNull();
    expect(turnEndWarning({ ...told, ends: "yes", way: "lose", winners: ["anti_oda"] }, en)).toBe(
      "after turn 3 you lose: Mino are Anti-Oda",
    );
    expect(turnEndWarning({ ...told, ends: "maybe", way: "lose", winners: [] }, en)).toBe(
      "with 2 all lose: Mino are Anti-Oda",
    );
  });

  it("says what the end of the turn would bring, and why", () => {
    expect(turnEndSentence({ turn: 3, ends: "no" }, en)).toBe("goes on after turn 3");
    const told = {
      turn: 3,
      die: 6,
      way: "lose",
      reason: "key_areas",
      clause: "nobunaga:9(2)",
      text: "key_areas_now",
      data: { areas: ["mino", "yamashiro"] },
    } as const;
    expect(turnEndSentence({ ...told, ends: "yes", winners: ["anti_oda"] }, en)).toBe(
      "after turn 3 Anti-Oda win: Mino, Yamashiro are Anti-Oda",
    );
    expect(turnEndSentence({ ...told, ends: "maybe", die: 2, winners: [] }, en)).toBe(
      "with 2 nobody wins: Mino, Yamashiro are Anti-Oda",
    );
  });
});
