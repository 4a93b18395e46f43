import { describe, expect, it } from "vitest";
import { litBesideMap, isPieceLit, clickedThing } from "../../src/board/pointing/clickedThing";
import type { Piece } from "../../src/model/types";

const army = { thing: "clan:oda", clan: "oda", kind: "army" } as unknown as Piece;
const general = { thing: "general:oda_nobunaga", clan: "oda" } as unknown as Piece;
const lit = (...things: string[]): Map<string, number> => new Map(things.map((thing) => [thing, 1]));

describe("armies that share their clan's name", () => {
  it("are lit everywhere if no place is named", () => {
    expect(isPieceLit(army, "area:mino", lit("clan:oda"), "area")).toBe(true);
    expect(litBesideMap(lit("clan:oda"), "area")).toEqual(lit("clan:oda"));
  });
  it("are lit only in places that may be chosen, and not beside the map", () => {
    const both = lit("clan:oda", "area:mino");
    expect(isPieceLit(army, "area:mino", both, "area")).toBe(true);
    expect(isPieceLit(army, "area:owari", both, "area")).toBe(false);
    expect(litBesideMap(both, "area")).toEqual(lit("area:mino"));
  });
  it("are lit only in the place that the question is about", () => {
    expect(isPieceLit(army, "area:mino", lit("clan:oda"), "area", "area:mino")).toBe(true);
    expect(isPieceLit(army, "area:owari", lit("clan:oda"), "area", "area:mino")).toBe(false);
    expect(clickedThing(army, "area:owari", lit("clan:oda"), "area", "area:mino")).toBe("area:owari");
    expect(litBesideMap(lit("clan:oda", "card:ambush"), "area", "area:mino")).toEqual(lit("card:ambush"));
  });
});

it("a general is lit by name, in any place", () => {
  expect(isPieceLit(general, "area:owari", lit("general:oda_nobunaga"), "area", "area:mino")).toBe(true);
});
