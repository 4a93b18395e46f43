/**
 * Puts the options of a decision into words, and sorts them for the list. A place is named together with what stands
 * there. Works for every game.
 */

import { placeNameOf } from "../model/details";
import { placeThing } from "../model/placeThings";
import { splitThing, type Texts } from "../model/texts";
import type { Board, Decision, Option, Scene, Thing, Value } from "../model/types";

/**
 * Return the game's name of what stands in a place that has only a number, or "" if nothing with a name stands there.
 */
export function nameStandingAt(thing: Thing, scene: Pick<Scene, "places"> | undefined, texts: Texts): string {
  const [kind, id] = splitThing(thing);
  if (texts.has(kind, id)) return "";
  return texts.nameOf(placeNameOf(scene?.places[id]));
}

/** Return the name of a thing. If it is a place that has only a number, add the name of what stands there. */
export function describeThing(thing: Thing, scene: Pick<Scene, "places"> | undefined, texts: Texts): string {
  return [texts.thing(thing), nameStandingAt(thing, scene, texts)].filter(Boolean).join(" ");
}

/**
 * Return a function that names a thing of an option. To a place that has only a number, it adds the name of what stands
 * there.
 */
const calledIn =
  (scene: Pick<Scene, "places"> | undefined, texts: Texts) =>
  (kind: string, id: string): string =>
    [id, nameStandingAt(`${kind}:${id}`, scene, texts)].filter(Boolean).join(" ");

/** Put an option into words. Each place is named with what stands there. */
export function describeOption(option: Option, scene: Pick<Scene, "places"> | undefined, texts: Texts): string {
  return texts.sayAction(option.text, calledIn(scene, texts));
}

/**
 * Put into words what an option does with the thing in whose row it stands. If there are no such shorter words, return
 * all words of the option.
 */
export function describeOptionFor(
  option: Option,
  thing: Thing,
  bare: boolean,
  scene: Pick<Scene, "places"> | undefined,
  texts: Texts,
): string {
  return texts.sayDeed(option.text, thing, bare, calledIn(scene, texts)) || describeOption(option, scene, texts);
}

/** Return "piece → place" for an option that names just two things, such as these; else all words of the option. */
export function describePlacement(option: Option, scene: Pick<Scene, "places"> | undefined, texts: Texts): string {
  const names = texts.namedThings(option.text, calledIn(scene, texts));
  return names.length === 2 ? names.join(" → ") : describeOption(option, scene, texts);
}

/** Put a question into words, with what stands in the places it names. */
export function describeQuestion(
  decision: Decision,
  board: Pick<Board, "domain"> | null,
  scene: Pick<Scene, "places"> | undefined,
  texts: Texts,
): string {
  const data = { ...decision.data };
  const place = board === null ? undefined : data[board.domain];
  if (board !== null && typeof place === "string")
    data[board.domain] = describeThing(`${board.domain}:${place}`, scene, texts);
  return texts.sayQuestion({ ...decision, data });
}

/**
 * Return, for each option, the place of the thing that it is about. Return nothing if all these things stand in one
 * place.
 */
export function placesOfOptions(
  options: readonly Option[],
  board: Pick<Board, "domain" | "spots"> | null,
  scene: Pick<Scene, "places"> | undefined,
  texts: Texts,
): Map<Option, string> {
  const at = new Map<Thing, Thing>();
  for (const [id, placeScene] of Object.entries(scene?.places ?? {}))
    for (const { pieces } of placeScene.stacks)
      // All armies of a clan have the same name and stand in many places, so they are left out.
      for (const { thing, kind } of pieces)
        if (thing !== undefined && kind !== "army") at.set(thing, board === null ? `:${id}` : placeThing(board, id));
  const places = new Map<Option, Thing>();
  for (const option of options) {
    const [only, ...more] = option.lights;
    const place = only === undefined || more.length > 0 ? undefined : at.get(only);
    if (place !== undefined) places.set(option, place);
  }
  if (new Set(places.values()).size < 2) return new Map();
  return new Map([...places].map(([option, place]) => [option, describeThing(place, scene, texts)]));
}

/**
 * Sort the options that cost something to the front: first those about places where something stands, then the others.
 * Each of these two groups is sorted from cheap to dear. All other options keep their order.
 */
export function sortOptions(
  options: readonly Option[],
  scene: Pick<Scene, "places"> | undefined,
  texts: Texts,
): Option[] {
  const rank = (option: Option): readonly [number, number] => {
    if (option.cost === undefined || option.lights.some((thing) => splitThing(thing)[0] === "button")) return [2, 0];
    return [option.lights.some((thing) => nameStandingAt(thing, scene, texts) !== "") ? 0 : 1, option.cost];
  };
  const ranked = options.map((option) => ({ option, at: rank(option) }));
  return ranked.sort(({ at: a }, { at: b }) => a[0] - b[0] || a[1] - b[1]).map(({ option }) => option);
}

/**
 * Return the values printed on the counter that an option is about; none if it is about several counters, or about no
 * counter.
 */
export function pieceValuesOf(
  things: readonly Thing[],
  scene: Pick<Scene, "places" | "boxes"> | undefined,
): readonly Value[] {
  if (scene === undefined) return [];
  const pieces = [...Object.values(scene.places).flatMap((placeScene) => placeScene.stacks), ...scene.boxes].flatMap(
    (group) => group.pieces,
  );
  const [only, ...more] = things.flatMap(
    (thing) => pieces.find((piece) => piece.thing === thing && piece.kind !== "army") ?? [],
  );
  return only === undefined || more.length > 0 ? [] : only.values;
}
