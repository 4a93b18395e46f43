import { expect, it } from "vitest";
import { changedMatchOptions, groupMatchOptions } from "../../src/model/matchOptions";
import { synonymsOf, createMatcher } from "../../src/model/search";
import type { Catalogue, MatchOption } from "../../src/model/types";

it("finds a rule by a synonym", () => {
  for (const typed of ["victory", "win", "Wins"]) expect(createMatcher(typed)(["Most victory points win."])).toBe(true);
  expect(createMatcher("win")(["Nobunaga's death is a victory"])).toBe(true);
  expect(createMatcher("勝つ")(["勝利条件とゲームの終わり"])).toBe(true);
  expect(createMatcher("hojo victory")(["The Hōjō win"])).toBe(true);
});

it("finds words where they begin, not inside others", () => {
  expect(createMatcher("win")(["as in the following"])).toBe(false);
  expect(createMatcher("victory")(["the following rules"])).toBe(false);
  expect(createMatcher("supp")(["supply lines"])).toBe(true);
});

it("needs all the words typed", () => {
  expect(createMatcher("river attack")(["attack -4"])).toBe(false);
  expect(createMatcher("river attack")(["In thaw, across a river: attack -4"])).toBe(true);
  expect(synonymsOf("unheard")).toEqual(["unheard"]);
});

const both = (text: string) => ({ en: text, ja: text });
const OPTIONS: MatchOption[] = [
  { name: "a", default: false, choices: [false, true], cites: "11-1", text: both("Bid") },
  { name: "b", default: "x", choices: ["x", "y"], cites: "N-16", text: both("Order") },
];
const CATALOGUE = {
  clauses: [
    { id: "11-1", chapter: "11", text: both("Bid supply areas") },
    { id: "6-1", chapter: "6", text: both("Who goes first") },
  ],
  rulings: [
    { id: "N-16", clauses: ["6-1"], option: "b", question: both("Neutral Yamashiro?"), ruling: both("The last") },
  ],
} as unknown as Catalogue;

it("groups options by kind, each with its clauses", () => {
  const found = groupMatchOptions(OPTIONS, CATALOGUE, "");
  expect(
    found.map(([kind, list]) => [kind, list.map((one) => [one.option.name, one.clauses.map(({ id }) => id)])]),
  ).toEqual([
    ["optional", [["a", ["11-1"]]]],
    ["ruling", [["b", ["6-1"]]]],
  ]);
  expect(groupMatchOptions(OPTIONS, CATALOGUE, "yamashiro").map(([kind]) => kind)).toEqual(["ruling"]);
});

it("finds the options that are not as usual", () => {
  expect(changedMatchOptions(OPTIONS, { a: false, b: "y" }).map(({ option, value }) => [option.name, value])).toEqual([
    ["b", "y"],
  ]);
});
