/** Which thing a click on a counter means, and which counters show that they may be chosen. */
import type { Piece, Thing } from "../../model/types";

type Lit = ReadonlyMap<string, number>;

/**
 * Tell whether a thing is the shared name of several armies: all armies of a clan have the clan's name. If places may
 * be chosen, the chosen place decides which of the armies are meant.
 */
const isSharedName = (thing: string): boolean => thing.startsWith("clan:");

const isAnyPlaceLit = (lit: Lit, domain: string): boolean =>
  [...lit.keys()].some((thing) => thing.startsWith(`${domain}:`));

/**
 * Tell whether a piece may be chosen. `within`: the place that the question is about. If it is given, an army may be
 * chosen only in this place.
 */
export function isPieceLit(
  piece: Piece,
  place: string,
  lit: Lit,
  domain: string,
  within: Thing | null = null,
): boolean {
  const { thing } = piece;
  if (thing === undefined || !lit.has(thing)) return false;
  if (!isSharedName(thing) || lit.has(place)) return true;
  return !isAnyPlaceLit(lit, domain) && (within === null || place === within);
}

export function clickedThing(
  piece: Piece,
  place: string,
  lit: Lit,
  domain: string,
  within: Thing | null = null,
): string {
  const { thing } = piece;
  if (thing === undefined) return place;
  if (isSharedName(thing)) return isPieceLit(piece, place, lit, domain, within) && !lit.has(place) ? thing : place;
  return lit.has(thing) || !lit.has(place) ? thing : place;
}

/**
 * Return the lit things that lie beside the map. Armies are left out if the chosen place decides which armies are
 * meant.
 */
export function litBesideMap(lit: Lit, domain: string, within: Thing | null = null): Lit {
  if (within === null && !isAnyPlaceLit(lit, domain)) return lit;
  return new Map([...lit].filter(([thing]) => !isSharedName(thing)));
}
