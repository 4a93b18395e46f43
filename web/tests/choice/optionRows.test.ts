import { describe, expect, it } from "vitest";
import { isOneLine, haveOneVerb, gatherRows, mergeCopies, type OptionRow } from "../../src/choice/optionRows";
import { Texts } from "../../src/model/texts";
import type { Option } from "../../src/model/types";

const option = (text: string, ...lights: string[]): Option => ({ text, lights });
const told = (found: readonly OptionRow[]): string[] =>
  found.map((row) =>
    row.kind === "group"
      ? `${row.thing}: ${row.options.map(({ text }) => text).join(" · ")}`
      : `${row.option.text} ×${row.copies}`,
  );

describe("the list of options", () => {
  const marches = [
    option("march oda mino", "clan:oda", "area:mino"),
    option("march azai oumi", "clan:azai", "area:oumi"),
    option("march oda owari", "clan:oda", "area:owari"),
    option("pass", "button:pass"),
  ];

  it("has one line for each thing, even if it is short", () => {
    expect(told(gatherRows(marches, new Set()))).toEqual([
      "clan:oda: march oda mino · march oda owari",
      "clan:azai: march azai oumi",
      "pass ×1",
    ]);
  });

  it("stays as it is if nothing can be gathered", () => {
    const places = Array.from({ length: 20 }, (_, place) => option(`to ${place}`, `hex:${place}`));
    expect(gatherRows(places, new Set()).every((row) => row.kind === "answer")).toBe(true);
    const one = Array.from({ length: 20 }, (_, place) => option(`move a ${place}`, "unit:a", `hex:${place}`));
    expect(
      gatherRows(one, new Set()).every((row) => row.kind === "answer"),
      "all are about one thing",
    ).toBe(true);
    expect(
      gatherRows(one, new Set(["unit:a"])).every((row) => row.kind === "answer"),
      "it is picked",
    ).toBe(true);
  });

  it("finds whether all grouped options have one verb", () => {
    expect(haveOneVerb(gatherRows(marches, new Set()))).toBe(true);
    expect(
      haveOneVerb(
        gatherRows([option("move a", "unit:a"), option("rest a", "unit:a"), option("move b", "unit:b")], new Set()),
      ),
    ).toBe(false);
  });

  it("knows what fits into one line", () => {
    expect(isOneLine("Oda", ["Mino", "Owari"])).toBe(true);
    expect(isOneLine("Murakami Yoshikiyo", ["alone", "under Nagao Masakage"])).toBe(false);
    expect(isOneLine("村上義清", ["単独", "城外"])).toBe(true);
    expect(isOneLine("村上義清", ["単独", "長尾政景の指揮下", "柿崎景家の指揮下"])).toBe(false);
  });

  it("merges copies of a card", () => {
    const cards = [
      option("event fire_1", "card:fire_1"),
      option("event peace", "card:peace"),
      option("event fire_2", "card:fire_2"),
      option("pass", "button:pass"),
    ];
    const words = ({ text }: Option): string => text.replace(/_\d$/, "");
    const found = mergeCopies(gatherRows(cards, new Set()), words);
    expect(told(found)).toEqual(["event fire_1 ×2", "event peace ×1", "pass ×1"]);
    expect(told(mergeCopies(gatherRows(cards, new Set()), words)), "asking again counts anew").toEqual(told(found));
    const places = [option("flee mino", "area:mino"), option("flee mino", "area:mino")];
    expect(mergeCopies(gatherRows(places, new Set()), words), "other things are not looked at").toHaveLength(2);
  });
});

describe("options in the row of a thing", () => {
  const sections = {
    verb: { lead: "{unit} under {to_unit}", march: "March with {clan} from {area}" },
    deed: { lead: "under {to_unit}" },
    unit: { a: "Akechi", b: "Baba" },
    area: { mino: "Mino" },
    clan: { oda: "Oda" },
  };
  const texts = new Texts("en", sections, { lead: ["unit", "to_unit"], march: ["clan", "area"], alone: ["unit"] });

  it("are worded without the thing itself", () => {
    expect(texts.sayDeed("lead a b", "unit:a", false)).toBe("under Baba");
    expect(texts.sayDeed("lead a b", "unit:a", true), "what else it names is enough").toBe("Baba");
    expect(texts.sayDeed("march oda mino", "clan:oda", true)).toBe("Mino");
  });

  it("are empty if the game has no words for them", () => {
    expect(texts.sayDeed("march oda mino", "clan:oda", false)).toBe("");
    expect(texts.sayDeed("alone a", "unit:a", true)).toBe("");
  });
});
