import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { en } from "../../src/text/en";
import { ja } from "../../src/text/ja";

const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "").sort();

it("has every text in both languages", () => {
  expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
  for (const text of [...Object.values(en), ...Object.values(ja)]) expect(text).not.toBe("");
});

it("has the same gaps in both languages", () => {
  for (const [key, text] of Object.entries(en)) expect(gaps(ja[key as keyof typeof en]), key).toEqual(gaps(text));
});

it("has each key in one file only", () => {
  const files = import.meta.glob<Record<string, Record<string, string>>>("../../src/text/en/*.ts", { eager: true });
  const parts = Object.entries(files).filter(([path]) => !path.endsWith("/index.ts"));
  const keys = parts.flatMap(([, part]) => Object.values(part).flatMap((texts) => Object.keys(texts)));
  expect(keys.sort()).toEqual(Object.keys(en).sort());
});

it("has no text that the page never shows", () => {
  const source = readdirSync("src", { recursive: true, withFileTypes: true })
    .filter(
      (file) => file.isFile() && /\.(ts|svelte)$/.test(file.name) && !file.parentPath.startsWith(join("src", "text")),
    )
    .map((file) => readFileSync(join(file.parentPath, file.name), "utf8"))
    .join("\n");
  // The page builds keys with these prefixes while it runs.
  const MADE = /^(error|state|theme|overlay|promise|broken|pace|battles|closed)_/;
  const unused = Object.keys(en).filter((key) => !MADE.test(key) && !source.includes(`"${key}"`));
  expect(unused).toEqual([]);
});
