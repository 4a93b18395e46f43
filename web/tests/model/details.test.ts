import { describe, expect, it } from "vitest";
import { detailsOf, overlayForceOf, gaugeShare, subjectOf } from "../../src/model/details";
import type { Board, Decision, Piece, Scene } from "../../src/model/types";

const piece = (name: string): Piece => ({
  thing: `unit:${name}`,
  kind: "unit",
  clan: "a",
  name: ["unit", name],
  count: 1,
  state: "ready",
  values: [],
  marks: [],
});
const facts = [{ text: "strength", value: 5 }];
const scene = {
  places: {
    "0101": { owner: "a", side: "a", marks: [{ glyph: "castle", name: ["castle", "keep"] }], facts, stacks: [] },
    "0102": {
      owner: null,
      side: null,
      marks: [],
      stacks: [{ clan: "a", force: "unit:chief", boxes: 2, facts, pieces: [piece("chief"), piece("led")] }],
    },
    "0103": { owner: null, side: null, marks: [], stacks: [{ clan: "a", pieces: [piece("plain")] }] },
  },
} as unknown as Scene;
const board = { kind: "hexes", domain: "hex" } as Board;
const asks = (data: Record<string, unknown>): Decision => ({ who: "a", name: "q", clause: "1", data });

describe("the details of a thing", () => {
  it("are those of the force that a piece is in, or of a whole place", () => {
    expect(detailsOf(scene, board, "unit:led")?.force?.force).toBe("unit:chief");
    expect(detailsOf(scene, board, "hex:0102")).toMatchObject({ place: "0102", force: null });
    expect(detailsOf(scene, board, "hex:0101")).not.toBeNull();
  });

  it("are null if the scene has none", () => {
    for (const thing of ["unit:plain", "hex:0103", "hex:9999", "unit:nobody", "button:pass"])
      expect(detailsOf(scene, board, thing)).toBeNull();
  });

  it("begin with what the question is about", () => {
    expect(subjectOf(scene, board, asks({ unit: "led", castle: "keep" }))).toBe("hex:0101");
    expect(subjectOf(scene, board, asks({ hex: "0101", unit: "led" }))).toBe("unit:led");
    expect(subjectOf(scene, board, asks({ hex: "0102", count: 3 }))).toBe("hex:0102");
    expect(subjectOf(scene, board, asks({ unit: "plain" }))).toBeNull();
    expect(subjectOf(scene, board, null)).toBeNull();
  });

  it("name the force whose reach is meant", () => {
    expect(overlayForceOf(detailsOf(scene, board, "unit:led"))).toBe("unit:chief");
    expect(overlayForceOf(detailsOf(scene, board, "hex:0102"))).toBe("unit:chief");
    expect(overlayForceOf(detailsOf(scene, board, "hex:0101"))).toBeUndefined();
  });
});

describe("a gauge", () => {
  it("is full at a limit, or with no loss", () => {
    expect(gaugeShare({ text: "durability", value: 6, of: 10 })).toBe(0.6);
    expect(gaugeShare({ text: "morale", value: 0, least: -4 })).toBe(1);
    expect(gaugeShare({ text: "morale", value: -3, least: -4 })).toBe(0.25);
    expect(gaugeShare({ text: "level", value: 2 })).toBeNull();
    expect(gaugeShare({ text: "track", value: 0, of: 0 })).toBeNull();
  });
});

describe("a place that is no hex", () => {
  const sea = {
    ...board,
    spots: [{ id: "bay", domain: "area", name: ["area", "bay"], kind: "sea", at: [1, 1], size: [2, 2] }],
  } as unknown as Board;
  const fleet = {
    places: {
      bay: {
        owner: null,
        side: null,
        marks: [],
        stacks: [
          { clan: "a", force: "ship:one", afloat: true, facts, pieces: [{ ...piece("one"), thing: "ship:one" }] },
        ],
      },
    },
  } as unknown as Scene;

  it("has details by its own kind of thing", () => {
    expect(detailsOf(fleet, sea, "area:bay")).toMatchObject({ place: "bay", force: null });
    expect(detailsOf(fleet, sea, "hex:bay")).toBeNull();
    expect(detailsOf(fleet, sea, "ship:one")?.force?.force).toBe("ship:one");
  });
});
