/** Finds the places of things on the board, and the places and things that an event names. */

import { placeOf } from "../model/placeThings";
import type { Board, Data, Scene, Thing } from "../model/types";

export interface ThingPlaces {
  /** Tell whether this is the id of a place of the board. */
  isPlace(id: string): boolean;
  /** Return the place in which a thing is now: where a piece stands, or where a castle lies. */
  placeOf(thing: Thing): string | null;
}

export function thingPlacesOf(board: Board, scene: Pick<Scene, "places">): ThingPlaces {
  const ids = new Set([...board.places, ...(board.spots ?? [])].map(({ id }) => id));
  const at = new Map<Thing, string>();
  for (const [id, placeScene] of Object.entries(scene.places)) {
    for (const { name } of placeScene.marks) if (name !== undefined) at.set(`${name[0]}:${name[1]}`, id);
    for (const { pieces } of placeScene.stacks)
      // All armies of a clan have the same name and stand in many places, so they are left out.
      for (const { thing, kind } of pieces) if (thing !== undefined && kind !== "army") at.set(thing, id);
  }
  return { isPlace: (id) => ids.has(id), placeOf: (thing) => at.get(thing) ?? placeOf(board, thing) };
}

const words = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/**
 * Return the kinds of thing that a key of event data may name. The last word of the key decides: `from_hex` is a hex,
 * `generals` are generals.
 */
export const kindsOf = (key: string): string[] => {
  const last = key.slice(key.lastIndexOf("_") + 1);
  return last.endsWith("s") ? [last, last.slice(0, -1)] : [last];
};

/** Return the places of a move in order; null if the data name no two places. */
export function routeOf(data: Data, thingPlaces: ThingPlaces): string[] | null {
  const placesUnder = (prefix: string): string[] =>
    Object.entries(data).flatMap(([key, value]) =>
      key.startsWith(`${prefix}_`) ? words(value).filter((id) => thingPlaces.isPlace(id)) : [],
    );
  const way = placesUnder("way");
  if (way.length > 1) return way;
  const [from] = placesUnder("from");
  const to = placesUnder("to")[0] ?? placesNamed(data, thingPlaces).find((id) => id !== from);
  return from !== undefined && to !== undefined && from !== to ? [from, to] : null;
}

function placesNamed(data: Data, thingPlaces: ThingPlaces): string[] {
  return Object.entries(data).flatMap(([key, value]) =>
    key.startsWith("way_") ? [] : words(value).filter((id) => thingPlaces.isPlace(id)),
  );
}

/** Return the things that data name and that are on the table. */
export function thingsNamedIn(data: Data, thingPlaces: ThingPlaces): Thing[] {
  return Object.entries(data).flatMap(([key, value]) =>
    words(value).flatMap((id) =>
      kindsOf(key)
        .map((kind) => `${kind}:${id}`)
        .filter((thing) => thingPlaces.placeOf(thing) !== null)
        .slice(0, 1),
    ),
  );
}

/**
 * Return the places where something happened: the places that the data name, or if there are none, the places of the
 * things that the data name.
 */
export function placesNamedIn(data: Data, thingPlaces: ThingPlaces): string[] {
  const named = placesNamed(data, thingPlaces);
  const places =
    named.length > 0 ? named : thingsNamedIn(data, thingPlaces).flatMap((thing) => thingPlaces.placeOf(thing) ?? []);
  return [...new Set(places)];
}
