/** Latin names on counters: as large as there is room for; long names are cut short. */

/** The width of a letter as a share of its height: letters on counters stand close. */
export const LETTER_WIDTH = 0.46;
/** The largest and the smallest letter size in a square of 40. */
const LARGE = 10.5;
const SMALL = 7.4;

export function fitLatinName(name: string, room: number): { text: string; size: number } {
  const most = Math.floor(room / (SMALL * LETTER_WIDTH));
  const signs = [...name];
  const text = signs.length <= most ? name : `${signs.slice(0, most - 1).join("")}.`;
  return { text, size: Math.min(LARGE, room / ([...text].length * LETTER_WIDTH)) };
}
