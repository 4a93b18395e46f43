/** Reads drawing.json (docs/maps.md). If a part is missing or malformed, the map is drawn without it. */
import type { Box, Point, Ring } from "./geometry";

export interface AreaShape {
  readonly rings: readonly Ring[];
  readonly label: Point;
  readonly stacks: Point;
  /** Radius of the free room around `stacks`; 0 if unknown. */
  readonly room: number;
  readonly sea: boolean;
  readonly castle: Point | null;
}

/** A tree or a mountain: the position of its foot, and its size. */
export type Dab = readonly [x: number, y: number, size: number];

export interface Relief {
  readonly file: string;
  readonly box: Box;
}

/** A name written on the map itself. */
export interface Lettering {
  readonly kind: string;
  readonly en: string;
  readonly ja: string;
  readonly at: Point;
  /** The hex that the name belongs to, if any. */
  readonly hex: string | null;
}

export interface Drawing {
  readonly size: Point;
  readonly areas: ReadonlyMap<string, AreaShape>;
  readonly land: readonly Ring[];
  readonly lakes: readonly Ring[];
  readonly rivers: readonly Ring[];
  readonly roads: readonly Ring[];
  /** Borders that touch but may not be crossed. */
  readonly closed: readonly Ring[];
  readonly woods: readonly Dab[];
  readonly peaks: readonly Dab[];
  readonly borders: readonly Ring[];
  readonly letterings: readonly Lettering[];
  readonly relief: Relief | null;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isPoint = (value: unknown): value is Point => Array.isArray(value) && isNumber(value[0]) && isNumber(value[1]);
const isRing = (value: unknown): value is Ring => Array.isArray(value) && value.length > 1 && value.every(isPoint);
const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/**
 * Read lines and polygons as rings. Each may be a bare list of points, a list of rings (a polygon with holes), or a
 * record with a name.
 */
function rings(value: unknown): Ring[] {
  if (isRing(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(rings);
  const record = asRecord(value);
  for (const key of ["points", "line", "outline", "shapes"]) if (key in record) return rings(record[key]);
  return [];
}

function relief(value: unknown): Relief | null {
  const { file, box } = asRecord(value);
  if (typeof file !== "string" || !/^[\w.-]+$/.test(file) || !Array.isArray(box) || box.length !== 4) return null;
  if (!box.every(isNumber)) return null;
  const [x, y, w, h] = box as [number, number, number, number];
  return { file, box: { x, y, w, h } };
}

function areas(value: unknown): Map<string, AreaShape> {
  const shapes = new Map<string, AreaShape>();
  for (const [id, entry] of Object.entries(asRecord(value))) {
    const { outline, label, stacks, room, marks, castle } = asRecord(entry);
    const keep = asRecord(castle)["at"];
    const shape = rings(outline);
    if (shape.length === 0 || !isPoint(label)) continue;
    const sea = asRecord(marks)["sea"] === true;
    const where = { label, stacks: isPoint(stacks) ? stacks : label, castle: isPoint(keep) ? keep : null };
    shapes.set(id, { ...where, rings: shape, room: isNumber(room) ? room : 0, sea });
  }
  return shapes;
}

const dabs = (value: unknown): Dab[] =>
  Array.isArray(value)
    ? value.filter(
        (tree): tree is [number, number, number] => Array.isArray(tree) && tree.length === 3 && tree.every(isNumber),
      )
    : [];

function letterings(value: unknown, kind: string): Lettering[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const { name, en, ja, at, label, hex, kind: own } = asRecord(entry);
    const where = at ?? label;
    if (!isPoint(where)) return [];
    const latin = String(en ?? name ?? "");
    return [
      {
        kind: String(own ?? kind),
        en: latin,
        ja: String(ja ?? latin),
        at: where,
        hex: typeof hex === "string" ? hex : null,
      },
    ];
  });
}

export function readDrawing(value: unknown): Drawing | null {
  const drawing = asRecord(value);
  const size = drawing["size"];
  if (!isPoint(size)) return null;
  const provinces = asRecord(drawing["provinces"]);
  return {
    size,
    areas: areas(drawing["areas"]),
    land: rings(drawing["land"] ?? drawing["coast"] ?? []),
    lakes: rings(drawing["lakes"] ?? []),
    rivers: rings(drawing["rivers"] ?? []),
    roads: rings(drawing["roads"] ?? []),
    closed: rings(drawing["closed"] ?? []),
    woods: dabs(asRecord(drawing["scenery"])["woods"]),
    peaks: dabs(asRecord(drawing["scenery"])["peaks"]),
    borders: rings(provinces["borders"] ?? []),
    letterings: [...letterings(provinces["labels"], "province"), ...letterings(drawing["labels"], "place")],
    relief: relief(drawing["relief"]),
  };
}
