/** The ways to win and to lose, as sentences (docs/server.md, "Aims"). */

import type { Texts } from "./texts";
import type { Aims, TurnEnd, WayKind, WayRow } from "./types";

/** The ways of a seat by what they are for it, in the order in which they are judged. */
export function byKind(aims: Aims): [WayKind, WayRow[]][] {
  const kinds: WayKind[] = ["win", "lose", "draw"];
  return kinds.map((kind): [WayKind, WayRow[]] => [kind, aims.ways.filter((row) => row.way === kind)]).filter(([, rows]) => rows.length > 0);
}

/** What the end of the turn would bring, with its reason. */
export function turnEnd(verdict: TurnEnd, texts: Texts): string {
  if (verdict.ends === "no") return texts.fill("turn_end", "no", { turn: verdict.turn });
  const won = verdict.winners !== undefined && verdict.winners.length > 0;
  const what = texts.fill("turn_end", `${verdict.ends}_${won ? "win" : "none"}`, { turn: verdict.turn, die: verdict.die, winner_seats: verdict.winners });
  const why = texts.fill("aim", verdict.text ?? "", verdict.data ?? {});
  return `${what}${texts.lang === "ja" ? "：" : ": "}${why}`;
}
