/**
 * Finds the option that the player's clicks mean. Each option lists the things it lights (`lights`): the things it is
 * about, which glow on the table. A click keeps only the options that light the clicked thing. Works for every game.
 */

import { splitThing } from "../model/texts";
import type { Decision, Option, Scene, Thing } from "../model/types";

/** Return the options that are about every picked thing (`lights`), in the order of the decision. */
export function narrowOptions(options: readonly Option[], picked: ReadonlySet<Thing>): Option[] {
  if (picked.size === 0) return [...options];
  return options.filter((option) => [...picked].every((thing) => option.lights.includes(thing)));
}

/** Count for each thing how many of the options are about it (`lights`). */
export function countLights(options: readonly Option[]): Map<Thing, number> {
  const lightCounts = new Map<Thing, number>();
  for (const option of options)
    for (const thing of new Set(option.lights)) lightCounts.set(thing, (lightCounts.get(thing) ?? 0) + 1);
  return lightCounts;
}

/** What a click leads to. */
export type Click =
  | { kind: "act"; option: Option }
  | { kind: "pick"; picked: Set<Thing>; left: Option[] }
  | { kind: "drop"; picked: Set<Thing> }
  | { kind: "why" };

/**
 * Resolve a click on a thing. The click narrows the options to those about the thing; if only one is left, that option
 * is taken at once. A second click on a picked thing drops the thing. If none of the narrowed options is about the
 * thing, but other options are, the click begins a new choice. While forces are arranged (`arranged`), the first click
 * only picks a thing up. The player chooses the place next, even if only one place is possible.
 */
export function resolveClick(
  options: readonly Option[],
  picked: ReadonlySet<Thing>,
  thing: Thing,
  arranged = false,
): Click {
  if (picked.has(thing)) {
    const rest = new Set(picked);
    rest.delete(thing);
    return { kind: "drop", picked: rest };
  }
  const further = settle(options, new Set([...picked, thing]));
  const next = further ?? settle(options, new Set([thing])) ?? { kind: "why" as const };
  if (!arranged || next.kind !== "act" || next.option.lights.some((other) => other !== thing)) return next;
  return { kind: "pick", picked: new Set([thing]), left: [next.option] };
}

function settle(options: readonly Option[], picked: Set<Thing>): Click | null {
  const narrowed = narrowOptions(options, picked);
  const [only] = narrowed;
  if (only === undefined) return null;
  return narrowed.length === 1 ? { kind: "act", option: only } : { kind: "pick", picked, left: narrowed };
}

/**
 * Return the one option that Space and Enter take. It is the only option left; else the option that ends a series of
 * questions; else the only button, provided that every other option lights something on the table.
 */
export function primaryOptionOf(decision: Decision | null, options: readonly Option[]): Option | null {
  if (decision === null || options.length === 0) return null;
  if (options.length === 1) return options[0] ?? null;
  const closing = options.find((option) => option.text === decision.closes);
  if (closing !== undefined) return closing;
  const buttons = options.filter((option) => option.lights.every(isButton));
  return buttons.length === 1 && buttons.length < options.length ? (buttons[0] ?? null) : null;
}

/** Tell whether this option ends a series of orders although more of them could be given. */
export function isEarlyEnd(decision: Decision, option: Option): boolean {
  return (
    decision.opens === true &&
    decision.arranges !== true &&
    option.text === decision.closes &&
    (decision.options?.length ?? 0) > 1
  );
}

/** Tell whether the engine marks this option as giving up something important for good. */
export function isIrreversible(decision: Decision, option: Option): boolean {
  return decision.brings?.[option.text]?.grave === true || (decision.grave?.includes(option.text) ?? false);
}

/**
 * Return the pieces, cards and markers on the table. If one of these things may be chosen, the player can see it on the
 * table, as with places.
 */
export function visibleThings(
  scene: Pick<Scene, "places" | "hands" | "piles" | "tracks" | "boxes"> | undefined,
): ReadonlySet<Thing> {
  if (scene === undefined) return new Set();
  const pieces = [...Object.values(scene.places).flatMap(({ stacks }) => stacks), ...scene.boxes].flatMap(
    (group) => group.pieces,
  );
  const cards = [...scene.hands, ...scene.piles].flatMap((hand) => hand.cards ?? []);
  const markers = scene.tracks.flatMap((track) => track.markers);
  return new Set([...pieces, ...cards, ...markers].flatMap(({ thing }) => (thing === undefined ? [] : [thing])));
}

export function isButton(thing: Thing): boolean {
  return splitThing(thing)[0] === "button";
}

/**
 * Split options that name an amount into their common words and their numbers. Return null if they differ in more than
 * the number at the end.
 */
export function readAmounts(options: readonly Option[]): { stem: string; numbers: number[] } | null {
  const numbers: number[] = [];
  let stem: string | null = null;
  for (const option of options) {
    const cut = option.text.lastIndexOf(" ");
    const number = Number(option.text.slice(cut + 1));
    const words = option.text.slice(0, Math.max(cut, 0));
    if (cut < 0 || !Number.isInteger(number) || (stem !== null && words !== stem)) return null;
    stem = words;
    numbers.push(number);
  }
  return stem === null ? null : { stem, numbers };
}
