/**
 * Makes sentences from the game's texts. The rules name only keys; the sentences are made here, in the reader's
 * language.
 */

import type { Reason, Catalogue, Data, Decision, GameEvent, Lang, Name, Result, Sections } from "./types";

/** The word in an action before arguments that may be left out or repeated, as in `to harima via bizen`. */
const VIA = "via";
const FIELD = /\{\{|\}\}|\{([^{}]*)\}/g;

export class Texts {
  readonly lang: Lang;
  private readonly sections: Sections;
  private readonly verbs: Readonly<Record<string, readonly string[]>>;

  constructor(lang: Lang, sections: Sections, verbs: Readonly<Record<string, readonly string[]>> = {}) {
    this.lang = lang;
    this.sections = sections;
    this.verbs = verbs;
  }

  static of(catalogue: Catalogue, lang: Lang): Texts {
    return new Texts(lang, catalogue.texts[lang], catalogue.verbs);
  }

  has(section: string, key: string): boolean {
    return this.find(section, key) !== undefined;
  }

  private find(section: string, key: string): string | undefined {
    // Some games call a clan an army: the names of the clans are then in section "army".
    const texts = this.sections[section] ?? (section === "clan" ? this.sections["army"] : undefined);
    return texts !== undefined && Object.hasOwn(texts, key) ? texts[key] : undefined;
  }

  /**
   * Return the text of a key, filled with data. The last word of a data key says of which kind its value is, so that
   * the value can be named.
   */
  fill(section: string, key: string, data: Data = {}, translate = this.translate.bind(this)): string {
    const template = this.find(section, key);
    if (template === undefined) return key;
    return template.replace(FIELD, (whole: string, field: string | undefined) => {
      if (whole === "{{") return "{";
      if (whole === "}}") return "}";
      const name = field ?? "";
      return Object.hasOwn(data, name) ? translate(name, data[name]) : "?";
    });
  }

  /** Translate like `translate`, but in an event: a place with only a number is named after what is there or near. */
  private translateInEvent(key: string, value: unknown): string {
    const kind = key.slice(key.lastIndexOf("_") + 1);
    const inEvent = typeof value === "string" ? this.find(`told_${kind}`, value) : undefined;
    return inEvent ?? this.translate(key, value);
  }

  /** Return a text, or its key in plain words if the game has none. */
  say(section: string, key: string, data: Data = {}): string {
    return this.has(section, key) ? this.fill(section, key, data) : key.replaceAll("_", " ");
  }

  /** Return the name of a thing: an area, a card, a seat … */
  name(section: string, key: string): string {
    return this.find(section, key) ?? key;
  }

  /** Return the words for a name, which the server writes as a pair of section and key. */
  nameOf(name: Name | undefined): string {
    return name === undefined ? "" : this.name(name[0], name[1]);
  }

  /** Return the name that fits on a counter or into a row. */
  short(section: string, key: string): string {
    return this.find("short", key) ?? this.name(section, key);
  }

  shortOf(name: Name): string {
    return this.short(name[0], name[1]);
  }

  /** Return the name of a seat or a power. */
  side(key: string): string {
    return this.find("seat", key) ?? this.name("power", key);
  }

  /** Return the name of a thing such as `area:mino`. */
  thing(thing: string): string {
    const [kind, key] = splitThing(thing);
    if (kind === "button") return this.has("verb", key) ? this.fill("verb", key) : key.replaceAll("_", " ");
    return this.name(kind, key);
  }

  translate(key: string, value: unknown): string {
    if (Array.isArray(value)) return this.joinNames(value.map((item) => this.translate(key, item))) || "–";
    if (typeof value === "string") {
      const last = key.slice(key.lastIndexOf("_") + 1);
      return this.find(key, value) ?? this.find(last, value) ?? this.find(last.slice(0, -1), value) ?? withMinus(value);
    }
    if (value === null || value === undefined) return "–";
    return withMinus(String(value));
  }

  joinNames(names: readonly string[]): string {
    return names.join(this.lang === "ja" ? "、" : ", ");
  }

  // -- questions and options --------------------------------------------------------------------------------------

  sayQuestion(decision: Pick<Decision, "name" | "kind" | "data">): string {
    const data = decision.data ?? {};
    const own = decision.kind === "roll" ? `roll_${decision.name}` : decision.name;
    const key = decision.kind === "roll" && !this.has("decision", own) ? "roll" : own;
    return this.say("decision", this.keyWithoutPlace("decision", key, data), data);
  }

  /**
   * Return the key of a text. If one of two places is missing in the data, return the key of the variant that leaves
   * this place out.
   */
  private keyWithoutPlace(section: string, key: string, data: Readonly<Record<string, unknown>>): string {
    const missing = Object.keys(data).find((name) => data[name] === "none" && this.has(section, `${key}_no_${name}`));
    return missing === undefined ? key : `${key}_no_${missing}`;
  }

  /** Put an action (`march oda mino`) into words; `nameThing` may give a better name of a thing than its number. */
  sayAction(text: string, nameThing: (kind: string, id: string) => string = (_, id) => id): string {
    const { verb, kinds, data, more } = this.parseAction(text, nameThing);
    const key = more.length > 0 && this.has("verb", `${verb}_via`) ? `${verb}_via` : verb;
    if (!this.has("verb", key)) return text;
    const sentence = this.fill("verb", key, data);
    if (more.length === 0 || this.name("verb", key).includes("{via_")) return sentence;
    const places = this.translate((kinds.at(-1) ?? "").slice(0, -1), more);
    return sentence + (this.lang === "ja" ? `（${places}経由）` : ` by way of ${places}`);
  }

  /**
   * Return words for what an action does with `thing`, to stand after the name of the thing; "" if there are no such
   * words. `bare`: return only the names of the other things, if the action names any.
   */
  sayDeed(
    text: string,
    thing: string,
    bare: boolean,
    nameThing: (kind: string, id: string) => string = (_, id) => id,
  ): string {
    const { verb, data, more } = this.parseAction(text, nameThing);
    const own = nameThing(...splitThing(thing));
    const others = Object.entries(data).filter(([, word]) => word !== own && !Array.isArray(word));
    const names = this.joinNames(others.map(([kind, word]) => this.translate(kind, word)));
    if (more.length > 0) return "";
    if (bare && names !== "") return names;
    return this.has("deed", verb) ? this.fill("deed", verb, data) : "";
  }

  /** Return the name that the sentence of an event begins with, if it begins with one. */
  subjectOf(event: Pick<GameEvent, "kind" | "data">): string | null {
    const key = this.has("event", event.kind) ? /^\{(\w+)\}/.exec(this.name("event", event.kind))?.[1] : undefined;
    return key === undefined ? null : this.translate(key, event.data[key]);
  }

  /** Return the things that an action names, in their order. */
  namedThings(text: string, nameThing: (kind: string, id: string) => string = (_, id) => id): string[] {
    return Object.entries(this.parseAction(text, nameThing).data).map(([kind, word]) => this.translate(kind, word));
  }

  /**
   * Splits an action into its parts. `data`: the names of the things that the action names, by their kind. `more`: the
   * places that it passes (`via`).
   */
  private parseAction(
    text: string,
    nameThing: (kind: string, id: string) => string,
  ): { verb: string; kinds: readonly string[]; data: Record<string, unknown>; more: string[] } {
    const [verb = "", ...words] = text.split(" ");
    const kinds = this.verbs[verb] ?? [];
    const data: Record<string, unknown> = {};
    const more: string[] = [];
    words
      .filter((word) => word !== VIA)
      .forEach((word, number) => {
        const kind = kinds.length === 0 ? "" : (kinds[Math.min(number, kinds.length - 1)] ?? "");
        if (kind.endsWith("*")) {
          more.push(word);
          data[`via_${kind.slice(0, -1)}s`] = more;
        } else {
          data[Object.hasOwn(data, kind) ? `other_${kind}` : kind] = nameThing(kind, word);
        }
      });
    return { verb, kinds, data, more };
  }

  sayReason(bar: Reason): string {
    return this.say("bar", bar.what, bar.data);
  }

  /** Return one line for an event, without its clauses. */
  sayEvent(event: GameEvent): string {
    const purpose = event.data["purpose"];
    const own = `roll_${String(purpose)}`;
    const kind = event.kind === "roll" && typeof purpose === "string" && this.has("event", own) ? own : event.kind;
    const key = this.keyWithoutPlace("event", kind, event.data);
    return this.has("event", key)
      ? this.fill("event", key, event.data, this.translateInEvent.bind(this))
      : key.replaceAll("_", " ");
  }

  sayResult(result: Result): string {
    return this.say("reason", result.reason, { winner_seat: result.winner, seat: result.winner });
  }
}

/** Replace a hyphen before a number by a minus sign, as in print: `-2`, `≤-2`; `15-2` stays as it is. */
export function withMinus(text: string | number): string {
  return String(text).replace(/(^|[^\p{L}\p{N})])-(?=\d)/gu, "$1−");
}

/** Return a number with its sign, as an addend. */
export function withSign(value: string | number): string {
  return Number(value) > 0 ? `+${value}` : withMinus(value);
}

/** Return a text in the form used for searches: lower case, and long vowels without their mark (Hōjō: hojo). */
export function searchable(text: string): string {
  return text.normalize("NFD").replaceAll("\u0304", "").normalize("NFC").toLowerCase();
}

/** Split `area:mino` into its two parts. */
export function splitThing(thing: string): [kind: string, id: string] {
  const colon = thing.indexOf(":");
  return colon < 0 ? ["", thing] : [thing.slice(0, colon), thing.slice(colon + 1)];
}

/** Return the number of a cited clause without the name of its game: `7-2(1)` of `nobunaga:7-2(1)`. */
export function clauseNumber(cited: string): string {
  return cited.slice(cited.indexOf(":") + 1);
}

/**
 * Return a clause's number as the rulebook prints it, without the word that we add if several sentences share a number.
 */
export function printedNumber(cited: string): string {
  return clauseNumber(cited).replace(/[ .][A-Za-z].*$/, "");
}
