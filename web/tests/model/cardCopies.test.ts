import { describe, expect, it } from "vitest";
import { groupCopies } from "../../src/model/cardCopies";
import { Texts } from "../../src/model/texts";
import type { Card } from "../../src/model/types";

const texts = new Texts("en", {
  card: { fire_1: "Fire", fire_2: "Fire", fire_3: "Fire", peace: "Peace" },
  card_text: { fire: "Burns.", more: "Burns more." },
});
const card = (id: string, text = "fire"): Card => ({
  thing: `card:${id}`,
  name: ["card", id],
  text: ["card_text", text],
  values: [],
});

describe("copies of a card", () => {
  const hand = [card("fire_1"), card("peace"), card("fire_2"), card("fire_3", "more")];

  it("are shown once, where the first of them lies", () => {
    expect(groupCopies(hand, texts).map(({ things }) => things)).toEqual([
      ["card:fire_1", "card:fire_2"],
      ["card:peace"],
      ["card:fire_3"],
    ]);
  });

  it("are represented by one that may be chosen, or that is picked", () => {
    expect(groupCopies(hand, texts)[0]?.card.thing).toBe("card:fire_1");
    expect(groupCopies(hand, texts, new Map([["card:fire_2", 1]]))[0]?.card.thing).toBe("card:fire_2");
    expect(groupCopies(hand, texts, new Map([["card:fire_1", 1]]), new Set(["card:fire_2"]))[0]?.card.thing).toBe(
      "card:fire_2",
    );
  });
});
