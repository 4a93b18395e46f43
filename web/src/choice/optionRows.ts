/** Gathers options into rows by the thing they are about. Works for every game. */

import { isButton } from "./narrow";
import { splitThing } from "../model/texts";
import type { Option, Thing } from "../model/types";

/** A line of the list: an option (and how many equal ones there are), or a thing with all options about it. */
export type OptionRow =
  { kind: "answer"; option: Option; copies: number } | { kind: "group"; thing: Thing; options: Option[] };

/** Up to this many options are all shown at once. */
export const MAX_OPTIONS_SHOWN = 14;
/** How many Latin letters fit into one line, and the width of the frame of each option in such letters. */
const LETTERS_PER_LINE = 31;
const LETTERS_PER_FRAME = 2.5;

/**
 * Gather the options into rows. Options share a row if the first thing on the table that they are about, not counting
 * picked things, is the same. If no two options share such a thing, or all share the same one, return a row for each
 * option.
 */
export function gatherRows(allOptions: readonly Option[], picked: ReadonlySet<Thing>): OptionRow[] {
  const first = (option: Option): Thing | undefined =>
    option.lights.find((thing) => !isButton(thing) && !picked.has(thing));
  const groups = new Map<Thing, Option[]>();
  for (const option of allOptions) {
    const thing = first(option);
    if (thing !== undefined) groups.set(thing, [...(groups.get(thing) ?? []), option]);
  }
  const gathers = groups.size > 1 && [...groups.values()].some((options) => options.length > 1);
  return allOptions.flatMap((option): OptionRow[] => {
    const thing = gathers ? first(option) : undefined;
    const options = thing === undefined ? undefined : groups.get(thing);
    if (thing === undefined || options === undefined) return [{ kind: "answer", option, copies: 1 }];
    return options[0] === option ? [{ kind: "group", thing, options }] : [];
  });
}

/** Merge options about cards that read the same into one line: it does not matter which copy is meant. */
export function mergeCopies(rows: readonly OptionRow[], words: (option: Option) => string): OptionRow[] {
  const rowsByWords = new Map<string, OptionRow & { kind: "answer" }>();
  return rows.flatMap((row): OptionRow[] => {
    if (
      row.kind === "group" ||
      row.option.lights.length === 0 ||
      !row.option.lights.every((thing) => splitThing(thing)[0] === "card")
    )
      return [row];
    const sentence = words(row.option);
    const same = rowsByWords.get(sentence);
    if (same !== undefined) same.copies += 1;
    const own = { ...row };
    if (same === undefined) rowsByWords.set(sentence, own);
    return same === undefined ? [own] : [];
  });
}

/** Tell whether the name of a thing and the words of all options about the thing fit into one line. */
export function isOneLine(name: string, deeds: readonly string[]): boolean {
  return (
    [name, ...deeds].reduce((sum, text) => sum + widthOf(text), 0) + LETTERS_PER_FRAME * deeds.length <=
    LETTERS_PER_LINE
  );
}

/** Return the width of a text in Latin letters: a Japanese letter is about as wide as two. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 1.9 : 1), 0);
}

/**
 * Tell whether all options in rows with several options have the same verb. If so, the other things that these options
 * name tell them apart.
 */
export function haveOneVerb(rows: readonly OptionRow[]): boolean {
  const verbs = rows.flatMap((row) =>
    row.kind === "group" ? row.options.map(({ text }) => text.split(" ", 1)[0]) : [],
  );
  return new Set(verbs).size === 1;
}
