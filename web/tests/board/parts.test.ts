import { describe, expect, it } from "vitest";
import { bannerOf } from "../../src/board/livery/banners";
import { inkPicture } from "../../src/board/offMap/inkPictures";
import { contrast, inkOn, mapInk, patternInk } from "../../src/board/livery/colours";
import { pipsOf, readRoll } from "../../src/board/offMap/rollData";
import { readDrawing } from "../../src/board/geometry/mapDrawing";
import { movesOf } from "../../src/board/pieces/counterMoves";
import { patternOf } from "../../src/board/livery/patterns";
import type { Step } from "../../src/model/types";

describe("moves", () => {
  const places = new Set(["mino", "owari", "ise"]);
  const things = new Set(["general:oda_nobunaga"]);
  const read = (...events: Record<string, unknown>[]) => {
    const step: Step = { ply: 1, who: "oda", events: events.map((data) => ({ kind: "any", data, clauses: [] })) };
    return movesOf(
      [step],
      (id) => places.has(id),
      (thing) => things.has(thing),
    );
  };

  it("are read from every event with places it came from and went to", () => {
    expect(read({ clan: "oda", from_area: "mino", to_area: "owari", armies: 3, generals: ["oda_nobunaga"] })).toEqual([
      { path: ["mino", "owari"], clan: "oda", things: ["general:oda_nobunaga"], count: 3 },
    ]);
    expect(read({ general: "oda_nobunaga", from_area: "mino", area: "ise" })[0]?.path).toEqual(["mino", "ise"]);
    expect(read({ clan: "oda", way_area: ["mino", "owari", "ise"] })[0]?.path).toEqual(["mino", "owari", "ise"]);
  });

  it("are joined if one continues where the last ended", () => {
    const moves = read(
      { clan: "oda", from_area: "mino", to_area: "owari" },
      { clan: "oda", from_area: "owari", to_area: "ise" },
    );
    expect(moves.map(({ path }) => path)).toEqual([["mino", "owari", "ise"]]);
  });

  it("are empty for events without them", () => {
    expect(
      read({ area: "mino" }, { from_area: "off_map", area: "mino" }, { from_area: "mino", to_area: "mino" }, {}),
    ).toEqual([]);
  });
});

describe("rolls", () => {
  it("are read with their sum", () => {
    const parts = [
      { text: "a", data: {}, value: 3, clause: "x:1" },
      { text: "b", data: {}, value: -1, clause: "x:2" },
    ];
    expect(readRoll({ dice: [1, 6], at_most: 2, hits: 1, parts })).toEqual({
      dice: [1, 6],
      atMost: 2,
      hits: 1,
      parts,
      sum: 2,
      die: null,
    });
    expect(readRoll({ dice: 4 }).dice).toEqual([4]);
    expect(readRoll({})).toEqual({ dice: [], atMost: null, hits: null, parts: [], sum: null, die: null });
    expect(
      readRoll({ dice: [3], value: -1, total: 2, parts: [{ text: "level", data: {}, value: -1, clause: "" }] }),
    ).toMatchObject({ sum: 2, die: 3 });
  });
  it("have as many pips as the face, and none for other numbers", () => {
    for (const face of [1, 2, 3, 4, 5, 6]) expect(pipsOf(face)).toHaveLength(face);
    expect(pipsOf(8)).toHaveLength(0);
  });
});

describe("colours", () => {
  it("have legible text on them, and patterns that differ from their ground", () => {
    for (const colour of [
      "#9fcf8f",
      "#8b5a2b",
      "#4b1f6f",
      "#1f2f6b",
      "#8fa9c4",
      "#2e6b3a",
      "#9a5fc0",
      "#8c8c8c",
      "#8b1a1a",
      "#d2b48c",
      "#f7f5ef",
    ]) {
      expect(contrast(inkOn(colour), colour), colour).toBeGreaterThanOrEqual(4.5);
      expect(contrast(patternInk(colour), colour), colour).toBeGreaterThan(1.5);
      expect(mapInk(colour)).toMatch(/^#[0-9a-f]{6}$/);
    }
  });
  it("have a pattern for every name, known or not", () => {
    expect(patternOf("plain").lines + patternOf("plain").dots).toBe("");
    expect(patternOf("seigaiha").lines + patternOf("seigaiha").dots).not.toBe("");
    expect(patternOf("seigaiha")).toBe(patternOf("seigaiha"));
  });
});

describe("banners", () => {
  const [red, blue] = [
    { colour: "#b3362b", pattern: "plain" },
    { colour: "#9fd0ea", pattern: "dots" },
  ];
  const now = { sides: { uesugi: blue, takeda: red, neutral: red }, serves: { sano: "uesugi", obata: "takeda" } };
  it("show the seat that commands a clan, by colour and by shape", () => {
    const [sano, obata] = [bannerOf(now, "sano"), bannerOf(now, "obata")];
    expect([sano?.side, sano?.colour]).toEqual(["uesugi", blue.colour]);
    expect(obata?.mark).not.toBe(sano?.mark);
  });
  it("are missing for clans without a commander", () => {
    expect(bannerOf(now, "koga")).toBeNull();
  });
});

describe("ink pictures", () => {
  it("are the same for the same card, and drawn with numbers only", () => {
    const paths = (id: string): string =>
      inkPicture(id)
        .map((part) => part.path)
        .join("");
    expect(paths("card:a")).toBe(paths("card:a"));
    expect(new Set(["card:a", "card:b", "card:c", "card:d"].map(paths)).size).toBe(4);
    for (const id of "abcdefghijklmnop") expect(paths(id)).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe("a drawing", () => {
  it("is null for anything else", () => {
    for (const bad of [null, 7, [], {}, { size: ["a", 1] }]) expect(readDrawing(bad)).toBeNull();
  });
  it("leaves out parts that are invalid", () => {
    const areas = {
      good: {
        outline: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        ],
        label: [0, 0],
      },
      bad: { outline: "x", label: [0, 0] },
    };
    const drawing = readDrawing({
      size: [100, 70],
      areas,
      relief: { file: "../secret", box: [0, 0, 1, 1] },
      land: [["a"]],
    });
    expect([...(drawing?.areas.keys() ?? [])]).toEqual(["good"]);
    expect(drawing?.relief).toBeNull();
    expect(drawing?.land).toEqual([]);
  });
});
