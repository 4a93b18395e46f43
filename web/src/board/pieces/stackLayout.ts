/** How the counters of one place lie: overlapped so that each name strip stays in sight, or fanned out in full. */
import type { Piece, Stack } from "../../model/types";

export const COUNTER_SIZE = 40;
/** Below this size only a counter's most important sign is drawn, not its name. */
export const MIN_NAMED_PIXELS = 24;
/** An open stack has at least this size on the screen. */
export const MIN_OPEN_PIXELS = 40;
/** The width that an overlapped counter still shows: banner and name strip (see Counter.svelte). */
const NAME_STRIP = 19.8;
/** The width that an overlapped counter with Latin letters still shows; its name stands across its head. */
export const LATIN_STRIP = 27;
/** The width that an overlapped army still shows, so that its number stays in sight. */
const COUNTED_STRIP = 34;
const STACK_GAP = 5;
const FANNED_STEP = COUNTER_SIZE + 5;
/** The gap between two stacks that are fanned out. */
const FANNED_GAP = 10;

export interface PlacedCounter {
  readonly piece: Piece;
  readonly key: string;
  /** The top left corner of the counter, measured from the middle of the place. */
  readonly x: number;
  readonly y: number;
}

export interface StackLayout {
  readonly laid: readonly PlacedCounter[];
  /** How many counters are out of sight, and where their number stands. */
  readonly hidden: readonly { readonly count: number; readonly x: number; readonly y: number }[];
  readonly width: number;
  readonly height: number;
}

const stepOf = (piece: Piece, strip: number): number =>
  piece.count > 1 || piece.kind === "army" ? COUNTED_STRIP : strip;

function widthOf(pieces: readonly Piece[], strip: number): number {
  return (
    pieces.slice(0, -1).reduce((sum, piece) => sum + stepOf(piece, strip), 0) + (pieces.length > 0 ? COUNTER_SIZE : 0)
  );
}

/**
 * Return at most `most` pieces. The commander at the front and the armies at the end tell the player most, so the
 * pieces between them go out of sight first.
 */
function shorten(pieces: readonly Piece[], most: number): readonly Piece[] {
  if (pieces.length <= most) return pieces;
  const last = pieces.at(-1);
  return most <= 1 || !last ? pieces.slice(0, 1) : [...pieces.slice(0, most - 1), last];
}

const rowWidth = (members: readonly Stack[], most: number, strip: number): number =>
  members.reduce((sum, stack) => sum + widthOf(shorten(stack.pieces, most), strip) + STACK_GAP, -STACK_GAP);

/** Arrange the stacks in one row if they fit, else in two or three, else with fewer counters in sight. */
function arrange(full: readonly Stack[], room: number, strip: number): { most: number; rows: Stack[][] } {
  const longest = Math.max(1, ...full.map((stack) => stack.pieces.length));
  for (let most = longest; ; most--) {
    for (let count = 1; count <= Math.min(full.length, 3); count++) {
      const each = Math.ceil(full.length / count);
      const rows = Array.from({ length: count }, (_, row) => full.slice(row * each, (row + 1) * each)).filter(
        (row) => row.length > 0,
      );
      const last = most === 1 && count === Math.min(full.length, 3);
      if (last || rows.every((row) => rowWidth(row, most, strip) <= room)) return { most, rows };
    }
    if (most <= 1) return { most: 1, rows: [[...full]] };
  }
}

export function foldStacks(stacks: readonly Stack[], room: number, strip = NAME_STRIP): StackLayout {
  const { most, rows } = arrange(
    stacks.filter((stack) => stack.pieces.length > 0),
    room,
    strip,
  );
  const laid: PlacedCounter[] = [];
  const hidden: { count: number; x: number; y: number }[] = [];
  const height = rows.length * (COUNTER_SIZE + STACK_GAP) - STACK_GAP;
  rows.forEach((members, row) => {
    const y = row * (COUNTER_SIZE + STACK_GAP) - height / 2;
    let x = -rowWidth(members, most, strip) / 2;
    for (const stack of members) {
      const pieces = shorten(stack.pieces, most);
      pieces.forEach((piece) => {
        laid.push({ piece, key: keyOf(stacks, stack, piece), x, y });
        x += stepOf(piece, strip);
      });
      const last = pieces.at(-1);
      if (last) x += COUNTER_SIZE - stepOf(last, strip);
      const out = stack.pieces.length - pieces.length;
      if (out > 0) hidden.push({ count: out, x: x + 1, y: y - 4 });
      x += STACK_GAP;
    }
  });
  return { laid, hidden, width: Math.max(0, ...rows.map((members) => rowWidth(members, most, strip))), height };
}

/**
 * Lay stacks on a hex, which has no room for rows. The commanders of the first stacks lie in one row, and their pieces
 * are out of sight. The commander of a single stack lies on top of one of its pieces.
 */
export function pileStacks(stacks: readonly Stack[], most = 3, strip = NAME_STRIP): StackLayout {
  const full = stacks.filter((stack) => stack.pieces.length > 0);
  const only = full.length === 1 ? full[0] : undefined;
  const visible = only
    ? shorten(only.pieces, 2)
        .map((piece) => ({ stack: only, piece }))
        .reverse()
    : firstStacks(full, most).flatMap((stack) => stack.pieces.slice(0, 1).map((piece) => ({ stack, piece })));
  const width = widthOf(
    visible.map(({ piece }) => piece),
    strip,
  );
  let x = -width / 2;
  const laid = visible.map(({ stack, piece }) => {
    const at = { piece, key: keyOf(stacks, stack, piece), x, y: -COUNTER_SIZE / 2 };
    x += stepOf(piece, strip);
    return at;
  });
  const out = full.reduce((sum, stack) => sum + stack.pieces.length, 0) - laid.length;
  return {
    laid,
    hidden: out > 0 ? [{ count: out, x: width / 2 + 1, y: -COUNTER_SIZE / 2 - 4 }] : [],
    width,
    height: COUNTER_SIZE,
  };
}

/** Return the first `most` stacks. If none of them is a ship, but a later one is, that ship takes the last place. */
function firstStacks(full: readonly Stack[], most: number): readonly Stack[] {
  const visible = full.slice(0, most);
  const ship = visible.some((stack) => stack.afloat) ? undefined : full.slice(most).find((stack) => stack.afloat);
  return ship ? [...visible.slice(0, -1), ship] : visible;
}

/** Lay every counter in sight: stacks side by side, in as many rows as needed. */
export function fanStacks(stacks: readonly Stack[], perRow = widestRow(stacks)): StackLayout {
  const rows: { stack: Stack; pieces: readonly Piece[] }[][] = [[]];
  let rowLength = 0;
  for (const stack of stacks) {
    for (let i = 0; i < stack.pieces.length; i += perRow) {
      const pieces = stack.pieces.slice(i, i + perRow);
      if (rowLength > 0 && rowLength + pieces.length > perRow) {
        rows.push([]);
        rowLength = 0;
      }
      rows.at(-1)?.push({ stack, pieces });
      rowLength += pieces.length;
    }
  }
  const widthOfRow = (groups: readonly { pieces: readonly Piece[] }[]): number =>
    groups.reduce(
      (sum, { pieces }) => sum + pieces.length * FANNED_STEP + FANNED_GAP,
      -FANNED_GAP - (FANNED_STEP - COUNTER_SIZE),
    );
  const height = rows.length * FANNED_STEP - (FANNED_STEP - COUNTER_SIZE);
  const laid = rows.flatMap((groups, row) => {
    let x = -widthOfRow(groups) / 2;
    return groups.flatMap(({ stack, pieces }, number) => {
      if (number > 0) x += FANNED_GAP;
      return pieces.map((piece) => {
        const at = { piece, key: keyOf(stacks, stack, piece), x, y: row * FANNED_STEP - height / 2 };
        x += FANNED_STEP;
        return at;
      });
    });
  });
  return { laid, hidden: [], width: Math.max(0, ...rows.map(widthOfRow)), height };
}

function widestRow(stacks: readonly Stack[]): number {
  const total = stacks.reduce((sum, stack) => sum + stack.pieces.length, 0);
  return Math.max(4, Math.ceil(Math.sqrt(total * 1.8)));
}

/** The least size of counters on a plate, in pixels. */
const MIN_PLATE_PIXELS = 20;

/**
 * Lay stacks on a plate. Every counter is in sight, as large as there is room for, but at most `most` pixels. If they
 * do not fit, the stacks are merged by clan.
 */
export function layOnPlate(
  stacks: readonly Stack[],
  [wide, high]: readonly [number, number],
  most: number,
): { layout: StackLayout; pixels: number } {
  for (let pixels = most; pixels >= MIN_PLATE_PIXELS; pixels -= 2) {
    const scale = pixels / COUNTER_SIZE;
    // A row may have room for fewer counters than computed, because of the gaps between stacks.
    for (let perRow = Math.floor((wide / scale + FANNED_STEP - COUNTER_SIZE) / FANNED_STEP); perRow >= 1; perRow--) {
      const layout = fanStacks(stacks, perRow);
      if (layout.width * scale <= wide && layout.height * scale <= high) return { layout, pixels };
    }
  }
  return {
    layout: foldStacks(mergeByClan(stacks), (wide / MIN_PLATE_PIXELS) * COUNTER_SIZE),
    pixels: MIN_PLATE_PIXELS,
  };
}

/**
 * Merge a clan's counters into one, for a view from far away. The merged counter has their number, and a sign if a
 * general is among them. Ships are merged separately.
 */
export function mergeByClan(stacks: readonly Stack[]): Stack[] {
  const kinds = new Map(stacks.map(({ clan, afloat = false }) => [`${clan}/${afloat}`, { clan, afloat }]));
  return [...kinds.values()].map(({ clan, afloat }) => {
    const own = stacks.filter((stack) => stack.clan === clan && (stack.afloat ?? false) === afloat);
    const pieces = own.flatMap((stack) => stack.pieces);
    const [firstStacks] = pieces;
    const [only] = own;
    if (!firstStacks || (only && pieces.length === 1)) return only ?? { clan, pieces };
    const count = pieces.reduce((sum, piece) => sum + piece.count, 0);
    const state = pieces.every((piece) => piece.state === firstStacks.state) ? firstStacks.state : "ready";
    const led = pieces.some((piece) => piece.kind !== "army");
    const whole: Piece = {
      kind: afloat ? "ship" : "army",
      clan,
      name: ["clan", clan],
      count,
      state,
      values: [],
      marks: led ? [{ glyph: "general" }] : [],
    };
    return { clan, pieces: [whole] };
  });
}

/**
 * Return the key of a counter, which stays the same when the stack is fanned out. The key names the stack too, because
 * a clan may have several stacks in a place.
 */
const keyOf = (stacks: readonly Stack[], stack: Stack, piece: Piece): string =>
  `${stacks.indexOf(stack)}/${stack.pieces.indexOf(piece)}`;

/** Tell whether any counter is covered, so that fanning out is useful. */
export const isOverlapped = (stacks: readonly Stack[]): boolean =>
  stacks.reduce((sum, stack) => sum + stack.pieces.length, 0) > 1;
