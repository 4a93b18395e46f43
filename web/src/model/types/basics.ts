/** The basics of every description: languages, things, names, data. */

export type Lang = "en" | "ja";
export type Bilingual = Record<Lang, string>;
/** `kind:id`, the form in which options name what they highlight: `area:mino`, `card:warships`, `button:pass`. */
export type Thing = string;
/** The section and the key of a text of the game. */
export type Name = readonly [section: string, key: string];
export type Data = Readonly<Record<string, unknown>>;
