/** What lies between two hexes, in words. */

import { t, type TextKey } from "../ui/translate.svelte";
import type { Side } from "./corrections";

const WORDS: Readonly<Record<string, TextKey>> = {
  "": "map_none",
  river: "map_river",
  water: "map_water",
  ford: "map_ford",
  bridge: "map_bridge",
};

/** Return the page's word for a kind of side or a crossing, given as in the files. */
export const sideWord = (word: string): string => t(WORDS[word] ?? "map_none");

export const describeSide = ({ kind, crossing }: Side): string =>
  [kind, crossing]
    .filter((word, i) => i === 0 || word !== "")
    .map(sideWord)
    .join(" + ");
