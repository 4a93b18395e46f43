/** The colours of clans, which data give as #rrggbb, and colours of text that can be read on them. */

type Rgb = readonly [number, number, number];

export function parse(colour: string): Rgb {
  const channels = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!channels) return [150, 150, 150];
  return [
    parseInt(channels[1] as string, 16),
    parseInt(channels[2] as string, 16),
    parseInt(channels[3] as string, 16),
  ];
}

const hex = (rgb: Rgb): string => `#${rgb.map((v) => Math.round(v).toString(16).padStart(2, "0")).join("")}`;

export function mix(a: string, b: string, share: number): string {
  const [from, to] = [parse(a), parse(b)];
  return hex([0, 1, 2].map((i) => (from[i] as number) * (1 - share) + (to[i] as number) * share) as unknown as Rgb);
}

/** Return the relative luminance of a colour, as WCAG 2 defines it. */
export function luminance(colour: string): number {
  const [r, g, b] = parse(colour).map((v) => {
    const c = v / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

export const INK = "#241d16";
export const PAPER = "#fbf5e6";

const better = (colour: string, a: string, b: string): string => (contrast(colour, a) >= contrast(colour, b) ? a : b);

/**
 * Return the colour of ink or of paper, whichever reads better on the colour. Return black or white if neither is clear
 * enough.
 */
export function inkOn(colour: string): string {
  const soft = better(colour, INK, PAPER);
  return contrast(colour, soft) >= 4.5 ? soft : better(colour, "#000000", "#ffffff");
}

/** Return the colour of a pattern on counters: clearly different from the ground, in the same hue. */
export const patternInk = (colour: string): string => mix(colour, inkOn(colour), luminance(colour) > 0.75 ? 0.3 : 0.42);

/** Return the colour of a pattern on the map, where the paper thins colours: always darker than the ground. */
export const mapInk = (colour: string): string => mix(colour, INK, luminance(colour) > 0.25 ? 0.45 : 0.15);
