import { expect, it } from "vitest";
import { cellsAroundRoll } from "../../src/battle/chartCells";
import { placeBeside, type Rect } from "../../src/battle/scenePlacing";
import { rollOf } from "../../src/model/logEntries";
import type { Chart } from "../../src/model/types";

const apart = (a: Rect, b: Rect): boolean =>
  a.left >= b.left + b.width || b.left >= a.left + a.width || a.top >= b.top + b.height || b.top >= a.top + a.height;
const at = (x: number, y: number): Rect => ({ left: x - 40, top: y - 40, width: 80, height: 80 });

it("never lies over the place of the fight", () => {
  for (const window of [
    { width: 816, height: 690 },
    { width: 474, height: 600 },
    { width: 1100, height: 800 },
  ])
    for (let x = 0; x <= window.width; x += 30)
      for (let y = 0; y <= window.height; y += 30) {
        const found = placeBeside(at(x, y), window, null);
        expect(apart(found, at(x, y)), `${x} ${y} in ${window.width}`).toBe(true);
        expect(
          found.left >= 0 &&
            found.left + found.width <= window.width &&
            found.top >= 0 &&
            found.top + found.height <= window.height,
        ).toBe(true);
      }
});

it("stays where it is until it covers the place", () => {
  const window = { width: 816, height: 690 };
  const first = placeBeside(at(200, 300), window, null);
  expect(placeBeside(at(260, 320), window, first)).toBe(first);
  expect(placeBeside(at(700, 320), window, first)).not.toBe(first);
});

it("shows the part of a chart around the cells that were read", () => {
  const chart: Chart = {
    id: "battle",
    name: ["chart", "battle"],
    by: { text: "die" },
    groups: [],
    notes: [],
    modified: true,
    columns: [1, 2, 3, 4, 5, 6, 7].map((text) => ({ text: String(text) })),
    rows: [1, 2, 3, 4, 5, 6, 7, 8].map((die) => ({ text: String(die), dice: [die], cells: [0, 0, 1, 1, 2, 2, 3] })),
  };
  const roll = (data: object) =>
    rollOf({ kind: "roll", data: { purpose: "attack", chart: "battle", ...data }, clauses: [] });
  const read = roll({ dice: [6], value: -2, column: 6 });
  expect(read && cellsAroundRoll(chart, read)).toEqual({
    columns: [4, 5, 6],
    rows: [2, 3, 4],
    column: 6,
    read: new Set([3]),
  });
  const edge = roll({ dice: [1], value: -2, column: 0 });
  expect(edge && cellsAroundRoll(chart, edge)).toEqual({
    columns: [0, 1, 2],
    rows: [0, 1, 2],
    column: 0,
    read: new Set([0]),
  });
  expect(read && cellsAroundRoll(undefined, read)).toBeNull();
});
