import { describe, expect, it } from "vitest";
import { isPieceLit, clickedThing } from "../../src/board/pointing/clickedThing";
import {
  COUNTER_SIZE,
  fanStacks,
  foldStacks,
  mergeByClan,
  pileStacks,
  layOnPlate,
} from "../../src/board/pieces/stackLayout";
import type { Piece, Stack } from "../../src/model/types";

const general = (id: string, clan = "oda"): Piece => ({
  thing: `general:${id}`,
  kind: "general",
  clan,
  name: ["general", id],
  count: 1,
  state: "ready",
  values: [],
  marks: [],
});
const army = (clan: string, count: number, state = "ready"): Piece => ({
  thing: `clan:${clan}`,
  kind: "army",
  clan,
  name: ["clan", clan],
  count,
  state,
  values: [],
  marks: [],
});
const stack = (clan: string, ...pieces: Piece[]): Stack => ({ clan, pieces });
const big = [
  stack("oda", general("a"), general("b"), general("c"), army("oda", 5)),
  stack("takeda", general("x", "takeda"), army("takeda", 2, "spent")),
];

describe("stacks on a hex", () => {
  it("lie in one row: a commander on top of one piece of the force, or the commanders of several forces", () => {
    const alone = pileStacks(big.slice(0, 1));
    expect(alone.laid.map(({ piece }) => piece.thing)).toEqual(["clan:oda", "general:a"]);
    expect(alone.hidden).toMatchObject([{ count: 2 }]);
    const several = pileStacks(big);
    expect(several.laid.map(({ piece }) => piece.thing)).toEqual(["general:a", "general:x"]);
    expect(several.hidden).toMatchObject([{ count: 4 }]);
    expect(several.height).toBe(COUNTER_SIZE);
    expect(new Set(several.laid.map(({ y }) => y)).size).toBe(1);
  });

  it("keep their keys when fanned out, and show three forces at most", () => {
    const four = ["a", "b", "c", "d"].map((id) => stack("oda", general(id)));
    const { laid, hidden, width } = pileStacks(four);
    const open = new Map(fanStacks(four).laid.map(({ key, piece }) => [key, piece]));
    expect(laid.map(({ key, piece }) => open.get(key) === piece)).toEqual([true, true, true]);
    expect(hidden).toMatchObject([{ count: 1 }]);
    expect(width).toBeLessThan(2 * COUNTER_SIZE);
    expect(pileStacks([]).laid).toEqual([]);
  });
});

describe("stacks", () => {
  it("overlap, but each counter keeps a strip in sight", () => {
    const { laid, hidden } = foldStacks(big.slice(0, 1), 400);
    expect(hidden).toHaveLength(0);
    const lefts = laid.map(({ x }) => x);
    lefts.slice(1).forEach((x, i) => expect(x - (lefts[i] as number)).toBeGreaterThanOrEqual(18));
  });

  it("of two clans lie side by side without covering each other", () => {
    const { laid } = foldStacks(big, 1000);
    const oda = laid.filter(({ piece }) => piece.clan === "oda").map(({ x }) => x + COUNTER_SIZE);
    const takeda = laid.filter(({ piece }) => piece.clan === "takeda").map(({ x }) => x);
    expect(Math.min(...takeda)).toBeGreaterThan(Math.max(...oda));
  });

  it("use several rows before counters go out of sight, and then show how many do", () => {
    const rows = foldStacks(big, 110);
    expect(rows.hidden).toHaveLength(0);
    expect(new Set(rows.laid.map(({ y }) => y)).size).toBe(2);
    const tight = foldStacks(big, 60);
    const shown = tight.laid.length + tight.hidden.reduce((sum, { count }) => sum + count, 0);
    expect(shown).toBe(6);
    expect(tight.hidden.length).toBeGreaterThan(0);
    expect(tight.width).toBeLessThanOrEqual(60);
  });

  it("keep commander and armies in sight longest", () => {
    const [first, last] = foldStacks(big.slice(0, 1), 60).laid.map(({ piece }) => piece.name[1]);
    expect([first, last]).toEqual(["a", "oda"]);
  });

  it("show every counter whole when fanned out, under the same keys", () => {
    const { laid } = fanStacks(big);
    expect(laid).toHaveLength(6);
    for (const a of laid)
      for (const b of laid)
        if (a !== b) expect(Math.abs(a.x - b.x) >= COUNTER_SIZE || Math.abs(a.y - b.y) >= COUNTER_SIZE).toBe(true);
    expect(new Set(laid.map(({ key }) => key)).size).toBe(6);
    expect(
      foldStacks(big, 1000)
        .laid.map(({ key }) => key)
        .sort(),
    ).toEqual(laid.map(({ key }) => key).sort());
  });
});

describe("what a click on a counter means", () => {
  const here = "area:mino";
  const lit = (...things: string[]): Map<string, number> => new Map(things.map((thing) => [thing, 1]));

  it("is the general, unless only the place may be chosen", () => {
    expect(clickedThing(general("a"), here, lit("general:a", here), "area")).toBe("general:a");
    expect(clickedThing(general("a"), here, lit(here), "area")).toBe(here);
    expect(clickedThing(general("a"), here, lit(), "area")).toBe("general:a");
  });

  it("is the place for armies if places may be chosen, else their clan", () => {
    expect(clickedThing(army("oda", 2), here, lit("clan:oda", here), "area")).toBe(here);
    expect(clickedThing(army("oda", 2), here, lit("clan:oda"), "area")).toBe("clan:oda");
    expect(clickedThing(army("oda", 2), here, lit("clan:oda", "area:owari"), "area")).toBe(here);
  });

  it("agrees with the counters that are lit", () => {
    expect(isPieceLit(army("oda", 2), here, lit("clan:oda", here), "area")).toBe(true);
    expect(isPieceLit(army("oda", 2), here, lit("clan:oda", "area:owari"), "area")).toBe(false);
    expect(isPieceLit(army("oda", 2), here, lit("clan:oda"), "area")).toBe(true);
    expect(isPieceLit(general("a"), here, lit("general:b"), "area")).toBe(false);
  });
});

describe("from far away", () => {
  it("all counters of a clan are one, with their number", () => {
    const forces = [
      stack("oda", general("a"), army("oda", 5)),
      stack("oda", general("b")),
      stack("takeda", general("x", "takeda")),
    ];
    const far = mergeByClan(forces);
    expect(far.map(({ clan, pieces }) => [clan, pieces.length, pieces[0]?.count])).toEqual([
      ["oda", 1, 7],
      ["takeda", 1, 1],
    ]);
    expect(far[0]?.pieces[0]?.thing).toBeUndefined();
    expect(far[1]?.pieces[0]?.thing).toBe("general:x");
  });
});

describe("ships", () => {
  const ship = (id: string, clan = "mori"): Stack => ({
    clan,
    afloat: true,
    pieces: [{ ...general(id, clan), thing: `ship:${id}`, kind: "ship" }],
  });

  it("are seen on a hex with any number of forces", () => {
    const port = [..."abcd"].map((id) => stack("oda", general(id)));
    expect(pileStacks([...port, ship("s")]).laid.map(({ piece }) => piece.thing)).toEqual([
      "general:a",
      "general:b",
      "ship:s",
    ]);
  });

  it("are not counted among the land units of their clan from far away", () => {
    const [land, sea] = mergeByClan([stack("mori", general("a", "mori"), general("b", "mori")), ship("s"), ship("t")]);
    expect(land?.pieces).toMatchObject([{ kind: "army", count: 2 }]);
    expect(sea?.pieces).toMatchObject([{ kind: "ship", count: 2 }]);
  });

  it("all lie in sight on a plate, as large as there is room for", () => {
    const fleet = [..."abcdef"].map((id) => ship(id));
    const roomy = layOnPlate(fleet, [240, 100], 40);
    expect(roomy.pixels).toBe(40);
    expect(roomy.layout.laid).toHaveLength(6);
    const small = layOnPlate(fleet, [80, 60], 40);
    expect(small.layout.laid).toHaveLength(6);
    expect(small.pixels).toBeLessThan(40);
    expect(small.layout.width * (small.pixels / COUNTER_SIZE)).toBeLessThanOrEqual(80);
    expect(small.layout.height * (small.pixels / COUNTER_SIZE)).toBeLessThanOrEqual(60);
    expect(layOnPlate(fleet, [24, 20], 40).layout.laid).toMatchObject([{ piece: { count: 6 } }]);
  });
});
