/** Chooses which cells of a chart are shown for a roll: those that the roll read, and a few around them. */

import { rowsOfRoll } from "../model/chartReading";
import type { Roll } from "../model/logEntries";
import type { Chart } from "../model/types";

export interface ChartCells {
  /** The numbers of the columns and rows that are shown. */
  columns: number[];
  rows: number[];
  /** The column and the rows that the roll read. */
  column: number | null;
  read: ReadonlySet<number>;
}

/**
 * How many cells are shown on each side of those that were read. A chart with at most `CELLS_SHOWN_WHOLE` rows or
 * columns shows all of them.
 */
const CELLS_BESIDE = 1;
const CELLS_SHOWN_WHOLE = 4;

function around(read: readonly number[], length: number): number[] {
  const all = Array.from({ length }, (_, number) => number);
  if (length <= CELLS_SHOWN_WHOLE || read.length === 0)
    return all.slice(0, Math.max(CELLS_SHOWN_WHOLE, 2 * CELLS_BESIDE + 1));
  const [first, last] = [Math.min(...read), Math.max(...read)];
  const from = Math.max(0, Math.min(first - CELLS_BESIDE, length - 1 - 2 * CELLS_BESIDE));
  return all.slice(from, Math.max(last + CELLS_BESIDE, from + 2 * CELLS_BESIDE) + 1);
}

/** Return the cells to show for a roll, or null if it consulted no chart. */
export function cellsAroundRoll(chart: Chart | undefined, roll: Roll): ChartCells | null {
  if (chart === undefined) return null;
  const read = rowsOfRoll(chart, roll);
  const column =
    roll.column !== null && roll.column < chart.columns.length ? roll.column : chart.columns.length === 1 ? 0 : null;
  if (read.size === 0) return null;
  return {
    columns: around(column === null ? [] : [column], chart.columns.length),
    rows: around([...read], chart.rows.length),
    column,
    read,
  };
}
