import { describe, expect, it } from "vitest";
import {
  readAmounts,
  resolveClick,
  isEarlyEnd,
  isIrreversible,
  countLights,
  visibleThings,
  narrowOptions,
  primaryOptionOf,
} from "../../src/choice/narrow";
import type { Option, Scene } from "../../src/model/types";

const option = (text: string, ...lights: string[]): Option => ({ text, lights });
const MARCHES = [
  option("march oda mino", "clan:oda", "area:mino"),
  option("march oda owari", "clan:oda", "area:owari"),
  option("march tokugawa mikawa", "clan:tokugawa", "area:mikawa"),
  option("march azai mino", "clan:azai", "area:mino"),
  option("pass", "button:pass"),
];

describe("narrowing", () => {
  it("counts the options that light each thing", () => {
    const found = countLights(MARCHES);
    expect(found.get("area:mino")).toBe(2);
    expect(found.get("clan:oda")).toBe(2);
    expect(found.has("area:kai")).toBe(false);
  });

  it("counts an option once even if it names a thing twice", () => {
    expect(countLights([option("x", "area:a", "area:a")]).get("area:a")).toBe(1);
  });

  it("finds the things that lie on the table", () => {
    const piece = { thing: "unit:kosaka" };
    const scene = {
      places: { "0514": { stacks: [{ pieces: [piece] }] } },
      boxes: [],
      hands: [{ cards: [{ thing: "card:fire" }] }],
      piles: [{ cards: null }],
      tracks: [],
    } as unknown as Scene;
    expect([...visibleThings(scene)].sort()).toEqual(["card:fire", "unit:kosaka"]);
    expect(visibleThings(undefined).size).toBe(0);
  });

  it("takes the only option at once", () => {
    expect(resolveClick(MARCHES, new Set(), "area:mikawa")).toEqual({ kind: "act", option: MARCHES[2] });
  });

  it("narrows several options, and takes one on the second click", () => {
    const first = resolveClick(MARCHES, new Set(), "area:mino");
    expect(first.kind).toBe("pick");
    if (first.kind !== "pick") return;
    expect(first.left.map((one) => one.text)).toEqual(["march oda mino", "march azai mino"]);
    expect(resolveClick(MARCHES, first.picked, "clan:azai")).toEqual({ kind: "act", option: MARCHES[3] });
  });

  it("begins a new choice with a thing that only other options light", () => {
    expect(resolveClick(MARCHES, new Set(["area:mino"]), "area:mikawa")).toEqual({ kind: "act", option: MARCHES[2] });
  });

  it("drops a thing that is clicked again", () => {
    expect(resolveClick(MARCHES, new Set(["area:mino"]), "area:mino")).toEqual({ kind: "drop", picked: new Set() });
  });

  it("picks up a thing that is arranged before it acts on it", () => {
    const options = [option("field a", "unit:a"), option("lead b a", "unit:b", "unit:a"), option("alone b", "unit:b")];
    expect(resolveClick([options[0] as Option], new Set(), "unit:a").kind).toBe("act");
    expect(resolveClick([options[0] as Option], new Set(), "unit:a", true)).toEqual({
      kind: "pick",
      picked: new Set(["unit:a"]),
      left: [options[0]],
    });
    expect(resolveClick(options, new Set(["unit:b"]), "unit:a", true), "the second click settles it").toEqual({
      kind: "act",
      option: options[1],
    });
  });

  it("asks why not about a thing that is not lit", () => {
    expect(resolveClick(MARCHES, new Set(), "area:kai")).toEqual({ kind: "why" });
  });

  it("keeps all options while nothing is picked", () => {
    expect(narrowOptions(MARCHES, new Set())).toEqual(MARCHES);
  });
});

describe("the primary option", () => {
  const decision = { who: "oda", name: "generals", clause: "" };

  it("is the only one left", () => {
    expect(primaryOptionOf(decision, [option("fortify mikawa", "area:mikawa")])?.text).toBe("fortify mikawa");
  });

  it("is the one button among things", () => {
    expect(primaryOptionOf(decision, [option("take a", "general:a"), option("done", "button:done")])?.text).toBe(
      "done",
    );
  });

  it("is the one that ends a series, even among other buttons", () => {
    const gate = [option("to 0505", "hex:0505"), option("enter", "button:enter"), option("halt", "button:halt")];
    expect(primaryOptionOf(decision, gate)).toBeNull();
    expect(primaryOptionOf({ ...decision, closes: "halt" }, gate)?.text).toBe("halt");
    expect(primaryOptionOf({ ...decision, closes: "halt" }, gate.slice(0, 2))?.text, "it was narrowed away").toBe(
      "enter",
    );
  });

  it("ends early only for a series of orders, not for the steps of one", () => {
    const end = option("end", "button:end");
    const asked = { ...decision, closes: "end", options: [option("act a", "unit:a"), end] };
    expect(isEarlyEnd({ ...asked, opens: true }, end)).toBe(true);
    expect(isEarlyEnd({ ...asked, opens: true, options: [end] }, end), "nothing else is left").toBe(false);
    expect(isEarlyEnd({ ...asked, opens: false }, end)).toBe(false);
    expect(isEarlyEnd({ ...asked, opens: true, arranges: true }, end), "nothing is lost by beginning").toBe(false);
  });

  it("is irreversible if the engine says so", () => {
    const end = option("end", "button:end");
    expect(isIrreversible({ ...decision, grave: ["end"] }, end)).toBe(true);
    expect(isIrreversible({ ...decision, grave: ["offer"] }, end)).toBe(false);
    expect(isIrreversible(decision, end)).toBe(false);
  });

  it("is null among several buttons, or if every option lights a thing", () => {
    expect(primaryOptionOf(decision, [option("first", "button:first"), option("second", "button:second")])).toBeNull();
    expect(primaryOptionOf(decision, [option("a", "area:a"), option("b", "area:b")])).toBeNull();
    expect(primaryOptionOf(null, MARCHES)).toBeNull();
  });
});

describe("amounts", () => {
  it("reads a row of numbers", () => {
    expect(readAmounts([option("with 0", "button:with"), option("with 1", "button:with")])).toEqual({
      stem: "with",
      numbers: [0, 1],
    });
    expect(readAmounts([option("bid -2"), option("bid -1")])).toEqual({ stem: "bid", numbers: [-2, -1] });
  });

  it("is null if the words differ or a number is missing", () => {
    expect(readAmounts([option("with 0"), option("lose 1")])).toBeNull();
    expect(readAmounts([option("pass")])).toBeNull();
    expect(readAmounts([])).toBeNull();
  });
});
