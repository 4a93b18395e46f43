import { expect, it } from "vitest";
import { blocksOf, spansOf } from "../../src/model/guideMarkdown";

it("reads headings, lists, counters and paragraphs", () => {
  const found = blocksOf(
    "# A\n\nTwo\nlines.\n\n!counters unit:a unit:b\n\n## B\n\n- one\n- two\n\n1. first\n2. second\n",
  );
  expect(found.map((block) => block.kind)).toEqual(["heading", "text", "counters", "heading", "list", "list"]);
  expect(found[1]).toMatchObject({ spans: [{ text: "Two lines." }] });
  expect(found[2]).toMatchObject({ things: ["unit:a", "unit:b"] });
  expect(found[4]).toMatchObject({ ordered: false, items: [[{ text: "one" }], [{ text: "two" }]] });
  expect(found[5]).toMatchObject({ ordered: true });
});

it("finds clauses and emphasis", () => {
  expect(spansOf("**March** and stop [[7-2(1)]] *there*.")).toEqual([
    { kind: "strong", text: "March" },
    { kind: "text", text: " and stop " },
    { kind: "clause", text: "7-2(1)" },
    { kind: "text", text: " " },
    { kind: "em", text: "there" },
    { kind: "text", text: "." },
  ]);
});
