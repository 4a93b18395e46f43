/** The ways to win and to lose, as sentences (docs/data/aims.md). */

import type { Texts } from "./texts";
import type { Aims, TurnEnd, WayKind, WayPart, WayRow } from "./types";

/** Return the ways of a seat by kind, in the order in which they are judged. */
export function waysByKind(aims: Aims): [WayKind, WayRow[]][] {
  const kinds: WayKind[] = ["win", "lose", "draw"];
  return kinds
    .map((kind): [WayKind, WayRow[]] => [kind, aims.ways.filter((row) => row.way === kind)])
    .filter(([, rows]) => rows.length > 0);
}

/** Return the aim of a seat in one sentence, and the way to win or to lose that the sentence is about. */
export function aimSentence(aims: Aims, texts: Texts): { sentence: string; row: WayRow } | null {
  const row = aims.line === undefined ? undefined : aims.ways[aims.line.way];
  return row === undefined || aims.line === undefined
    ? null
    : { sentence: texts.fill("aim", aims.line.text, row.data), row };
}

/** Return the progress of a way: in the game's own words if it has any, else in numbers; null if nothing is counted. */
export function progressText(
  row: WayRow,
  texts: Texts,
  numbers: (value: number, needed: number) => string,
): string | null {
  const { value, needed } = row;
  if (row.state !== undefined) return texts.fill("aim", row.state, { ...row.data, value, needed });
  return value === undefined || needed === undefined ? null : numbers(value, needed);
}

/**
 * Return a further need of a way to win or to lose: its name, its count and its state. The count is "" if only one is
 * needed, or if the words of the state already say it.
 */
export function describePart(
  part: WayPart,
  texts: Texts,
  numbers: (value: number, needed: number) => string,
): { name: string; count: string; state: string } {
  const plain = part.state === "met" || part.state === "not_yet";
  return {
    name: texts.name("condition", part.text),
    count: plain && part.needed !== 1 ? numbers(part.value, part.needed) : "",
    state: texts.fill("condition", part.state, { value: part.value, needed: part.needed }),
  };
}

/** Return what the end of the turn would bring to the seat itself, with the reason; null if the game would go on. */
export function turnEndWarning(verdict: TurnEnd, texts: Texts): string | null {
  if (verdict.ends === "no" || verdict.way === undefined) return null;
  const fate = verdict.way === "lose" && (verdict.winners?.length ?? 0) === 0 ? "all_lose" : `you_${verdict.way}`;
  return withReason(
    texts.fill("turn_end", `${verdict.ends}_${fate}`, { turn: verdict.turn, die: verdict.die }),
    verdict,
    texts,
  );
}

/** Return when the game ends: one sentence for each turn after which it may end. */
export function lastTurnSentences(aims: Aims, texts: Texts): string[] {
  return aims.ends.map((end) =>
    texts.fill("turn_end", end.die >= 6 ? "last" : "last_die", { turn: end.turn, die: end.die }),
  );
}

/** Return what the end of the turn would bring, with the reason. */
export function turnEndSentence(verdict: TurnEnd, texts: Texts): string {
  if (verdict.ends === "no") return texts.fill("turn_end", "no", { turn: verdict.turn });
  const won = verdict.winners !== undefined && verdict.winners.length > 0;
  const what = texts.fill("turn_end", `${verdict.ends}_${won ? "win" : "none"}`, {
    turn: verdict.turn,
    die: verdict.die,
    winner_seats: verdict.winners,
  });
  return withReason(what, verdict, texts);
}

function withReason(what: string, verdict: TurnEnd, texts: Texts): string {
  const why = texts.fill("aim", verdict.text ?? "", verdict.data ?? {});
  return `${what}${texts.lang === "ja" ? "：" : ": "}${why}`;
}
