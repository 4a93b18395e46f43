import { describe, expect, it } from "vitest";
import type { Lettering } from "../../src/board/geometry/mapDrawing";
import type { BoardPlan } from "../../src/board/geometry/boardPlan";
import { castleNames, groundNames } from "../../src/board/geometry/hexLettering";
import type { PlaceScene, Stack } from "../../src/model/types";

const letter = (kind: string, en: string, at: [number, number]): Lettering => ({ kind, en, ja: en, at, hex: null });
/** A map of hexes of one unit: a name belongs to the hex of its whole coordinates. */
function planOf(...letterings: Lettering[]): BoardPlan {
  const placeAt = ([x, y]: readonly [number, number]): string => `${Math.round(x)}-${Math.round(y)}`;
  const spots = new Map(
    Array.from({ length: 9 }, (_, i) => [`${i % 3}-${Math.floor(i / 3)}`, { stacks: [i % 3, Math.floor(i / 3)] }]),
  );
  return { drawing: { letterings }, placeAt, spots } as unknown as BoardPlan;
}
const empty: PlaceScene = { owner: null, side: null, stacks: [], marks: [] };
const held: PlaceScene = { ...empty, stacks: [{ clan: "uesugi", pieces: [] } as Stack] };
const scale = { k: 60, counter: 42 };

describe("names of the ground", () => {
  it("stay where the map has them if nothing is in their way", () => {
    expect(groundNames(planOf(letter("place", "Zenkoji", [1, 1])), {}, "en", scale)).toEqual([
      { text: "Zenkoji", x: 1, y: 1.2 },
    ]);
  });

  it("move aside for castles, their names and counters", () => {
    for (const [plan, places] of [
      [planOf(letter("castle", "Kaizu", [1, 1]), letter("place", "Zenkoji", [1, 1.2])), { "1-1": empty }],
      [planOf(letter("place", "Zenkoji", [1, 1])), { "1-1": held }],
    ] as const) {
      const [moved] = groundNames(plan, places, "en", scale);
      expect(moved).not.toMatchObject({ x: 1, y: 1.2 });
    }
  });

  it("are left out if there is no room, and never overlap", () => {
    const crowd = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i % 3}-${Math.floor(i / 3)}`, held]));
    const near = { k: 60, counter: 64 };
    expect(groundNames(planOf(letter("place", "Kawanakajima", [1, 1])), crowd, "en", near)).toEqual([]);
    const [one, two] = groundNames(
      planOf(letter("place", "Zenkoji", [1, 1]), letter("place", "Yoshida", [1, 1])),
      {},
      "en",
      scale,
    );
    expect(Math.abs((one?.y ?? 0) - (two?.y ?? 0)) * 60).toBeGreaterThan(14);
  });
});

describe("names of castles", () => {
  const capital = planOf(letter("place", "Kyoto", [1, 1]), letter("castle", "Sakamoto", [2, 1]));
  const flag = { glyph: "capital", side: "hashiba" };

  it("include a place with marks, although it has no owner", () => {
    const places = {
      "1-1": { ...empty, marks: [flag] },
      "2-1": { ...empty, marks: [{ glyph: "durability", value: 3 }] },
    };
    expect(castleNames(capital, places, "en", scale).map(({ text, marks }) => [text, marks])).toEqual([
      ["Kyoto", [flag]],
      ["Sakamoto", []],
    ]);
    expect(groundNames(capital, places, "en", scale)).toEqual([]);
  });

  it("leave all other places to the names of the ground", () => {
    expect(castleNames(capital, { "1-1": empty }, "en", scale).map(({ text }) => text)).toEqual(["Sakamoto"]);
    expect(groundNames(capital, { "1-1": empty }, "en", scale).map(({ text }) => text)).toEqual(["Kyoto"]);
  });
});
