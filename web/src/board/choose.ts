/** Which thing a click on a counter means, and which counters show that they may be chosen. */
import type { Piece } from "../lib/types";

type Lit = ReadonlyMap<string, number>;

/** Armies all bear their clan's name, so where places may be chosen the place says which armies are meant. */
const shared = (thing: string): boolean => thing.startsWith("clan:");

export function pieceLit(piece: Piece, place: string, lit: Lit, domain: string): boolean {
  const { thing } = piece;
  if (thing === undefined || !lit.has(thing)) return false;
  if (!shared(thing) || lit.has(place)) return true;
  for (const other of lit.keys()) if (other.startsWith(`${domain}:`)) return false;
  return true;
}

export function thingMeant(piece: Piece, place: string, lit: Lit, domain: string): string {
  const { thing } = piece;
  if (thing === undefined) return place;
  if (shared(thing)) return pieceLit(piece, place, lit, domain) && !lit.has(place) ? thing : place;
  return lit.has(thing) || !lit.has(place) ? thing : place;
}
