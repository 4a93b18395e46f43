/** Names in both scripts. */
import { counterScript } from "../ui/counterScript.svelte";
import type { Texts } from "../model/texts";
import type { Name } from "../model/types";
import { signWord } from "./boardWords";

export interface BilingualName {
  /** The name in the page's language. */
  readonly main: string;
  /** The name in the other language; empty if it is the same. */
  readonly second: string;
  readonly kanji: string;
  readonly latin: string;
}

export class BilingualNames {
  private readonly ja: Texts;
  private readonly en: Texts;
  readonly texts: Texts;

  constructor(texts: Texts, other: Texts) {
    this.texts = texts;
    this.ja = texts.lang === "ja" ? texts : other;
    this.en = texts.lang === "ja" ? other : texts;
  }

  /** True if counters have Latin letters. */
  get isLatin(): boolean {
    return this.texts.lang === "en" && !counterScript.kanji;
  }

  of(name: Name): BilingualName {
    return this.pair(this.ja.nameOf(name), this.en.nameOf(name));
  }

  /** Return the short form of a name, which fits on a counter. */
  short(name: Name): BilingualName {
    return this.pair(this.ja.shortOf(name), this.en.shortOf(name));
  }

  thing(thing: string): BilingualName {
    return this.pair(this.ja.thing(thing), this.en.thing(thing));
  }

  clan(id: string): BilingualName {
    return this.of(["clan", id]);
  }

  side(id: string): BilingualName {
    return this.pair(this.ja.side(id), this.en.side(id));
  }

  /** Return the name of a sign: the game's own, else the board's, else the key `word` in plain words. */
  glyph(word: string): string {
    if (this.texts.has("glyph", word)) return this.texts.name("glyph", word);
    return signWord(this.texts.lang, word) ?? word.replaceAll("_", " ");
  }

  private pair(kanji: string, latin: string): BilingualName {
    const [main, second] = this.texts.lang === "ja" ? [kanji, latin] : [latin, kanji];
    return { kanji, latin, main, second: second === main ? "" : second };
  }
}
