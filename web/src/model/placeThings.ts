/** Places of a board as things. On a hex map, places that are not single hexes have a kind of their own. */

import { splitThing } from "./texts";
import type { Board, Thing } from "./types";

type Placed = Pick<Board, "domain" | "spots">;

/** Return a place as a thing: `hex:2024`, `area:seto`. */
export const placeThing = (board: Placed, id: string): Thing =>
  `${board.spots?.find((spot) => spot.id === id)?.domain ?? board.domain}:${id}`;

/** Return the id of the place that a thing names; null if the thing is no place of this board. */
export function placeOf(board: Placed, thing: Thing): string | null {
  const id = splitThing(thing)[1];
  return placeThing(board, id) === thing ? id : null;
}
