/**
 * Banners on counters. A counter's colours show its clan; the banner at its edge shows the seat that commands it now.
 */
import { getContext, setContext } from "svelte";
import type { Livery, Scene } from "../../model/types";
import { disc } from "./patterns";

/** Who commands which clan in a scene. */
export type Allegiance = Pick<Scene, "sides" | "serves">;

export interface Banner {
  readonly side: string;
  readonly colour: string;
  /** A shape in a square of 8 units, so that sides differ without colour too. */
  readonly mark: string;
}

/**
 * Marks in the order of the sides of a scene. They can be told apart at four pixels: discs, bars, triangles, a line,
 * squares, crosses.
 */
const MARKS = [
  disc(4, 4, 3),
  "M-1 2.4H9V5.6H-1Z",
  "M4 0L8 7.6H0Z",
  "M2.4 -3H5.6V11H2.4Z",
  "M1 1H7V7H1Z",
  "M3 0.6H5V3H7.4V5H5V7.4H3V5H0.6V3H3Z",
] as const;

const PLAIN: Livery = { colour: "#b9b0a0", pattern: "plain" };

/** Return the banner of a clan; null if nobody commands it. */
export function bannerOf({ sides, serves }: Allegiance, clan: string): Banner | null {
  const side = serves[clan];
  if (side === undefined) return null;
  const number = Math.max(0, Object.keys(sides).indexOf(side));
  return { side, colour: (sides[side] ?? PLAIN).colour, mark: MARKS[number % MARKS.length] as string };
}

const KEY = Symbol("allegiance");

/** Share a scene's allegiance with all counters inside a component, so that it need not be passed to each counter. */
export const shareAllegiance = (now: () => Allegiance | undefined): unknown => setContext(KEY, now);

/** Return a function that returns the shared allegiance, or undefined if no component around it has shared one. */
export const getAllegiance = (): (() => Allegiance | undefined) =>
  getContext<(() => Allegiance | undefined) | undefined>(KEY) ?? (() => undefined);
