/** Details of one place or force, as the scene has them. Works for every game. */

import { placeOf, placeThing } from "./placeThings";
import type { Board, Decision, Fact, Name, PlaceScene, Scene, Stack, Thing } from "./types";

/** A place with all that stands in it, or one force of it. */
export interface Details {
  thing: Thing;
  place: string;
  placeScene: PlaceScene;
  force: Stack | null;
}

/**
 * Return the name to use for a place that has only a number. It is the name of what stands there, such as a castle,
 * else the name that the scene gives to the place.
 */
export const placeNameOf = (placeScene: PlaceScene | undefined): Name | undefined =>
  placeScene?.marks.find((mark) => mark.name !== undefined)?.name ?? placeScene?.name;

const hasFacts = (facts: readonly Fact[] | undefined): boolean => facts !== undefined && facts.length > 0;

/** Return the details of a thing; null if the scene has none. */
export function detailsOf(scene: Scene | undefined, board: Board | null, thing: Thing | null): Details | null {
  if (scene === undefined || board === null || thing === null) return null;
  const id = placeOf(board, thing);
  if (id !== null) {
    const placeScene = scene.places[id];
    return placeScene !== undefined &&
      (hasFacts(placeScene.facts) || placeScene.stacks.some((stack) => hasFacts(stack.facts)))
      ? { thing, place: id, placeScene, force: null }
      : null;
  }
  for (const [place, placeScene] of Object.entries(scene.places))
    for (const force of placeScene.stacks)
      if (hasFacts(force.facts) && force.pieces.some((piece) => piece.thing === thing))
        return { thing, place, placeScene, force };
  return null;
}

/**
 * Return what a question is about. If it names something that stands on the map, such as a castle, this is the place
 * where it stands. Otherwise it is the force or the place that the question names.
 */
export function subjectOf(scene: Scene, board: Board | null, decision: Decision | null): Thing | null {
  if (board === null || decision === null) return null;
  const namedIds = Object.entries(decision.data ?? {}).flatMap(([kind, id]): [string, string][] =>
    typeof id === "string" ? [[kind, id]] : [],
  );
  for (const [place, placeScene] of Object.entries(scene.places))
    if (namedIds.some(([kind, id]) => placeScene.marks.some(({ name }) => name?.[0] === kind && name[1] === id)))
      return placeThing(board, place);
  const things = namedIds
    .map(([kind, id]): Thing => `${kind}:${id}`)
    .filter((thing) => detailsOf(scene, board, thing) !== null);
  return things.find((thing) => placeOf(board, thing) === null) ?? things[0] ?? null;
}

/** Return the force that an overlay is about. It is the force of the details, or the first force of their place. */
export const overlayForceOf = (details: Details | null): Thing | undefined =>
  (details?.force ?? details?.placeScene.stacks[0])?.force;

/** Return how full a fact's gauge is, from 0 to 1; null if it has none. */
export function gaugeShare({ value, of, least }: Fact): number | null {
  if (value === undefined) return null;
  const full = of !== undefined ? value / of : least !== undefined ? 1 - value / least : null;
  return full === null || !Number.isFinite(full) ? null : Math.max(0, Math.min(1, full));
}
