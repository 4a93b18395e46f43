import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  orderGiverAt,
  idleSeatsIn,
  isMinor,
  lastRunWorthTelling,
  stepsSinceOwn,
  spotlightOf,
  groupOrders,
  type Order,
  type Roles,
} from "../../src/council/orders";
import { placesNamedIn, thingsNamedIn, routeOf, thingPlacesOf } from "../../src/council/thingPlaces";
import type { Board, Data, Scene, Step } from "../../src/model/types";

const piece = (thing: string) => ({
  thing,
  kind: "unit",
  clan: "x",
  name: ["unit", thing] as const,
  count: 1,
  state: "ready",
  values: [],
  marks: [],
});
const BOARD = {
  kind: "hexes",
  domain: "hex",
  places: ["0101", "0102", "0103", "0104", "0201"].map((id) => ({ id })),
  spots: [],
} as unknown as Board;
const SCENE = {
  places: {
    "0102": { owner: null, side: null, stacks: [{ clan: "x", pieces: [piece("unit:shingen")] }], marks: [] },
    "0104": { owner: null, side: null, stacks: [], marks: [{ glyph: "castle", name: ["castle", "kaizu"] }] },
  },
} as unknown as Scene;
const WORLD = thingPlacesOf(BOARD, SCENE);
const ROLES: Roles = {
  turn: "turn",
  marched: "move",
  attack: "fight",
  roll: "minor",
  step_lost: "loss",
  checked: "minor",
  fell: "change",
  played: "card",
};

let ply = 0;
const step = (who: string, opens: boolean, ...events: [string, Data][]): Step => ({
  ply: (ply += 1),
  who,
  opens,
  events: events.map(([kind, data]) => ({ kind, data, clauses: [] })),
});
const march = (unit: string, ...way: string[]): [string, Data] => [
  "marched",
  { unit, from_hex: way[0], to_hex: way.at(-1), way_hex: way },
];
const orders = (steps: readonly Step[]): Order[] =>
  groupOrders(steps, ROLES, WORLD).filter((entry): entry is Order => entry.kind === "order");

describe("places of an event", () => {
  it("are those it names, or those of the things it names", () => {
    expect(placesNamedIn({ unit: "shingen", hex: "0201" }, WORLD)).toEqual(["0201"]);
    expect(placesNamedIn({ unit: "shingen", left: 1 }, WORLD)).toEqual(["0102"]);
    expect(placesNamedIn({ castle: "kaizu" }, WORLD)).toEqual(["0104"]);
    expect(placesNamedIn({ seat: "oda" }, WORLD)).toEqual([]);
    expect(thingsNamedIn({ units: ["shingen", "nobody"], leader_unit: "shingen" }, WORLD)).toEqual([
      "unit:shingen",
      "unit:shingen",
    ]);
  });

  it("form a route by the names of the data alone", () => {
    expect(routeOf({ from_hex: "0101", to_hex: "0103", way_hex: ["0101", "0102", "0103"] }, WORLD)).toEqual([
      "0101",
      "0102",
      "0103",
    ]);
    expect(routeOf({ from_hex: "0101", hex: "0201" }, WORLD)).toEqual(["0101", "0201"]);
    expect(routeOf({ from_hex: "none", hex: "0201" }, WORLD)).toBeNull();
  });
});

describe("the council", () => {
  it("begins after the own last decision", () => {
    const steps = [{ ...step("oda", true), act: "pass" }, step("mori", true), step("mori", false)];
    expect(stepsSinceOwn(steps, null)).toHaveLength(2);
    expect(stepsSinceOwn(steps.slice(1), "oda")).toHaveLength(2);
    expect(stepsSinceOwn(steps, "mori")).toEqual([]);
  });

  it("shows the last that others did, even after a later own decision", () => {
    const steps = [
      step("oda", true),
      step("mori", true, march("a", "0101", "0102")),
      step("oda", true),
      step("chance", false),
      step("oda", true),
    ];
    expect(
      lastRunWorthTelling(steps, "oda", (run) => run.some((one) => one.events.length > 0)).map(({ who }) => who),
    ).toEqual(["mori"]);
    expect(lastRunWorthTelling(steps, "mori", (run) => run.some((one) => one.events.length > 0))).toEqual([]);
  });

  it("has one entry for an order, with the answers of others in it", () => {
    const found = orders([
      step("mori", true),
      step("mori", false, march("shingen", "0101", "0102")),
      step("mori", false, ["attack", { unit: "shingen", hex: "0103" }], ["roll", { dice: [3] }]),
      step("oda", false, ["step_lost", { unit: "nagahide" }]),
      step("mori", true, march("other", "0201", "0104")),
    ]);
    expect(found.map(({ who, role }) => [who, role])).toEqual([
      ["mori", "fight"],
      ["mori", "move"],
    ]);
    expect(found[0]?.title.event.kind).toBe("attack");
    expect(found[0]?.lines.map(({ event }) => event.kind)).toEqual(["marched", "step_lost"]);
    expect(found[0]?.more.map(({ event }) => event.kind)).toEqual(["roll"]);
    expect(found[0]?.fight).toBe(found[0]?.more[0]?.step.ply);
    expect(found[1]?.fight).toBeNull();
  });

  it("names the seats that did nothing in their turn", () => {
    const passed = [step("mori", true, ["checked", {}])];
    const begun = [step("oda", false, ["turn", { turn: 2 }])];
    const told = (steps: readonly Step[]) => idleSeatsIn(steps, groupOrders(steps, ROLES, WORLD));
    expect(told([...passed, ...begun])).toContain("mori");
    expect(told([...passed, step("mori", true, march("a", "0101", "0102")), ...begun])).not.toContain("mori");
    expect(told(passed.map((one) => ({ ...one, events: [] })))).toEqual([]);
  });

  it("leads to the fight, not to the check before it", () => {
    const steps = [
      step("mori", true, ["roll", { dice: [2] }]),
      step("mori", false, ["attack", { unit: "shingen", hex: "0103" }]),
      step("oda", false, ["roll", { dice: [3] }]),
    ];
    expect(orders(steps)[0]?.fight).toBe(steps[2]?.ply);
    expect(
      orders([step("mori", true, ["roll", { dice: [2] }], ["attack", { unit: "shingen", hex: "0103" }])])[0]?.fight,
    ).not.toBeNull();
  });

  it("gives an order to its giver, even if it begins with another's answer", () => {
    const steps = [
      step("oda", true),
      step("oda", false),
      step("mori", false, ["attack", { unit: "shingen", hex: "0103" }]),
      step("mori", true, march("a", "0101", "0102")),
    ];
    const told = steps.slice(2);
    const found = groupOrders(told, ROLES, WORLD, orderGiverAt(steps, told[0]?.ply ?? 0));
    expect(found.map((entry) => entry.kind === "order" && entry.who)).toEqual(["oda", "mori"]);
  });

  it("has turns as headings, and gives their events to nobody", () => {
    const entries = groupOrders(
      [
        step("mori", true, ["checked", {}], ["turn", { turn: 2 }], ["fell", { castle: "kaizu" }]),
        step("oda", false, ["step_lost", {}]),
      ],
      ROLES,
      WORLD,
    );
    expect(
      entries.map((entry) => (entry.kind === "order" ? [entry.who, entry.role, entry.opened] : "heading")),
    ).toEqual([["mori", "minor", true], "heading", [null, "change", false], ["oda", "loss", false]]);
    expect(entries.map(isMinor)).toEqual([true, false, false, false]);
  });

  it("joins marches to one place", () => {
    const found = orders([
      step("mori", true, march("a", "0101", "0102")),
      step("mori", true, march("b", "0201", "0103")),
      step("mori", true, ["checked", {}], march("c", "0104", "0102")),
      step("mori", true, ["fell", { castle: "kaizu" }]),
      step("mori", true, march("d", "0103", "0102")),
    ]);
    expect(found.map(({ routes, lines }) => [routes.length, lines.length])).toEqual([
      [2, 1],
      [1, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  it("makes one route of marches that continue each other", () => {
    const lines = [
      step("mori", true, march("a", "0101", "0102")),
      step("mori", false, march("a", "0102", "0103", "0104")),
    ].flatMap((one) => one.events.map((event) => ({ event, step: one })));
    expect(spotlightOf(lines, WORLD).routes).toEqual([{ path: ["0101", "0102", "0103", "0104"], side: "mori" }]);
  });

  it("takes an event without a role as news", () => {
    expect(orders([step("mori", true, ["strange", {}])])[0]?.role).toBe("news");
  });
});

describe("watching", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("shows one thing after another, and the present when it is skipped", async () => {
    const { Playback } = await import("../../src/council/playback.svelte");
    let pace: "slow" | "fast" | "once" = "fast";
    const play = new Playback(
      () => pace,
      (steps) => steps.some((one) => one.events.length > 0),
    );
    const [first, second, third, fourth] = [1, 2, 3, 4].map((turn) => ({ ...SCENE, turn }) as unknown as Scene) as [
      Scene,
      Scene,
      Scene,
      Scene,
    ];
    play.addFrame(first, []);
    expect([play.isLagging, play.scene(first)]).toEqual([false, first]);
    play.addFrame(second, [step("mori", true, march("a", "0101", "0102"))]);
    play.addFrame(third, [step("mori", true, march("b", "0101", "0102"))]);
    expect([play.isLagging, play.scene(third)]).toEqual([true, second]);
    vi.advanceTimersByTime(900);
    expect(play.scene(third)).toBe(third);
    vi.advanceTimersByTime(900);
    expect(play.isLagging).toBe(false);
    play.addFrame(fourth, [step("mori", true, march("a", "0102", "0103"))]);
    expect(play.isLagging).toBe(true);
    play.showPresent();
    expect([play.isLagging, play.steps.length]).toEqual([false, 1]);
    play.addFrame(first, [step("mori", true, march("a", "0102", "0103"))]);
    play.addFrame(second, [{ ...step("oda", true, march("z", "0102", "0103")), act: "march" }]);
    expect([play.isLagging, play.scene(second)]).toEqual([false, second]);
    pace = "once";
    play.addFrame(third, [step("mori", true, march("a", "0102", "0103"))]);
    expect(play.isLagging).toBe(false);
  });
});
