import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { planOf } from "../../src/board/geometry/boardPlan";
import { paintHexes, sidesOf } from "../../src/board/ground/hexTerrain";
import type { Board, Place } from "../../src/model/types";
import {
  cleanProvince,
  addCorrections,
  applyCorrections,
  NO_CORRECTIONS,
  PrintedMap,
  hexesTouched,
  undoHex,
  undoSide,
  type Corrections,
} from "../../src/maps/corrections";
import { BadFile, hexesCsv, sidesCsv, parseCorrections } from "../../src/maps/correctionCsv";

const GAMES = new URL("../../../src/gunki/games/", import.meta.url);
const rows = (path: string): string[][] =>
  readFileSync(new URL(path, GAMES), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
const places = rows("kanto/map/hexes.csv").map(([id = "", terrain = "", province = ""]): Place => ({
  id,
  terrain,
  province,
  name: ["hex", id],
  at: [Number(id.slice(0, 2)), Number(id.slice(2))],
  near: [],
  marks: [],
}));
const sides = rows("kanto/map/sides.csv").map(([a, b, kind, , crossing]) => ({ a, b, kind, crossing }));
const drawing = JSON.parse(readFileSync(new URL("kanto/map/drawing.json", GAMES), "utf8")) as Record<string, unknown>;
const board = { kind: "hexes", domain: "hex", places, clans: {}, drawing, shifted: "even", sides } as Board;
const printed = new PrintedMap(board);

const hexes = (...given: [string, string, string][]): Partial<Corrections> => ({
  hexes: new Map(given.map(([id, terrain, province]) => [id, { terrain, province }])),
});
const side = (pair: string, kind: string, crossing = ""): Partial<Corrections> => ({
  sides: new Map([[pair, { kind, crossing }]]),
});
const problem = (text: string): Pick<BadFile, "why" | "line" | "field"> => {
  try {
    parseCorrections(printed, text);
  } catch (error) {
    if (error instanceof BadFile) return { why: error.why, line: error.line, field: error.field };
    throw error;
  }
  throw new Error("was taken");
};

describe("the printed map", () => {
  it("knows its hexes, its sides and the values that occur", () => {
    expect(printed.hex("0707")).toEqual({ terrain: "foothills", province: "Echigo" });
    expect(printed.hex("9999")).toBeUndefined();
    expect(printed.side("0116-0216")).toEqual({ kind: "river", crossing: "" });
    expect(printed.terrains).toEqual(["flat", "foothills", "lake", "marsh", "mountain", "rough", "sea"]);
    expect(printed.provinces).toContain("Kai");
    expect(printed.provinces).not.toContain("");
  });

  it("has the six neighbours clockwise, and null beyond the edge", () => {
    expect(printed.around("0707")).toEqual(["0706", "0806", "0807", "0708", "0607", "0606"]);
    expect(printed.around("0101")).toEqual([null, null, "0201", "0102", null, null]);
  });

  it("has every side of the files between neighbours", () => {
    for (const { a = "", b = "" } of sides) expect(printed.around(a), `${a} ${b}`).toContain(b);
  });
});

describe("corrections", () => {
  const changed = addCorrections(
    printed,
    addCorrections(printed, NO_CORRECTIONS, hexes(["0707", "mountain", "Shinano"])),
    side("0116-0216", ""),
  );

  it("hold only what differs from the printed map", () => {
    expect([...changed.hexes.keys(), ...changed.sides.keys()]).toEqual(["0707", "0116-0216"]);
    expect(addCorrections(printed, changed, hexes(["0707", "foothills", "Echigo"])).hexes.size).toBe(0);
    expect(addCorrections(printed, changed, side("0116-0216", "river")).sides.size).toBe(0);
    expect([...hexesTouched(changed)]).toEqual(["0707", "0116", "0216"]);
  });

  it("are undone one by one", () => {
    expect(undoHex(changed, "0707")).toEqual({ hexes: new Map(), sides: changed.sides });
    expect(undoSide(changed, "0116-0216")).toEqual({ hexes: changed.hexes, sides: new Map() });
  });

  it("show on the board, and leave the given board unchanged", () => {
    const now = applyCorrections(board, changed);
    expect(now.places.find(({ id }) => id === "0707")).toMatchObject({
      terrain: "mountain",
      province: "Shinano",
      at: [7, 7],
    });
    expect(sidesOf(now)).toHaveLength(sides.length - 1);
    expect(planOf(now).drawing?.rivers).toEqual([]);
    expect(planOf(now).drawing?.borders).toEqual([]);
    expect(paintHexes(now, planOf(now)).rivers.length).toBeGreaterThan(0);
    expect(new PrintedMap(board).hex("0707")?.terrain).toBe("foothills");
    expect(planOf(applyCorrections(board, NO_CORRECTIONS)).drawing?.rivers.length).toBeGreaterThan(0);
  });

  it("clean what is typed as a province", () => {
    expect(cleanProvince("  Kai\u3000no\u200b kuni\n")).toBe("Kai no kuni");
    expect([...cleanProvince("国".repeat(200))]).toHaveLength(100);
  });
});

describe("files", () => {
  const all = addCorrections(
    printed,
    addCorrections(printed, NO_CORRECTIONS, hexes(["1010", "marsh", 'A, "B"'], ["0707", "lake", ""])),
    {
      sides: new Map([
        ["0707-0708", { kind: "river", crossing: "ford" }],
        ["0116-0216", { kind: "", crossing: "" }],
      ]),
    },
  );

  it("hold only the lines that differ, in order", () => {
    expect(hexesCsv(all)).toBe('hex,terrain,province\n0707,lake,\n1010,marsh,"A, ""B"""\n');
    expect(sidesCsv(all)).toBe("a,b,kind,crossing\n0116,0216,,\n0707,0708,river,ford\n");
  });

  it("are read as they were saved", () => {
    const back = [hexesCsv(all), sidesCsv(all)].reduce(
      (before, text) => addCorrections(printed, before, parseCorrections(printed, text)),
      NO_CORRECTIONS,
    );
    expect(back).toEqual(all);
  });

  it("may come from a spreadsheet, with other columns, or with fewer", () => {
    const sheet = parseCorrections(
      printed,
      "\uFEFFhex,terrain,province,snow,height,provenance\r\n0707,rough,Kai,1,300,override\r\n\r\n",
    );
    expect([...(sheet.hexes ?? [])]).toEqual([["0707", { terrain: "rough", province: "Kai" }]]);
    expect(sheet.left).toEqual(["snow", "height"]);
    expect([...(parseCorrections(printed, "hex,terrain\n0707,flat").hexes ?? [])]).toEqual([
      ["0707", { terrain: "flat", province: "Echigo" }],
    ]);
    expect([...(parseCorrections(printed, "b,a,kind\n0707,0708,water\n").sides ?? [])]).toEqual([
      ["0707-0708", { kind: "water", crossing: "" }],
    ]);
    expect([...(parseCorrections(printed, "hex,province\n0707,").hexes ?? [])]).toEqual([
      ["0707", { terrain: "foothills", province: "" }],
    ]);
  });

  it.each([
    ["", "kind", 1, ""],
    ["hello", "kind", 1, ""],
    ["hex,hex\n0707,0707", "kind", 1, ""],
    ["hex,colour\n0707,red", "kind", 1, ""],
    ["a,b\n0707,0708", "kind", 1, ""],
    ["x".repeat(1_000_001), "kind", 1, ""],
    ["hex,terrain\n0707", "fields", 2, ""],
    ['hex,terrain\n0707,"flat', "fields", 2, ""],
    ["hex,terrain\n0707,flat\n9999,flat", "value", 3, "hex"],
    ["hex,terrain\n0707,lava", "value", 2, "terrain"],
    ["hex,province\n0707, Kai", "value", 2, "province"],
    ["a,b,kind\n9999,0708,river", "value", 2, "a"],
    ["a,b,kind\n0707,0709,river", "value", 2, "b"],
    ["a,b,kind\n0707,0708,wall", "value", 2, "kind"],
    ["a,b,kind,crossing\n0707,0708,water,ford", "value", 2, "crossing"],
    ["a,b,kind,crossing\n0707,0708,river,ferry", "value", 2, "crossing"],
  ])("name what cannot be: %.40j", (text, why, line, field) => {
    expect(problem(text)).toEqual({ why, line, field });
  });
});
