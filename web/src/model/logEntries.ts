/** Groups the steps of a log by turn, and reads the parts of a roll. */

import type { GameEvent, RollPart, Step } from "./types";

export interface LogEntry {
  step: Step;
  event: GameEvent;
  /** The event's position in the whole log, as a stable key for lists. */
  key: string;
}

export interface LogChapter {
  /** The event that opened the turn; null before the first one. */
  opening: GameEvent | null;
  entries: LogEntry[];
  key: string;
}

export function groupByTurn(steps: readonly Step[]): LogChapter[] {
  let now: LogChapter = { opening: null, entries: [], key: "start" };
  const all = [now];
  for (const step of steps)
    step.events.forEach((event, number) => {
      const key = `${step.ply}.${number}`;
      if (event.kind === "turn") {
        now = { opening: event, entries: [], key };
        all.push(now);
      } else now.entries.push({ step, event, key });
    });
  return all.filter((chapter) => chapter.opening !== null || chapter.entries.length > 0);
}

export interface Roll {
  purpose: string;
  dice: number[];
  atMost: number | null;
  hits: number | null;
  chart: string | null;
  /** `modifier`: what was added to the dice before the chart was read. `column`: the column that was read. */
  modifier: number;
  column: number | null;
  parts: RollPart[];
}

export function rollOf(event: GameEvent): Roll | null {
  const dice = event.data["dice"];
  if (event.kind !== "roll" || !Array.isArray(dice)) return null;
  const number = (key: string): number | null => {
    const value = event.data[key];
    return typeof value === "number" ? value : null;
  };
  const chart = event.data["chart"];
  const parts = event.data["parts"];
  return {
    purpose: String(event.data["purpose"] ?? ""),
    dice: dice.filter((die): die is number => typeof die === "number"),
    atMost: number("at_most"),
    hits: number("hits"),
    chart: typeof chart === "string" ? chart : null,
    modifier: number("value") ?? 0,
    column: number("column"),
    parts: Array.isArray(parts) ? (parts as RollPart[]) : [],
  };
}

export function hasRoll(step: Step): boolean {
  return step.events.some((event) => event.kind === "roll");
}

/** Return the last roll that consulted a chart. */
export function lastRollOn(steps: readonly Step[], chart: string): Roll | null {
  for (let i = steps.length - 1; i >= 0; i -= 1)
    for (const event of [...(steps[i]?.events ?? [])].reverse()) {
      const roll = rollOf(event);
      if (roll !== null && roll.chart === chart) return roll;
    }
  return null;
}
