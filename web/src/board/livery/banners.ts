/** Whose a counter is. Its colours tell the clan; the banner at its edge tells the seat that commands it now. */
import { getContext, setContext } from "svelte";
import type { Livery, Scene } from "../../model/types";
import { disc } from "./patterns";

/** What a scene says of who commands whom. */
export type Allegiance = Pick<Scene, "sides" | "serves">;

export interface Banner {
  readonly side: string;
  readonly colour: string;
  /** A shape in a square of 8 units, so that sides are told apart without colour. */
  readonly mark: string;
}

/** In the order of the sides of a scene; told apart at four pixels: discs, bars, triangles, a line, squares, crosses. */
const MARKS = [
  disc(4, 4, 3),
  "M-1 2.4H9V5.6H-1Z",
  "M4 0L8 7.6H0Z",
  "M2.4 -3H5.6V11H2.4Z",
  "M1 1H7V7H1Z",
  "M3 0.6H5V3H7.4V5H5V7.4H3V5H0.6V3H3Z",
] as const;

const PLAIN: Livery = { colour: "#b9b0a0", pattern: "plain" };

/** Null where nobody commands the clan. */
export function bannerOf({ sides, serves }: Allegiance, clan: string): Banner | null {
  const side = serves[clan];
  if (side === undefined) return null;
  const number = Math.max(0, Object.keys(sides).indexOf(side));
  return { side, colour: (sides[side] ?? PLAIN).colour, mark: MARKS[number % MARKS.length] as string };
}

const KEY = Symbol("allegiance");

/** Counters are drawn in many places; whoever shows a scene says once who commands whom in it. */
export const shareAllegiance = (now: () => Allegiance | undefined): unknown => setContext(KEY, now);

/** Null where no scene is shown around the counter. */
export const getAllegiance = (): (() => Allegiance | undefined) =>
  getContext<(() => Allegiance | undefined) | undefined>(KEY) ?? (() => undefined);
