import { describe, expect, it } from "vitest";
import { clauseNumber, splitThing, printedNumber, searchable, withSign, Texts, withMinus } from "../../src/model/texts";
import type { Sections } from "../../src/model/types";

const EN: Sections = {
  area: { mino: "Mino", owari: "Owari", none: "nobody" },
  clan: { oda: "Oda" },
  seat: { oda: "Oda" },
  power: { neutral: "Neutral" },
  general: { shibata_katsuie: "Shibata Katsuie" },
  short: { shibata_katsuie: "Shibata" },
  verb: {
    march: "March with {clan} from {area}",
    to: "March to {area}",
    to_via: "March to {area} by way of {via_areas}",
    with: "Armies: {number}",
    transfer: "From {area} to {other_area}",
    sail: "Sail to {area}",
  },
  event: {
    marched: "{clan} marched from {from_area} to {to_area}: {generals}",
    roll: "Dice: {dice}",
    roll_attack: "{clan} attack: {dice}",
    braces: "{{{count}}}",
    drawn: "Event: {random_event}",
    sailed: "sails",
    sailed_no_hex: "sails to {area}",
    sailed_no_area: "puts in at {hex}",
  },
  decision: { march: "Who marches?", roll: "Dice: {count}", roll_attack: "Attack dice: {count}" },
  bar: { leave_one: "One unit must stay behind in {area}" },
  reason: { key_areas: "{seat} held the key areas." },
  random_event: { storm: "Storm" },
};
const VERBS = {
  march: ["clan", "area"],
  to: ["area", "area*"],
  with: ["number"],
  transfer: ["area", "area"],
  sail: ["area", "area*"],
};
const en = new Texts("en", EN, VERBS);
const ja = new Texts("ja", { ...EN, area: { mino: "美濃", owari: "尾張" } }, VERBS);

describe("texts", () => {
  it("translates names by the last word of their key, in singular and plural", () => {
    const data = { clan: "oda", from_area: "mino", to_area: "owari", generals: ["shibata_katsuie", "mystery"] };
    expect(en.sayEvent({ kind: "marched", data, clauses: [] })).toBe(
      "Oda marched from Mino to Owari: Shibata Katsuie, mystery",
    );
  });

  it("joins lists as the language does, and shows an empty one as a dash", () => {
    expect(ja.translate("areas", ["mino", "owari"])).toBe("美濃、尾張");
    expect(en.translate("areas", [])).toBe("–");
  });

  it("writes negative numbers with a minus sign, and leaves hyphens alone", () => {
    expect(en.translate("value", -2)).toBe("−2");
    expect([withMinus("≤-2"), withMinus("3, -1"), withMinus("15-2-1(3)-2"), withMinus("QR-1")]).toEqual([
      "≤−2",
      "3, −1",
      "15-2-1(3)-2",
      "QR-1",
    ]);
    expect([withSign(2), withSign(0), withSign(-3)]).toEqual(["+2", "0", "−3"]);
  });

  it("marks a gap without data, and turns doubled braces into single ones", () => {
    expect(en.fill("bar", "leave_one")).toBe("One unit must stay behind in ?");
    expect(en.fill("event", "braces", { count: 3 })).toBe("{3}");
  });

  it("never takes a property of every object for a text", () => {
    expect(en.has("area", "constructor")).toBe(false);
    expect(en.name("area", "toString")).toBe("toString");
    expect(en.fill("bar", "leave_one", {})).toContain("?");
  });

  it("puts actions into words, with and without a route", () => {
    expect(en.sayAction("march oda mino")).toBe("March with Oda from Mino");
    expect(en.sayAction("to owari")).toBe("March to Owari");
    expect(en.sayAction("to owari via mino")).toBe("March to Owari by way of Mino");
    expect(en.sayAction("sail owari via mino")).toBe("Sail to Owari by way of Mino");
    expect(ja.sayAction("sail owari via mino")).toBe("Sail to 尾張（美濃経由）");
    expect(en.sayAction("transfer mino owari")).toBe("From Mino to Owari");
    expect(en.sayAction("with 3")).toBe("Armies: 3");
    expect(en.sayAction("unknown mino")).toBe("unknown mino");
  });

  it("asks questions, with words of their own for dice if there are any", () => {
    expect(en.sayQuestion({ name: "march", kind: "choose", data: {} })).toBe("Who marches?");
    expect(en.sayQuestion({ name: "attack", kind: "roll", data: { count: 4 } })).toBe("Attack dice: 4");
    expect(en.sayQuestion({ name: "weather", kind: "roll", data: { count: 1 } })).toBe("Dice: 1");
    expect(en.sayQuestion({ name: "no_such_text", kind: "choose" })).toBe("no such text");
  });

  it("words rolls by their purpose", () => {
    expect(en.sayEvent({ kind: "roll", data: { purpose: "attack", clan: "oda", dice: [1, 6] }, clauses: [] })).toBe(
      "Oda attack: 1, 6",
    );
    expect(en.sayEvent({ kind: "roll", data: { purpose: "other", dice: [2] }, clauses: [] })).toBe("Dice: 2");
  });

  it("knows seats, powers, short names and things", () => {
    expect(en.side("oda")).toBe("Oda");
    expect(en.side("neutral")).toBe("Neutral");
    expect(en.shortOf(["general", "shibata_katsuie"])).toBe("Shibata");
    expect(en.thing("area:mino")).toBe("Mino");
    expect(en.sayResult({ winner: "oda", winners: ["oda"], points: [], reason: "key_areas", clause: "" })).toBe(
      "Oda held the key areas.",
    );
    expect(en.sayReason({ clause: "", what: "leave_one", data: { area: "mino" } })).toBe(
      "One unit must stay behind in Mino",
    );
  });

  it("splits things and clauses", () => {
    expect(splitThing("area:mino")).toEqual(["area", "mino"]);
    expect(clauseNumber("nobunaga:7-2(1)")).toBe("7-2(1)");
    expect(clauseNumber("7-2")).toBe("7-2");
    expect(clauseNumber("kenshin:21 Kyoto unit")).toBe("21 Kyoto unit");
  });
  it("shows clauses as they are printed", () => {
    const shown = [
      "kenshin:21 busho",
      "10-2-1 success",
      "9-2-1(3) Mori box",
      "honganji:7.p3",
      "11-1.Ex",
      "gunyuden:29.0(2)-3",
      "35.4-H1(0113)",
    ];
    expect(shown.map(printedNumber)).toEqual(["21", "10-2-1", "9-2-1(3)", "7", "11-1", "29.0(2)-3", "35.4-H1(0113)"]);
  });
});

it("finds names with long vowels by plain letters", () => {
  expect(searchable("Hōjō Ujiyasu")).toBe("hojo ujiyasu");
  expect(searchable("河越がある")).toBe("河越がある");
});

describe("events", () => {
  const said = (kind: string, data: Record<string, unknown>): string => en.sayEvent({ kind, data, clauses: [] });

  it("have a text for each case of two places", () => {
    expect(said("sailed", { area: "mino", hex: "none" })).toBe("sails to Mino");
    expect(said("sailed", { area: "none", hex: "1628" })).toBe("puts in at 1628");
    expect(said("sailed", {})).toBe("sails");
  });

  it("use the names that are for events only", () => {
    expect(said("drawn", { random_event: "storm" })).toBe("Event: Storm");
  });
});
