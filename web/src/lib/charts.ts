/** Charts as the server describes them (docs/server.md). */

import type { Roll } from "./chronicle";
import type { Texts } from "./texts";
import type { Chart, ChartCell, Heading } from "./types";

export function headingOf(texts: Texts, heading: Heading): string {
  return heading.text ?? texts.called(heading.name);
}

export function cellOf(texts: Texts, cell: ChartCell): string {
  if (cell === null) return "–";
  return typeof cell === "object" ? texts.listed(cell.names.map((name) => texts.called(name))) : String(cell);
}

/** The rows in which a roll was looked up; dice beyond the first or last row of a modified chart use that row. */
export function rowsRead(chart: Chart, roll: Roll): ReadonlySet<number> {
  const known = chart.rows.flatMap((row) => row.dice ?? []);
  if (known.length === 0) return new Set();
  const total = roll.dice.reduce((sum, die) => sum + die, roll.modifier);
  const read = chart.modified ? [Math.min(Math.max(total, Math.min(...known)), Math.max(...known))] : roll.dice;
  return new Set(chart.rows.flatMap((row, number) => ((row.dice ?? []).some((die) => read.includes(die)) ? [number] : [])));
}
