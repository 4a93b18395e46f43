/** Uses steps in which the rules resolved fights with given dice (tests/fights.py writes them). */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  isAboutSeats,
  encounterAt,
  encounters,
  fightOf,
  hitsOf,
  isCap,
  lossesOf,
  placeKinds,
  sidesAt,
  type Encounter,
} from "../../src/battle/encounters";
import { rollOf } from "../../src/model/logEntries";
import type { GameEvent, Scene, Step } from "../../src/model/types";

const told = (game: string): Step[] =>
  JSON.parse(readFileSync(new URL(`../fights/${game}.json`, import.meta.url), "utf8")) as Step[];
const kinds = ({ beats }: Encounter): string[] => beats.map(({ event }) => event.kind);
const only = (game: string): Encounter => {
  const all = encounters(told(game));
  expect(all).toHaveLength(1);
  return all[0] as Encounter;
};
const lost = (encounter: Encounter, side: number): [string, number, number][] =>
  lossesOf(encounter, encounter.beats.length - 1, side).map(({ thing, count, left }) => [thing, count, left]);
const hitsIn = ({ beats }: Encounter): (number | null)[] =>
  beats.flatMap(({ event }) =>
    rollOf(event) === null ? [] : [hitsOf(rollOf(event) as NonNullable<ReturnType<typeof rollOf>>)],
  );

describe("areas and cards", () => {
  it("splits a combat that goes on against the next counter into two fights, each with the caps of its hits", () => {
    const all = encounters(told("nobunaga"));
    expect(all.map(kinds)).toEqual([
      ["attack", "roll", "roll", "hits", "capped", "removed"],
      ["attack", "roll", "roll", "hits", "capped", "removed", "removed"],
    ]);
    const [first, second] = all as [Encounter, Encounter];
    expect(hitsIn(first)).toEqual([3, 0]);
    const cap = first.beats.find(({ event }) => isCap(event))?.event;
    expect(cap).toMatchObject({ data: { hits: 3, count: 1, cap: "lone" }, clauses: ["nobunaga:4-7.p3"] });
    expect([lost(first, 0), lost(first, 1)]).toEqual([[], [["clan:neutral", 1, 2]]]);
    expect([lost(second, 0), lost(second, 1)]).toEqual([[["clan:oda", 1, 1]], [["clan:neutral", 1, 1]]]);
  });

  it("keeps the fate of a general in the general's fight", () => {
    const fight = only("honganji");
    expect(kinds(fight)).toEqual([
      "attack",
      "roll",
      "roll",
      "hits",
      "capped",
      "removed",
      "removed",
      "roll",
      "general_died",
      "knocked_out",
    ]);
    expect(lost(fight, 1)).toEqual([
      ["clan:akechi", 2, 0],
      ["general:akechi_mitsuhide", 1, 0],
    ]);
  });
});

describe("hexes", () => {
  it("shows an assault up to the choice of losses", () => {
    const fight = only("kanto");
    expect(kinds(fight)).toEqual(["roll", "assault_result", "durability", "step_lost"]);
    expect([fight.ply, fight.last]).toEqual([3, 4]);
    expect(sidesAt(fight, 0)?.fight).toMatchObject({
      place: "hex:0514",
      rolls: 0,
      sides: [{ clan: "uesugi", strength: 28 }, { clan: "takeda" }],
    });
    expect(lost(fight, 0)).toEqual([["unit:uesugi_kenshin", 1, 1]]);
  });

  it("shows a skirmish whose loser has nowhere to go", () => {
    const fight = only("hideyoshi");
    expect(kinds(fight)).toEqual(["attack", "roll", "battle_result", "capped", "killed", "army_gone"]);
    expect(fight.beats.filter(({ event }) => isCap(event)).map(({ event }) => event.data["cap"])).toEqual(["all_lost"]);
    expect(sidesAt(fight, 1)?.fight.sides.map(({ strength }) => strength)).toEqual([26, 1]);
  });

  it("shows a field battle up to the retreat", () => {
    const fight = only("kenshin");
    expect(kinds(fight)).toEqual([
      "field_battle",
      "ability_counts",
      "ability_counts",
      "roll",
      "roll",
      "round",
      "step_lost",
      "retreats",
      "fell_back",
    ]);
    expect(sidesAt(fight, 4)?.fight.rolls).toBe(1);
  });

  it("shows the rule that limits a strength, and a castle that falls", () => {
    const fight = only("kenshin-assault");
    expect(kinds(fight)).toEqual([
      "assault",
      "ability_counts",
      "roll",
      "roll",
      "round",
      "capped",
      "durability",
      "castle_fell",
    ]);
    expect(sidesAt(fight, 2)?.fight.sides[0]).toMatchObject({
      strength: 6,
      limit: { value: 8, text: "assault", clause: "13-3-3" },
    });
  });
});

describe("single rolls", () => {
  const roll = (purpose: string, more: object = {}): GameEvent => ({
    kind: "roll",
    data: { purpose, dice: [3], ...more },
    clauses: [],
  });
  const said = (kind: string): GameEvent => ({ kind, data: {}, clauses: [] });
  const steps: Step[] = [
    { ply: 1, who: "oda", events: [said("phase"), roll("event"), said("flood"), roll("siege"), said("morale")] },
    { ply: 2, who: "oda", events: [said("moved")] },
    { ply: 3, who: "uesugi", events: [said("attack"), said("spent")] },
  ];

  it("are one scene each, with the results in their step", () => {
    const all = encounters(steps);
    expect(all.map(kinds)).toEqual([
      ["roll", "flood"],
      ["roll", "morale"],
    ]);
    expect(encounterAt(all, 1)).toBe(all[0]);
    expect(encounterAt(all, 2)).toBeUndefined();
  });

  it("leave out what happened elsewhere in the same step", () => {
    const at = (kind: string, castle: string): GameEvent => ({ kind, data: { castle }, clauses: [] });
    const here: Step[] = [
      {
        ply: 1,
        who: "oda",
        events: [roll("siege", { castle: "takamatsu" }), at("castle_taken", "yodo"), at("morale", "takamatsu")],
      },
    ];
    const scene = { places: { "0101": { marks: [{ kind: "castle", name: ["castle", "yodo"] }] } } } as unknown as Scene;
    const [one] = encounters(here, placeKinds({ domain: "hex" }, scene)) as [Encounter];
    expect(one.beats.map(({ event }) => [event.kind, event.data["castle"]])).toEqual([
      ["roll", "takamatsu"],
      ["morale", "takamatsu"],
    ]);
  });

  it("concern only the seat that rolls", () => {
    const [first] = encounters(steps) as [Encounter];
    const scene = { serves: { oda: "oda" } } as unknown as Scene;
    expect(isAboutSeats(first, scene, ["oda"])).toBe(true);
    expect(isAboutSeats(first, scene, ["uesugi"])).toBe(false);
  });

  it("a fight concerns every side with pieces in it", () => {
    const [fight] = encounters(told("kanto")) as [Encounter];
    const scene = { serves: { uesugi: "uesugi", takeda: "takeda" } } as unknown as Scene;
    expect(isAboutSeats(fight, scene, ["takeda"])).toBe(true);
    expect(isAboutSeats(fight, scene, ["hojo"])).toBe(false);
    expect(fightOf(said("x"))).toBeNull();
  });
});
