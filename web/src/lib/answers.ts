/** Answers as a list shows them: in words, with what stands where they lead, in an order that helps. No game is known here. */

import { parts, type Texts } from "./texts";
import type { Option, Scene, Thing } from "./types";

/** What stands in a place that has only a number for a name: the game's name of its castle, or nothing. */
export function standing(thing: Thing, scene: Pick<Scene, "places"> | undefined, texts: Texts): string {
  const [kind, id] = parts(thing);
  if (texts.has(kind, id)) return "";
  return texts.called(scene?.places[id]?.marks.find((mark) => mark.name !== undefined)?.name);
}

/** A thing by its name, and what stands there. */
export function thingInWords(thing: Thing, scene: Pick<Scene, "places"> | undefined, texts: Texts): string {
  return [texts.thing(thing), standing(thing, scene, texts)].filter(Boolean).join(" ");
}

/** An answer in words, and what stands in the place it leads to. */
export function inWords(option: Option, scene: Pick<Scene, "places"> | undefined, texts: Texts): string {
  const names = option.lights.map((thing) => standing(thing, scene, texts)).filter(Boolean);
  return [texts.action(option.text), ...names].join(texts.lang === "ja" ? " " : " · ");
}

/**
 * The answers with the places that cost something first: those where something stands, then the others, the nearest
 * before the farther ones. Everything else keeps its order.
 */
export function ordered(options: readonly Option[], scene: Pick<Scene, "places"> | undefined, texts: Texts): Option[] {
  const rank = (option: Option): readonly [number, number] => {
    if (option.cost === undefined || option.lights.some((thing) => parts(thing)[0] === "button")) return [2, 0];
    return [option.lights.some((thing) => standing(thing, scene, texts) !== "") ? 0 : 1, option.cost];
  };
  const ranked = options.map((option) => ({ option, at: rank(option) }));
  return ranked.sort(({ at: a }, { at: b }) => a[0] - b[0] || a[1] - b[1]).map(({ option }) => option);
}
