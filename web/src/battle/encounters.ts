/**
 * Groups events into encounters, which are fights or single rolls with their results, beat by beat. Works for every
 * game.
 */

import { rollOf, type Roll } from "../model/logEntries";
import { placeOf, placeThing } from "../model/placeThings";
import type { Board, Fight, FightSide, GameEvent, Loss, Scene, Step, Thing } from "../model/types";

export interface Beat {
  ply: number;
  who: string;
  event: GameEvent;
  key: string;
}

/** A fight from its opening to its end, or a roll with its results. */
export interface Encounter {
  key: string;
  fight: boolean;
  /** The plies of the first step and of the last one so far. */
  ply: number;
  last: number;
  beats: Beat[];
}

export function fightOf(event: GameEvent): Fight | null {
  const fight = event.data["fight"];
  return typeof fight === "object" && fight !== null && "sides" in fight ? (fight as Fight) : null;
}

export function lossOf(event: GameEvent): Loss | null {
  const loss = event.data["loss"];
  return typeof loss === "object" && loss !== null && "thing" in loss ? (loss as Loss) : null;
}

/** Tell whether an event names a rule that caps the strength in a fight, so that not all of it counts. */
export const isCap = (event: GameEvent): boolean => typeof event.data["cap"] === "string";

/**
 * Return how many dice were hits. If the event does not say it, count the dice that show at most the number needed.
 * Return null if that number is unknown too.
 */
export function hitsOf(roll: Roll): number | null {
  if (roll.hits !== null) return roll.hits;
  const most = roll.atMost;
  return most === null ? null : roll.dice.filter((die) => die <= most).length;
}

/**
 * Return the kinds of things that name a place: the places of the board, and the marks that lie on them, such as
 * castles.
 */
export function placeKinds(board: Pick<Board, "domain" | "spots">, scene: Pick<Scene, "places">): ReadonlySet<string> {
  const fixed = Object.values(scene.places).flatMap(({ marks }) =>
    marks.flatMap(({ name }) => (name === undefined ? [] : [name[0]])),
  );
  return new Set([board.domain, ...(board.spots ?? []).map(({ domain }) => domain), ...fixed]);
}

/**
 * Tell whether an event happened at another place than the roll. That is so if the data of both name a place of the
 * same kind, and the two places differ.
 */
function isElsewhere(event: GameEvent, roll: GameEvent, kinds: ReadonlySet<string>): boolean {
  return [...kinds].some(
    (kind) =>
      typeof event.data[kind] === "string" &&
      typeof roll.data[kind] === "string" &&
      event.data[kind] !== roll.data[kind],
  );
}

/**
 * Return the encounters in some steps. `kinds` are the kinds of things that name a place (`placeKinds`). They are used
 * to leave events at another place out of the encounter of a single roll.
 */
export function encounters(steps: readonly Step[], kinds: ReadonlySet<string> = new Set()): Encounter[] {
  const all: Encounter[] = [];
  let now: Encounter | null = null;
  for (const step of steps)
    step.events.forEach((event, number) => {
      const beat: Beat = { ply: step.ply, who: step.who, event, key: `${step.ply}.${number}` };
      const inFight = event.fight === true;
      const isRoll = rollOf(event) !== null;
      if (fightOf(event)?.opens === true || (isRoll && !(inFight && now?.fight === true))) {
        now = { key: beat.key, fight: inFight, ply: step.ply, last: step.ply, beats: [beat] };
        all.push(now);
      } else if (
        now !== null &&
        !now.fight &&
        step.ply === now.ply &&
        isElsewhere(event, (now.beats[0] as Beat).event, kinds)
      ) {
        return;
      } else if (now !== null && (now.fight ? inFight : step.ply === now.ply)) {
        now.beats.push(beat);
        now.last = step.ply;
      } else now = null;
    });
  return all.filter(({ beats }) => beats.some(({ event }) => rollOf(event) !== null));
}

/** Return the encounter to show for a step: the first that has a beat in it. */
export const encounterAt = (all: readonly Encounter[], ply: number): Encounter | undefined =>
  all.find(({ beats }) => beats.some((beat) => beat.ply === ply));

/** Return both sides as they stood at a beat, and the index of the beat that described them. */
export function sidesAt({ beats }: Encounter, upTo: number): { fight: Fight; since: number } | null {
  for (let i = Math.min(upTo, beats.length - 1); i >= 0; i -= 1) {
    const fight = fightOf((beats[i] as Beat).event);
    if (fight !== null) return { fight, since: i };
  }
  return null;
}

/** Return the losses in some beats, by thing. */
export function lossesIn(beats: readonly Beat[]): Map<Thing, Loss> {
  const losses = new Map<Thing, Loss>();
  for (const { event } of beats) {
    const loss = lossOf(event);
    if (loss === null) continue;
    losses.set(loss.thing, { ...loss, count: loss.count + (losses.get(loss.thing)?.count ?? 0) });
  }
  return losses;
}

/** Return the losses of a side in the whole fight up to a beat. */
export function lossesOf({ beats }: Encounter, upTo: number, side: number): Loss[] {
  const own = new Set(
    beats.flatMap(({ event }) => fightOf(event)?.sides[side]?.pieces.map(({ thing }) => thing) ?? []),
  );
  return [...lossesIn(beats.slice(0, upTo + 1)).values()].filter(({ thing }) => own.has(thing));
}

/** Tell whether an encounter involves pieces or dice of one of these seats. */
export function isAboutSeats({ beats }: Encounter, scene: Scene, seats: readonly string[]): boolean {
  const isServing = (side: FightSide): boolean =>
    [side.clan, ...side.pieces.map(({ clan }) => clan)].some((clan) => seats.includes(scene.serves[clan] ?? ""));
  return beats.some(({ event, who }) => {
    const sides = fightOf(event)?.sides;
    if (sides !== undefined) return sides.some(isServing);
    const { seat, clan } = event.data;
    return (
      rollOf(event) !== null &&
      (seats.includes(who) || seats.includes(String(seat)) || seats.includes(scene.serves[String(clan)] ?? ""))
    );
  });
}

/**
 * Return the place of an encounter: the place of the fight, else the place that the roll names, else the place of a
 * thing that the roll names.
 */
export function placeOfEncounter({ beats }: Encounter, board: Board, scene: Scene): Thing | null {
  for (const { event } of beats) {
    const fight = fightOf(event);
    if (fight !== null) return fight.place;
  }
  const roll = beats.find(({ event }) => rollOf(event) !== null)?.event;
  const namedIds = Object.entries(roll?.data ?? {}).flatMap(([kind, id]): [string, string][] =>
    typeof id === "string" ? [[kind, id]] : [],
  );
  const ids = new Set(board.places.map(({ id }) => id));
  for (const [kind, id] of namedIds) {
    const place = placeOf(board, `${kind}:${id}`);
    if (place !== null && ids.has(place)) return `${kind}:${id}`;
  }
  for (const [place, placeScene] of Object.entries(scene.places))
    for (const [kind, id] of namedIds) {
      const marked = placeScene.marks.some(({ name }) => name?.[0] === kind && name[1] === id);
      if (marked || placeScene.stacks.some(({ pieces }) => pieces.some(({ thing }) => thing === `${kind}:${id}`)))
        return placeThing(board, place);
    }
  return null;
}
