/** Patterns that distinguish clans and sides without colour: strokes in a square tile of 8 units. */

export interface Pattern {
  /** A path drawn with a stroke of `width`. */
  readonly lines: string;
  /** A path whose inside is filled. */
  readonly dots: string;
  readonly width: number;
}

const line = (lines: string, width = 1.1): Pattern => ({ lines, dots: "", width });
const dots = (path: string): Pattern => ({ lines: "", dots: path, width: 0 });
export const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

export const TILE = 8;

const NONE: Pattern = line("");

const PATTERNS: Readonly<Record<string, Pattern>> = {
  plain: NONE,
  solid: NONE,
  dots: dots(disc(2, 2, 1.1) + disc(6, 6, 1.1)),
  crosses: line("M2 0.6V3.4M0.6 2H3.4M6 4.6V7.4M4.6 6H7.4"),
  waves: line("M0 2Q2 0 4 2T8 2M0 6Q2 4 4 6T8 6"),
  stripes: line("M0 2H8M0 6H8", 1.3),
  bars: line("M2 0V8M6 0V8", 1.3),
  diagonal: line("M-1 1L1 -1M-1 9L9 -1M7 9L9 7", 1.3),
  grid: line("M0 4H8M4 0V8", 0.9),
  checks: dots("M0 0H4V4H0ZM4 4H8V8H4Z"),
  chevrons: line("M0 5L4 1L8 5M0 9L4 5L8 9M0 1L4 -3L8 1", 1.1),
  rings: line(disc(4, 4, 2.3), 1),
};

const SPARE = ["diagonal", "dots", "waves", "bars", "crosses", "rings", "stripes", "grid", "chevrons", "checks"];

/** Return the pattern of a name. An unknown name gets one of the known patterns; which one depends only on the name. */
export function patternOf(name: string | null | undefined): Pattern {
  if (!name) return NONE;
  const pattern = PATTERNS[name];
  if (pattern) return pattern;
  let sum = 0;
  for (let i = 0; i < name.length; i++) sum = (sum * 31 + name.charCodeAt(i)) % 997;
  return PATTERNS[SPARE[sum % SPARE.length] as string] ?? NONE;
}
