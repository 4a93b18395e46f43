/**
 * Keeps the corrections of one game in this browser, in the form of the files hexes.csv and sides.csv. When they are
 * read, they are checked like a file that the player loads.
 */

import { addCorrections, NO_CORRECTIONS, type Corrections, type PrintedMap } from "./corrections";
import { hexesCsv, sidesCsv, parseCorrections } from "./correctionCsv";

const keysOf = (game: string): readonly [string, string] => [`gunki.map.${game}.hexes`, `gunki.map.${game}.sides`];

/** Read the corrections. A line that no longer fits the map, because the map has changed, is left out. */
export function readCorrections(game: string, printed: PrintedMap): Corrections {
  return keysOf(game).reduce((corrections, key) => {
    const [header = "", ...lines] = readStored(key).split("\n");
    return lines.reduce((before, line) => {
      try {
        return addCorrections(printed, before, parseCorrections(printed, `${header}\n${line}`));
      } catch {
        return before;
      }
    }, corrections);
  }, NO_CORRECTIONS);
}

function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

export function writeCorrections(game: string, corrections: Corrections): void {
  const [hexes, sides] = keysOf(game);
  try {
    localStorage.setItem(hexes, hexesCsv(corrections));
    localStorage.setItem(sides, sidesCsv(corrections));
  } catch {
    // Private windows may refuse to store corrections; they then last as long as the page is open.
  }
}
