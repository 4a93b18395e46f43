/** The page's own words, in the chosen language. */

import { en } from "../text/en";
import { ja } from "../text/ja";
import { settings } from "./settings.svelte";
import type { Bilingual, Lang } from "../model/types";

export type TextKey = keyof typeof en;
const ALL: Record<Lang, Record<TextKey, string>> = { en, ja };

/** Return a text of the page with its gaps filled: `t("turn_of", { name })`. */
export function t(key: TextKey, data: Readonly<Record<string, string | number>> = {}): string {
  return ALL[settings.lang][key].replace(/\{(\w+)\}/g, (gap, name: string) => String(data[name] ?? gap));
}

/** Return a text whose key is built while the page runs, for example from an error code; null if there is none. */
export function findText(key: string): string | null {
  const texts: Readonly<Record<string, string>> = ALL[settings.lang];
  return texts[key] ?? null;
}

export function pickLanguage(text: Bilingual | undefined): string {
  return text === undefined ? "" : (text[settings.lang] ?? text.en);
}
