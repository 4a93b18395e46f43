/** Reads charts as the server describes them (docs/data/charts.md). */

import type { Roll } from "./logEntries";
import { withMinus, type Texts } from "./texts";
import type { Chart, ChartCell, ChartRow, Heading } from "./types";

export function headingOf(texts: Texts, heading: Heading): string {
  return heading.text === undefined ? texts.nameOf(heading.name) : withMinus(heading.text);
}

export function cellOf(texts: Texts, cell: ChartCell): string {
  if (cell === null) return "–";
  return typeof cell === "object" ? texts.joinNames(cell.names.map((name) => texts.nameOf(name))) : withMinus(cell);
}

/**
 * Return the row of a chart in which a die is looked up. In a modified chart, results beyond the first or last row use
 * that row.
 */
function rowOf(chart: Chart, die: number, modifier: number): ChartRow | undefined {
  const faces = chart.rows.flatMap((row) => row.dice ?? []);
  const read = chart.modified ? Math.min(Math.max(die + modifier, Math.min(...faces)), Math.max(...faces)) : die;
  return chart.rows.find((row) => row.dice?.includes(read));
}

/** Faces of a die with the same result. */
export interface Band {
  from: number;
  to: number;
  cell: ChartCell;
}

/** Return the results of one die in a column of a chart, by faces. */
export function bandsOf(chart: Chart, column: number, modifier: number): Band[] {
  const bands: Band[] = [];
  for (let face = 1; face <= 6; face += 1) {
    const cell = rowOf(chart, face, modifier)?.cells[column] ?? null;
    const last = bands.at(-1);
    if (last !== undefined && JSON.stringify(last.cell) === JSON.stringify(cell)) last.to = face;
    else bands.push({ from: face, to: face, cell });
  }
  return bands;
}

export const facesOf = ({ from, to }: Band): string => (from === to ? String(from) : `${from}–${to}`);

/**
 * Return the rows in which a roll was looked up. In a modified chart, results beyond the first or last row use that
 * row.
 */
export function rowsOfRoll(chart: Chart, roll: Roll): ReadonlySet<number> {
  const faces = chart.rows.flatMap((row) => row.dice ?? []);
  if (faces.length === 0) return new Set();
  const total = roll.dice.reduce((sum, die) => sum + die, roll.modifier);
  const read = chart.modified ? [Math.min(Math.max(total, Math.min(...faces)), Math.max(...faces))] : roll.dice;
  return new Set(
    chart.rows.flatMap((row, number) => ((row.dice ?? []).some((die) => read.includes(die)) ? [number] : [])),
  );
}
