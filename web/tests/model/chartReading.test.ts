import { expect, it } from "vitest";
import { planOf } from "../../src/board/geometry/boardPlan";
import { bandsOf, cellOf, facesOf, headingOf, rowsOfRoll } from "../../src/model/chartReading";
import { rollOf, type Roll } from "../../src/model/logEntries";
import { hasParts, isConditions, scoreCounts } from "../../src/model/counts";
import { samplesOf } from "../../src/match/reference/legendSamples";
import { Texts } from "../../src/model/texts";
import type { Board, Chart, Count, Scene } from "../../src/model/types";

const TEXTS = new Texts("en", { heading: { die: "Die" }, clan: { azai: "Azai", asakura: "Asakura" } });
const CHART: Chart = {
  id: "field",
  name: ["table", "field"],
  by: { name: ["heading", "die"] },
  groups: [],
  columns: [{ text: "1–2" }, { text: "3+" }],
  notes: [],
  modified: true,
  rows: [-1, 0, 1].map((die) => ({ text: String(die), dice: [die], cells: [0, "1•"] })),
};
const roll = (data: object): Roll =>
  rollOf({ kind: "roll", data: { purpose: "attack", ...data }, clauses: [] }) as Roll;

it("reads a modified die in the row of the sum, or in the last row", () => {
  expect([...rowsOfRoll(CHART, roll({ dice: [2], value: -2 }))]).toEqual([1]);
  expect([...rowsOfRoll(CHART, roll({ dice: [6], value: 2 }))]).toEqual([2]);
  expect([...rowsOfRoll(CHART, roll({ dice: [1], value: -5 }))]).toEqual([0]);
  expect([...rowsOfRoll({ ...CHART, modified: false }, roll({ dice: [1], value: -1 }))]).toEqual([2]);
  expect(roll({ dice: [1], column: 1 }).column).toBe(1);
});

it("joins faces of a die with the same result in a column", () => {
  const cells = [null, { names: [["clan", "azai"]] }, { names: [["clan", "azai"]] }, null].map(
    (cell) => [0, cell] as Chart["rows"][number]["cells"],
  );
  const chart: Chart = { ...CHART, rows: cells.map((row, die) => ({ text: String(die), dice: [die], cells: row })) };
  const told = (modifier: number, column = 1): string[] =>
    bandsOf(chart, column, modifier).map((band) => `${facesOf(band)} ${cellOf(TEXTS, band.cell)}`);
  expect(told(0)).toEqual(["1–2 Azai", "3–6 –"]);
  expect(told(-4)).toEqual(["1–4 –", "5–6 Azai"]);
  expect(told(-5)).toEqual(["1–5 –", "6 Azai"]);
  expect(told(9)).toEqual(["1–6 –"]);
  expect(told(0, 0)).toEqual(["1–6 0"]);
});

it("writes headings and cells in the page's language", () => {
  expect(headingOf(TEXTS, CHART.by)).toBe("Die");
  expect(headingOf(TEXTS, { text: "50+" })).toBe("50+");
  expect(
    cellOf(TEXTS, {
      names: [
        ["clan", "azai"],
        ["clan", "asakura"],
      ],
    }),
  ).toBe("Azai, Asakura");
  expect([cellOf(TEXTS, null), cellOf(TEXTS, 0), cellOf(TEXTS, "0/8•")]).toEqual(["–", "0", "0/8•"]);
  expect([headingOf(TEXTS, { text: "≤-2" }), cellOf(TEXTS, -1), cellOf(TEXTS, "-3")]).toEqual(["≤−2", "−1", "−3"]);
});

it("distinguishes conditions from scores", () => {
  const vows: Count = {
    name: ["scene", "conditions"],
    rows: [1, 0].map((value) => ({ name: ["c", String(value)], value, goal: 1, note: ["c", "met"] })),
  };
  const score: Count = { name: ["scene", "points"], rows: [{ name: ["seat", "a"], value: 3, parts: [] }] };
  expect(isConditions(vows)).toBe(true);
  expect(scoreCounts({ counts: [vows, score] } as unknown as Scene)).toEqual([score]);
  expect([
    isConditions(score),
    hasParts(score),
    hasParts({ ...score, rows: [{ name: ["seat", "a"], value: 3 }] }),
  ]).toEqual([false, true, false]);
});

it("has a sample of each terrain, hexside and castle of the board", () => {
  const place = (id: string, terrain: string) => ({
    id,
    name: ["hex", id],
    at: [1, Number(id)],
    near: [],
    marks: [],
    terrain,
  });
  const board = {
    kind: "hexes",
    domain: "hex",
    places: [place("1", "flat"), place("2", "marsh")],
    clans: {},
    drawing: null,
    sides: [{ a: "1", b: "2", kind: "river", crossing: "bridge" }],
  } as unknown as Board;
  const scene = {
    places: { 1: { owner: null, side: null, stacks: [], marks: [{ glyph: "castle", value: 2 }] } },
  } as unknown as Scene;
  const found = samplesOf(board, scene);
  expect(found.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    "terrain flat",
    "terrain marsh",
    "side bridge",
    "castle 2",
  ]);
  for (const sample of found) expect(planOf(sample.board).look).toBe("hexes");
  expect(samplesOf({ ...board, kind: "areas" }, scene)).toEqual([]);
});
