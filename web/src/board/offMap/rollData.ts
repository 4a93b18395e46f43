/** The data of a roll, and the positions of a die's pips. */
import type { Data, RollPart } from "../../model/types";

export interface RollData {
  readonly dice: readonly number[];
  readonly atMost: number | null;
  readonly hits: number | null;
  readonly parts: readonly RollPart[];
  /**
   * The total of dice and parts, if the roll states it. If not, this is the sum of the parts alone; null if there are
   * no parts, or if some part is not a number.
   */
  readonly sum: number | null;
  /** What the dice add to the sum, or null if they are only compared with it. */
  readonly die: number | null;
}

const isNumber = (value: unknown): value is number => typeof value === "number";

export function readRoll(data: Data): RollData {
  const dice = Array.isArray(data["dice"])
    ? data["dice"].filter(isNumber)
    : isNumber(data["dice"])
      ? [data["dice"]]
      : [];
  const parts = Array.isArray(data["parts"]) ? (data["parts"] as RollPart[]) : [];
  const values = parts.map((part) => part.value);
  const number = (key: string): number | null => (isNumber(data[key]) ? data[key] : null);
  const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);
  const total = number("total");
  const sum = total ?? (values.length > 0 && values.every(isNumber) ? sumOf(values) : null);
  return {
    dice,
    atMost: number("at_most"),
    hits: number("hits"),
    parts,
    sum,
    die: total === null ? null : sumOf(dice),
  };
}

const [LOW, MID, HIGH] = [11.5, 20, 28.5];
const FACES: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[MID, MID]],
  [
    [LOW, LOW],
    [HIGH, HIGH],
  ],
  [
    [LOW, LOW],
    [MID, MID],
    [HIGH, HIGH],
  ],
  [
    [LOW, LOW],
    [HIGH, LOW],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
  [
    [LOW, LOW],
    [HIGH, LOW],
    [MID, MID],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
  [
    [LOW, LOW],
    [HIGH, LOW],
    [LOW, MID],
    [HIGH, MID],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
];

/** Return the pips of a face. Return none for a number that no die shows; the number is then written as a figure. */
export const pipsOf = (face: number): readonly (readonly [number, number])[] => FACES[face] ?? [];
