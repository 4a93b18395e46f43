/** The looks of an overlay's tones: a colour and a hatching, so that they differ without colour too. */
import type { Livery } from "../../model/types";
import { mix } from "../livery/colours";
import { patternOf } from "../livery/patterns";

export interface Tone {
  readonly colour: string;
  readonly hatch: string;
}

const TONES: Readonly<Record<string, Tone>> = {
  good: { colour: "var(--bd-good)", hatch: "M2 4H6M4 2V6" },
  bad: { colour: "var(--bd-bad)", hatch: "M-2 10L10 -2M-2 2L2 -2M6 10L10 6" },
  neutral: { colour: "var(--bd-neutral)", hatch: "M3.4 4H4.6" },
};

export function toneOf(tone: string, sides: Readonly<Record<string, Livery>>): Tone {
  const fixed = TONES[tone];
  if (fixed) return fixed;
  const side = sides[tone];
  if (!side) return TONES["neutral"] as Tone;
  return { colour: mix(side.colour, "#241d16", 0.25), hatch: patternOf(side.pattern).lines };
}
