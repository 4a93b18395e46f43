/**
 * Which counters moved where. This is read from every event that names a place they came from and a place they went to.
 */
import type { Data, GameEvent, Step } from "../../model/types";

export interface Move {
  readonly path: readonly string[];
  readonly clan: string;
  /** The things that moved, if the event names them. */
  readonly things: readonly string[];
  /** How many unnamed counters moved with them. */
  readonly count: number;
}

const words = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

function moveOf(
  { data }: GameEvent,
  isPlace: (id: string) => boolean,
  isThing: (thing: string) => boolean,
): Move | null {
  const place = (prefix: string): string | undefined => {
    for (const [key, value] of Object.entries(data))
      if (key.startsWith(prefix) && typeof value === "string" && isPlace(value)) return value;
    return undefined;
  };
  const way = Object.entries(data)
    .flatMap(([key, value]) => (key.startsWith("way_") ? [words(value).filter(isPlace)] : []))
    .find((path) => path.length > 1);
  const from = place("from_");
  const to =
    place("to_") ??
    Object.values(data).find((value): value is string => typeof value === "string" && isPlace(value) && value !== from);
  const path = way ?? (from !== undefined && to !== undefined && from !== to ? [from, to] : null);
  if (!path) return null;
  const count = ["armies", "units", "count"].map((key) => data[key]).find((value) => typeof value === "number") ?? 0;
  return { path, clan: typeof data["clan"] === "string" ? data["clan"] : "", things: thingsIn(data, isThing), count };
}

/** Return the things that data name: `general: x` and `generals: [x, y]` both name things of the kind `general`. */
function thingsIn(data: Data, isThing: (thing: string) => boolean): string[] {
  return Object.entries(data).flatMap(([key, value]) =>
    words(value).flatMap((id) => [`${key}:${id}`, `${key.replace(/s$/, "")}:${id}`].filter(isThing).slice(0, 1)),
  );
}

/** Return the moves in order. A move that continues the last one of the same pieces lengthens its path. */
export function movesOf(
  steps: readonly Step[],
  isPlace: (id: string) => boolean,
  isThing: (thing: string) => boolean,
): Move[] {
  const moves: Move[] = [];
  for (const event of steps.flatMap((step) => step.events)) {
    const move = moveOf(event, isPlace, isThing);
    const last = moves.at(-1);
    if (!move) continue;
    if (
      last &&
      last.clan === move.clan &&
      last.path.at(-1) === move.path[0] &&
      last.things.join() === move.things.join()
    )
      moves[moves.length - 1] = { ...move, path: [...last.path, ...move.path.slice(1)] };
    else moves.push(move);
  }
  return moves;
}
