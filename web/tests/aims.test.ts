import { describe, expect, it } from "vitest";
import { byKind, turnEnd } from "../src/lib/aims";
import { Texts } from "../src/lib/texts";
import type { Aims, WayRow } from "../src/lib/types";

const SECTIONS = {
  seat: { oda: "Oda", anti_oda: "Anti-Oda" },
  area: { mino: "Mino", yamashiro: "Yamashiro" },
  aim: { key_areas_now: "{areas} are Anti-Oda" },
  turn_end: { no: "goes on after turn {turn}", yes_win: "after turn {turn} {winner_seats} win", maybe_none: "with {die} nobody wins" },
};
const en = new Texts("en", SECTIONS);

function row(way: WayRow["way"], text: string): WayRow {
  return { way, text, data: {}, clause: "nobunaga:9(2)", when: "turn_end", holds: false, decides: false };
}

describe("aims", () => {
  it("puts the ways to win before those to lose, each in its order, and leaves out what there is not", () => {
    const aims: Aims = { ways: [row("lose", "a"), row("win", "b"), row("lose", "c")], turn_end: { turn: 1, ends: "no" } };
    expect(byKind(aims).map(([kind, rows]) => [kind, rows.map((way) => way.text)])).toEqual([
      ["win", ["b"]],
      ["lose", ["a", "c"]],
    ]);
  });

  it("says what the end of the turn would bring, and why", () => {
    expect(turnEnd({ turn: 3, ends: "no" }, en)).toBe("goes on after turn 3");
    const told = { turn: 3, die: 6, way: "lose", reason: "key_areas", clause: "nobunaga:9(2)", text: "key_areas_now", data: { areas: ["mino", "yamashiro"] } } as const;
    expect(turnEnd({ ...told, ends: "yes", winners: ["anti_oda"] }, en)).toBe("after turn 3 Anti-Oda win: Mino, Yamashiro are Anti-Oda");
    expect(turnEnd({ ...told, ends: "maybe", die: 2, winners: [] }, en)).toBe("with 2 nobody wins: Mino, Yamashiro are Anti-Oda");
  });
});
