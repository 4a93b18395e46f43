/** Letters on a map of hexes: names of castles below their counters, names of the ground where there is room left. */
import type { Lang, Mark, PlaceScene } from "../../model/types";
import { overlap, type Rect } from "./geometry";
import type { BoardPlan } from "./boardPlan";
import { lineWidth } from "./screenSizes";

type Places = Readonly<Record<string, PlaceScene>>;

/** The present scale: the sizes of a hex and of a counter, in pixels. */
export interface HexScale {
  readonly k: number;
  readonly counter: number;
}

export interface CastleName {
  readonly id: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Pixels from the middle of the hex to the top of the letters. */
  readonly below: number;
  readonly marks: readonly Mark[];
}

export interface GroundName {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Return the letter size of castles' names in pixels. */
export const castleLetters = (k: number): number => Math.max(10.5, Math.min(17, k * 0.24));
/** The letter height of names of the ground, in hexes. */
export const GROUND_LETTERS = 0.24;
/**
 * Offsets at which a name of the ground may stand if its own place is taken, in hexes. They are small: the name must
 * still be near its place.
 */
const INSTEAD: readonly (readonly [x: number, y: number])[] = [
  [0, 0],
  [0, 0.3],
  [0, -0.3],
  [-0.3, 0],
  [0.3, 0],
  [-0.3, 0.3],
  [0.3, 0.3],
  [-0.3, -0.3],
  [0.3, -0.3],
  [0, 0.5],
  [0, -0.5],
  [-0.5, 0],
  [0.5, 0],
  [-0.5, 0.3],
  [0.5, 0.3],
  [-0.5, -0.3],
  [0.5, -0.3],
];

export function castleNames(plan: BoardPlan, places: Places, lang: Lang, { k, counter }: HexScale): CastleName[] {
  return (plan.drawing?.letterings ?? []).flatMap(({ kind, en, ja, at }) => {
    const id = kind === "castle" || kind === "place" ? plan.placeAt(at) : null;
    const placeScene = id === null ? undefined : places[id];
    // The name of a place that is no castle is written only while the place has marks.
    if (kind === "place" && !placeScene?.marks.length) return [];
    const below = (placeScene?.stacks.length ?? 0) > 0 ? counter / 2 + 1 : k * 0.23;
    // A mark with a name is the castle itself, which is drawn on the map; only the other marks stand beside the name.
    const marks =
      placeScene?.owner || kind === "place" ? (placeScene?.marks ?? []).filter((mark) => mark.name === undefined) : [];
    return id === null ? [] : [{ id, text: lang === "ja" ? ja : en, x: at[0], y: at[1], below, marks }];
  });
}

/**
 * Return the names of the ground. A name that would cover a counter, a castle or another name is moved aside, or left
 * out if it has no room.
 */
export function groundNames(plan: BoardPlan, places: Places, lang: Lang, scale: HexScale): GroundName[] {
  const { k, counter } = scale;
  const occupied: Rect[] = castleNames(plan, places, lang, scale).flatMap(({ text, x, y, below, marks }) => {
    const letters = castleLetters(k);
    const half = lineWidth(text, letters) / 2;
    const [left, top] = [x * k - half, y * k + below];
    const name = { x0: left, y0: top, x1: left + 2 * half + marks.length * letters * 2, y1: top + letters * 1.1 };
    return [name, rectAround(x * k, y * k, k * 0.3, k * 0.3)];
  });
  for (const [id, { stacks }] of Object.entries(places)) {
    const spot = stacks.length > 0 ? plan.spots.get(id) : undefined;
    if (spot)
      occupied.push(
        rectAround(spot.stacks[0] * k, spot.stacks[1] * k, counter * (stacks.length > 1 ? 0.75 : 0.55), counter * 0.55),
      );
  }
  const names: GroundName[] = [];
  for (const { kind, en, ja, at } of plan.drawing?.letterings ?? []) {
    if (kind === "castle" || kind === "province" || kind === "sea") continue;
    if (kind === "place" && places[plan.placeAt(at) ?? ""]?.marks.length) continue;
    const text = lang === "ja" ? ja : en;
    const half = lineWidth(text, GROUND_LETTERS * k) / 2;
    const free = INSTEAD.map(([dx, dy]) => ({ x: at[0] + dx, y: at[1] + dy + 0.2 })).find((point) =>
      occupied.every((rect) => overlap(rect, letteringAt(point, half, k)) === 0),
    );
    if (free === undefined) continue;
    occupied.push(letteringAt(free, half, k));
    names.push({ text, ...free });
  }
  return names;
}

const rectAround = (x: number, y: number, w: number, h: number): Rect => ({
  x0: x - w,
  y0: y - h,
  x1: x + w,
  y1: y + h,
});

/** Return the rectangle of letters on a line, with a small margin. */
const letteringAt = ({ x, y }: { x: number; y: number }, half: number, k: number): Rect => ({
  x0: x * k - half - 2,
  x1: x * k + half + 2,
  y0: (y - GROUND_LETTERS) * k,
  y1: (y + GROUND_LETTERS * 0.3) * k,
});
