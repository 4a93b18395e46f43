/** A match that is over: its outcome for this browser, a rematch, the drawing of its standings, luck in words. */

import type { TextKey } from "../ui/translate.svelte";
import type { MatchInfo, NewMatch, Result, Story } from "./types";

export type Outcome = "won" | "lost" | "draw" | "all_lost" | "watched";

/**
 * Return the outcome for the sides played here. `draw`: true if a game without a winner is a draw; if false, all have
 * lost.
 */
export function outcomeFor(result: Pick<Result, "winners">, own: readonly string[], draw: boolean): Outcome {
  if (result.winners.length === 0) return draw ? "draw" : "all_lost";
  if (own.length === 0 || own.length > 1) return "watched";
  return result.winners.includes(own[0] ?? "") ? "won" : "lost";
}

/** Return the settings for the same game again. If `turned`, everybody moves one seat further. */
export function createRematch(info: MatchInfo, ownSeats: readonly string[], turned: boolean): NewMatch {
  const kinds = info.seats.map((seat) =>
    seat.kind === "bot" ? `bot:${seat.bot ?? "greedy"}` : ownSeats.includes(seat.seat) ? "mine" : "open",
  );
  const moved = turned ? [...kinds.slice(-1), ...kinds.slice(0, -1)] : kinds;
  return {
    game: info.game,
    scenario: info.scenario,
    options: info.options,
    dice: info.dice,
    seats: Object.fromEntries(info.seats.map((seat, number) => [seat.seat, moved[number] ?? "mine"])),
  };
}

/** Return the key of the words for a side's luck, and the number for them. The words never blame a player. */
export function describeLuck(better: number): { key: TextKey; of: number } {
  if (better > 0.65) return { key: "luck_better", of: Math.min(Math.floor(better * 10), 9) };
  if (better < 0.35) return { key: "luck_worse", of: Math.min(Math.floor((1 - better) * 10), 9) };
  return { key: "luck_even", of: 5 };
}

export interface StandingsDrawing {
  /** The line of each seat, as points of a polyline. */
  lines: string[];
  /** Where turns begin. */
  turns: { x: number; turn: number }[];
  /** The turning points on the line of the seat for which the standing is drawn. */
  marks: { x: number; y: number; number: number }[];
}

/** Draw the standing over the plies: won is at the top, lost at the bottom. */
export function drawStandings(story: Story, seat: number, width: number, height: number): StandingsDrawing {
  const last = Math.max(story.standing.at(-1)?.ply ?? 1, 1);
  const x = (ply: number): number => Math.round((ply / last) * width * 10) / 10;
  const y = (value: number): number => Math.round(((1 - value) / 2) * height * 10) / 10;
  const at = (ply: number): number => {
    const next = story.standing.findIndex((row) => row.ply >= ply);
    const [before, after] = [story.standing[Math.max(next - 1, 0)], story.standing[next]];
    const [from, to] = [before?.values[seat] ?? 0, after?.values[seat] ?? 0];
    const between = (after?.ply ?? 0) - (before?.ply ?? 0);
    return between > 0 ? from + ((to - from) * (ply - (before?.ply ?? 0))) / between : to;
  };
  const turns: StandingsDrawing["turns"] = [];
  for (const row of story.standing)
    if (row.turn > (turns.at(-1)?.turn ?? 0)) turns.push({ x: x(row.ply), turn: row.turn });
  return {
    lines: story.seats.map((_, number) =>
      story.standing.map((row) => `${x(row.ply)},${y(row.values[number] ?? 0)}`).join(" "),
    ),
    turns,
    marks: story.points.map((point, number) => ({ x: x(point.ply), y: y(at(point.ply)), number: number + 1 })),
  };
}
