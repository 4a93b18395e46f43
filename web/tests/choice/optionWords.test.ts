import { describe, expect, it } from "vitest";
import {
  describeOption,
  sortOptions,
  describeQuestion,
  describeThing,
  placesOfOptions,
} from "../../src/choice/optionWords";
import { Texts } from "../../src/model/texts";
import type { Option, PlaceScene, Stack } from "../../src/model/types";

const SECTIONS = { verb: { to: "Go to {hex}", halt: "Stay" }, castle: { kaizu: "Kaizu" }, area: { mino: "Mino" } };
const texts = new Texts("en", SECTIONS, { to: ["hex"], halt: [] });
const castle: PlaceScene = {
  owner: null,
  side: null,
  stacks: [],
  marks: [{ glyph: "invested" }, { glyph: "castle", name: ["castle", "kaizu"] }],
};
const scene = { places: { "0514": castle, mino: castle } };
const to = (hex: string, cost?: number): Option => ({
  text: `to ${hex}`,
  lights: [`hex:${hex}`],
  ...(cost === undefined ? {} : { cost }),
});

describe("options in words", () => {
  it("name what stands in a place that has only a number", () => {
    expect(describeOption(to("0514"), scene, texts)).toBe("Go to 0514 Kaizu");
    expect(describeOption(to("0515"), scene, texts)).toBe("Go to 0515");
    expect(describeThing("hex:0514", scene, texts)).toBe("0514 Kaizu");
    expect(describeThing("area:mino", scene, texts)).toBe("Mino");
    const capital: PlaceScene = {
      owner: null,
      side: null,
      stacks: [],
      marks: [{ glyph: "capital" }],
      name: ["castle", "kaizu"],
    };
    expect(describeOption(to("3521"), { places: { "3521": capital } }, texts)).toBe("Go to 3521 Kaizu");
  });
});

describe("a question in words", () => {
  it("names what stands in the place it is about", () => {
    const asking = new Texts("en", { ...SECTIONS, decision: { action: "In {hex}: what now?" } });
    const decision = { who: "uesugi", name: "action", clause: "", data: { hex: "0514" } };
    expect(describeQuestion(decision, { domain: "hex" }, scene, asking)).toBe("In 0514 Kaizu: what now?");
  });
});

describe("the places of things that may be chosen", () => {
  const act = (unit: string): Option => ({ text: `act ${unit}`, lights: [`unit:${unit}`] });
  const stack = (...units: string[]): Stack => ({
    clan: "",
    pieces: units.map((unit) => ({
      thing: `unit:${unit}`,
      kind: "unit",
      clan: "",
      name: ["unit", unit],
      count: 1,
      state: "",
      values: [],
      marks: [],
    })),
  });
  const places = {
    "0514": { ...castle, stacks: [stack("kosaka", "obata")] },
    "0505": { ...castle, marks: [], stacks: [stack("naoe")] },
  };
  const said = (...options: Option[]): string[] => [
    ...placesOfOptions(options, { domain: "hex" }, { places }, texts).values(),
  ];

  it("are named if there are several", () => {
    expect(said(act("kosaka"), act("naoe"), to("0514"))).toEqual(["0514 Kaizu", "0505"]);
    expect(said(act("kosaka"), act("obata"))).toEqual([]);
  });
});

describe("the order of options", () => {
  it("has castles first, then what is near, and leaves options without a cost as they were", () => {
    const enter: Option = { text: "enter", lights: ["button:enter"], cost: 1 };
    const halt: Option = { text: "halt", lights: ["button:halt"] };
    const found = sortOptions([to("0101", 3), enter, to("0102", 1), to("0514", 6), halt, to("0103", 3)], scene, texts);
    expect(found.map(({ text }) => text)).toEqual(["to 0514", "to 0102", "to 0101", "to 0103", "enter", "halt"]);
  });

  it("is the game's own if nothing has a cost", () => {
    const given = [to("0515"), to("0514"), to("0101")];
    expect(sortOptions(given, scene, texts)).toEqual(given);
  });
});
