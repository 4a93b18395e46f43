/**
 * Writes and reads corrections as the files hexes.csv and sides.csv. They hold only lines for hexes and sides that were
 * corrected (docs/maps.md).
 */

import {
  cleanProvince,
  CROSSINGS,
  endsOf,
  KINDS,
  pairOf,
  type Corrections,
  type Hex,
  type PrintedMap,
  type Side,
} from "./corrections";

const HEX_FIELDS = ["hex", "terrain", "province", "snow", "height", "provenance"];
const SIDE_FIELDS = ["a", "b", "kind", "name", "crossing", "provenance"];
/**
 * The columns that are saved. The page does not use the other columns: a program that reads the files keeps its own
 * values there.
 */
const HEX_SAVED = ["hex", "terrain", "province"];
const SIDE_SAVED = ["a", "b", "kind", "crossing"];
const MAX_LETTERS = 1_000_000;

/**
 * Why a file was refused: it is neither hexes.csv nor sides.csv, a line has a wrong number of fields, or a value is
 * impossible.
 */
export class BadFile extends Error {
  readonly why: "kind" | "fields" | "value";
  readonly line: number;
  readonly field: string;
  readonly value: string;

  constructor(why: "kind" | "fields" | "value", line = 1, field = "", value = "") {
    super(`line ${line}: ${why} ${field}`);
    [this.why, this.line, this.field, this.value] = [why, line, field, value.slice(0, 60)];
  }
}

export interface ParsedCorrections extends Partial<Corrections> {
  /** Columns with content that the editor neither shows nor saves. */
  readonly left: readonly string[];
}

// -- saving -------------------------------------------------------------------------------------------------------

const quoteField = (field: string): string => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
const writeRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quoteField).join(",")}\n`).join("");
const sortByKey = <T>(all: ReadonlyMap<string, T>): [string, T][] => [...all].sort(([a], [b]) => (a < b ? -1 : 1));

export function hexesCsv({ hexes }: Corrections): string {
  return writeRows([HEX_SAVED, ...sortByKey(hexes).map(([id, { terrain, province }]) => [id, terrain, province])]);
}

/** Return sides.csv. An empty kind removes a side. */
export function sidesCsv({ sides }: Corrections): string {
  return writeRows([
    SIDE_SAVED,
    ...sortByKey(sides).map(([pair, { kind, crossing }]) => [...endsOf(pair), kind, crossing]),
  ]);
}

// -- loading ------------------------------------------------------------------------------------------------------

/** Parse hexes.csv or sides.csv. The header tells which of the two files it is. */
export function parseCorrections(printed: PrintedMap, text: string): ParsedCorrections {
  if (text.length > MAX_LETTERS) throw new BadFile("kind");
  const [header = [], ...rows] = splitRows(text.replace(/^\uFEFF/, ""));
  const hasFields = (needed: readonly string[], allowed: readonly string[]): boolean =>
    needed.every((field) => header.includes(field)) &&
    header.every((field, i) => allowed.includes(field) && header.indexOf(field) === i);
  const isHexes = hasFields(["hex"], HEX_FIELDS);
  if (!isHexes && !hasFields(["a", "b", "kind"], SIDE_FIELDS)) throw new BadFile("kind");
  const lines = rows.flatMap((row, i) => {
    // Empty lines are skipped.
    if (row.length === 1 && row[0] === "") return [];
    if (row.length !== header.length) throw new BadFile("fields", i + 2);
    return [new CsvLine(i + 2, new Map(header.map((field, column) => [field, row[column] ?? ""])))];
  });
  const saved = [...(isHexes ? HEX_SAVED : SIDE_SAVED), "provenance"];
  const unread = header.filter((field) => !saved.includes(field) && lines.some((line) => line.get(field)));
  return isHexes
    ? { left: unread, hexes: new Map(lines.map((line) => hexOf(printed, line))) }
    : { left: unread, sides: new Map(lines.map((line) => sideOf(printed, line))) };
}

class CsvLine {
  readonly number: number;
  private readonly fields: ReadonlyMap<string, string>;

  constructor(number: number, fields: ReadonlyMap<string, string>) {
    this.number = number;
    this.fields = fields;
  }

  get(field: string): string | undefined {
    return this.fields.get(field);
  }

  fit(field: string, value: string, fits: boolean): string {
    if (!fits) throw new BadFile("value", this.number, field, value);
    return value;
  }
}

function hexOf(printed: PrintedMap, line: CsvLine): [string, Hex] {
  const id = line.get("hex") ?? "";
  const old = printed.hex(id);
  if (old === undefined) throw new BadFile("value", line.number, "hex", id);
  const terrain = line.get("terrain") ?? old.terrain;
  const province = line.get("province") ?? old.province;
  line.fit("terrain", terrain, printed.terrains.includes(terrain));
  return [id, { terrain, province: line.fit("province", province, cleanProvince(province) === province) }];
}

function sideOf(printed: PrintedMap, line: CsvLine): [string, Side] {
  const [a = "", b = "", kind = "", crossing = ""] = ["a", "b", "kind", "crossing"].map((field) => line.get(field));
  line.fit("a", a, printed.hex(a) !== undefined);
  line.fit("b", b, printed.around(a).includes(b));
  line.fit("kind", kind, (KINDS as readonly string[]).includes(kind));
  line.fit(
    "crossing",
    crossing,
    crossing === "" || (kind === "river" && (CROSSINGS as readonly string[]).includes(crossing)),
  );
  return [pairOf(a, b), { kind, crossing }];
}

/** Split CSV into rows of fields; a quoted field may hold commas, line ends and doubled quotes. */
function splitRows(text: string): string[][] {
  const rows: string[][] = [[]];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|\r|$)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (match === null) throw new BadFile("fields", rows.length);
    const [, value = "", end = ""] = match;
    rows.at(-1)?.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === "") return rows;
    if (end === ",") {
      if (field.lastIndex === text.length) rows.at(-1)?.push("");
    } else if (field.lastIndex < text.length) rows.push([]);
  }
  return rows;
}
