/** The description of a game, before a match. */

import type { Livery } from "./scene";
import type { Bilingual, Data, Lang, Name } from "./basics";

export interface ScenarioSummary {
  id: string;
  title: Bilingual;
  about: Bilingual;
  seats: string[];
}

export type OptionValue = boolean | number | string;

export interface MatchOption {
  name: string;
  default: OptionValue;
  choices: OptionValue[];
  cites: string;
  text: Bilingual;
  help?: Bilingual;
}

export interface BotSummary {
  name: string;
  text: Bilingual;
  /** The strength of the bot in this game, if a league has measured it. The bot's `text` says it too. */
  rating?: { elo: number; low: number; high: number; games: number };
}

export interface GameSummary {
  id: string;
  title: Bilingual;
  subtitle: Bilingual;
  about: Bilingual;
  scenarios: ScenarioSummary[];
  options: MatchOption[];
  bots: BotSummary[];
  lessons: { id: string; title: Bilingual }[];
}

export type Sections = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Clause {
  id: string;
  chapter: string;
  text: Bilingual;
}

export interface Ruling {
  id: string;
  clauses: string[];
  option: string | null;
  title?: Bilingual;
  question: Bilingual;
  ruling: Bilingual;
  why?: Bilingual;
}

/** The heading of a row or column of a chart: a name, or a text that is the same in every language. */
export interface Heading {
  name?: Name;
  text?: string;
}

export type ChartCell = number | string | { names: Name[] } | null;

export interface ChartRow extends Heading {
  dice?: number[];
  cells: ChartCell[];
}

export interface Chart {
  id: string;
  name: Name;
  by: Heading;
  groups: (Heading & { span: number })[];
  columns: Heading[];
  rows: ChartRow[];
  notes: { text: string; data: Data; clauses: string[] }[];
  /** True if the roll's modifiers are added to the die before the row is looked up. */
  modified: boolean;
}

/** What an event is about, in every game (docs/data/events.md, "Roles"). */
export type Role = "turn" | "move" | "fight" | "loss" | "gain" | "change" | "card" | "news" | "minor";

export interface Catalogue {
  id: string;
  rules_version: string | number;
  texts: Record<Lang, Sections>;
  verbs: Readonly<Record<string, readonly string[]>>;
  /** The role of each kind of event. */
  tells: Readonly<Record<string, Role>>;
  clauses: Clause[];
  /** The subject of each chapter. */
  chapters: Readonly<Record<string, Bilingual>>;
  rulings: Ruling[];
  charts: Chart[];
  tables: unknown;
  overlays: string[];
  /** All glyphs that pieces and places may have. */
  signs: string[];
  seats: string[];
  sides: Record<string, Livery>;
}
