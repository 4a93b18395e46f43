/** Groups equal cards. Works for every game. */

import type { Texts } from "./texts";
import type { Card, Thing } from "./types";

/** Copies of one card: the copy that is shown for all of them, and the things of all copies. */
export interface CardCopies {
  card: Card;
  things: Thing[];
}

/**
 * Group cards with the same words and values, although each has a key of its own. Each group is shown as one of its
 * cards: a picked one, else one that may be chosen, else any. It does not matter which copy is meant.
 */
export function groupCopies(
  cards: readonly Card[],
  texts: Texts,
  lit: ReadonlyMap<Thing, number> = new Map(),
  picked: ReadonlySet<Thing> = new Set(),
): CardCopies[] {
  const byContent = new Map<string, Card[]>();
  for (const card of cards) {
    const alike = JSON.stringify([texts.nameOf(card.name), texts.nameOf(card.text), card.values, card.seats]);
    byContent.set(alike, [...(byContent.get(alike) ?? []), card]);
  }
  return [...byContent.values()].map((all) => ({
    card: (all.find(({ thing }) => picked.has(thing)) ?? all.find(({ thing }) => lit.has(thing)) ?? all[0]) as Card,
    things: all.map(({ thing }) => thing),
  }));
}
