/** What the server sends and takes (docs/server.md). Nothing here knows a particular game. */

export type Lang = "en" | "ja";
export type Both = Record<Lang, string>;
/** `kind:id`, as options light it: `area:mino`, `card:warships`, `button:pass`. */
export type Thing = string;
/** The section and the key of a text of the game. */
export type Name = readonly [section: string, key: string];
export type Data = Readonly<Record<string, unknown>>;

// -- the catalogue ------------------------------------------------------------------------------------------------

export interface ScenarioShort {
  id: string;
  title: Both;
  about: Both;
  seats: string[];
}

export type OptionValue = boolean | number | string;

export interface MatchOption {
  name: string;
  default: OptionValue;
  choices: OptionValue[];
  cites: string;
  text: Both;
  help?: Both;
}

export interface BotShort {
  name: string;
  text: Both;
}

export interface GameShort {
  id: string;
  title: Both;
  subtitle: Both;
  about: Both;
  scenarios: ScenarioShort[];
  options: MatchOption[];
  bots: BotShort[];
  lessons: { id: string; title: Both }[];
}

export type Sections = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Clause {
  id: string;
  chapter: string;
  text: Both;
}

export interface Ruling {
  id: string;
  clauses: string[];
  option: string | null;
  title?: Both;
  question: Both;
  ruling: Both;
  why?: Both;
}

/** What a row or column of a chart is: a name, or a text that every language writes alike. */
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
  /** The roll's modifiers are added to the die before the row is looked up. */
  modified: boolean;
}

/** What an event tells, in every game (docs/server.md, What events tell). */
export type Role = "turn" | "move" | "fight" | "loss" | "gain" | "change" | "card" | "news" | "minor";

export interface Catalogue {
  id: string;
  rules_version: string | number;
  texts: Record<Lang, Sections>;
  verbs: Readonly<Record<string, readonly string[]>>;
  /** What each kind of event tells. */
  tells: Readonly<Record<string, Role>>;
  clauses: Clause[];
  /** What each chapter is about. */
  chapters: Readonly<Record<string, Both>>;
  rulings: Ruling[];
  charts: Chart[];
  tables: unknown;
  overlays: string[];
  /** All glyphs that pieces and places may bear. */
  signs: string[];
  seats: string[];
  sides: Record<string, Livery>;
}

// -- the board and what lies on it --------------------------------------------------------------------------------

export interface Mark {
  glyph: string;
  name?: Name;
  value?: number | string;
  /** What the value can be at most. */
  of?: number;
  /** Whose colours it has. */
  side?: string;
}

export interface Place {
  id: string;
  /** The kind of thing it is, where that is not the board's. */
  domain?: string;
  name: Name;
  at: readonly [column: number, row: number];
  near: string[];
  marks: Mark[];
  terrain?: string;
  province?: string;
  [more: string]: unknown;
}

export interface Livery {
  colour: string;
  pattern: string;
}

/** A sea of several hexes, or a box: where its pieces are shown, as the hex of the middle and a size in hexes. */
export interface BoardSpot {
  id: string;
  domain: string;
  name: Name;
  kind: string;
  at: readonly [column: number, row: number];
  size: readonly [width: number, height: number];
  /** The hexes it consists of, if any. */
  hexes?: string[];
}

export interface Board {
  kind: "areas" | "hexes";
  domain: "area" | "hex";
  places: Place[];
  /** Places on or beside a hex map that are no hexes. */
  spots?: BoardSpot[];
  clans: Record<string, Livery>;
  /** What each weather lies on. */
  weathers?: Record<string, { places?: string[]; rivers?: boolean }>;
  /** drawing.json of the map (docs/maps.md); whoever draws checks what it needs of it. */
  drawing: Readonly<Record<string, unknown>> | null;
}

export interface Value {
  glyph: string;
  value: number | string;
}

export interface Piece {
  thing?: Thing;
  kind: string;
  clan: string;
  name: Name;
  count: number;
  state: string;
  values: Value[];
  marks: Mark[];
}

export interface Card {
  thing: Thing;
  name: Name;
  text: Name;
  values: Value[];
  seats?: string[];
}

/** One line about a thing, a text of section "fact": a number with its limits, or who and what is meant. */
export interface Fact {
  text: string;
  value?: number;
  /** What the value can be at most, or how far it can fall below 0. */
  of?: number;
  least?: number;
  names?: Name[];
  tone?: string;
}

export interface Stack {
  clan: string;
  pieces: Piece[];
  /** The leader of a force, and how many he can lead. */
  force?: Thing;
  boxes?: number;
  inside?: boolean;
  /** A ship, with whom it carries. */
  afloat?: boolean;
  facts?: Fact[];
}

export interface PlaceScene {
  owner: string | null;
  side: string | null;
  stacks: Stack[];
  marks: Mark[];
  /** Of a place that the board has by its number alone; a castle there has its own. */
  name?: Name;
  facts?: Fact[];
}

export interface Track {
  id: string;
  name: Name;
  /** A box has a name, or a text that every language writes alike. */
  boxes: { side?: string; name?: Name; text?: string }[];
  markers: { thing: Thing; clan: string; name: Name; box: number; kind?: string; value?: number }[];
}

export interface Hand {
  seat: string;
  size: number;
  cards: Card[] | null;
}

export interface Pile {
  name: Name;
  size: number;
  cards: Card[] | null;
  seat?: string;
}

export interface CountRow {
  name: Name;
  side?: string;
  value: number;
  goal?: number;
  note?: Name;
  /** What the number consists of, where the game tells it: texts of section "score". */
  parts?: RollPart[];
}

export interface Count {
  name: Name;
  rows: CountRow[];
}

export interface Box {
  name: Name;
  /** A text of section "scene". */
  note?: { text: string; data: Data };
  pieces: Piece[];
}

/** Dice of one chart that are still to fall, as they would be read now; `parts` as those of a roll. */
export interface RollsToCome {
  chart: string;
  value: number;
  parts: RollPart[];
  rows: { name: Name; column: number }[];
  /** A text of section "scene". */
  note?: { text: string; data: Data };
}

export interface Scene {
  headline: { text: string; data: Data }[];
  phases: { now: string; all: string[] };
  weather?: string;
  sides: Record<string, Livery>;
  /** The seats that command clans now; those of nobody are left out. */
  /** What the seats are, where that can change: `status` in section "status", told once in section "became". */
  seats?: Readonly<Record<string, { status: string; data: Data; out: boolean }>>;
  serves: Record<string, string>;
  places: Record<string, PlaceScene>;
  /** Who is bound to act against another place. */
  arrows?: { from: string; to: string; side: string }[];
  tracks: Track[];
  hands: Hand[];
  piles: Pile[];
  counts: Count[];
  rolls?: RollsToCome[];
  boxes: Box[];
  /** Of the seat that looks, or of all for a spectator; not told of a scenario that has not begun. */
  aims?: Record<string, Aims>;
}

export type WayKind = "win" | "lose" | "draw";

/** A way to win or to lose (texts of section "aim"), and how it stands. */
export interface WayRow {
  way: WayKind;
  text: string;
  data: Data;
  clause: string;
  when: "at_once" | "turn_end" | "game_end";
  /** So it would be judged now; `decides`: with the end of this turn. */
  holds: boolean;
  decides: boolean;
  value?: number;
  needed?: number;
  /** How it stands in words (section "aim"), filled with the data, `value` and `needed`. */
  state?: string;
  /** Texts of section "condition". */
  parts?: WayPart[];
}

export interface WayPart {
  text: string;
  clause: string;
  value: number;
  needed: number;
  /** Filled with `value` and `needed`. */
  state: string;
}

/** What would happen if the turn ended now; all but the first two only where the game would end. */
export interface TurnEnd {
  turn: number;
  ends: "no" | "maybe" | "yes" | "over";
  die?: number;
  way?: WayKind;
  winners?: readonly string[];
  reason?: string;
  clause?: string;
  text?: string;
  data?: Data;
}

export interface Aims {
  /** The aim in one sentence: a text of section "aim", filled with the data of one of the ways. */
  line?: { text: string; way: number };
  ways: WayRow[];
  /** The turns after which the game may end, with at most this die. */
  ends: { turn: number; die: number }[];
  turn_end: TurnEnd;
}

// -- decisions and what happened ----------------------------------------------------------------------------------

export interface Option {
  text: string;
  lights: Thing[];
  /** What it takes, where the rules count that: movement points. */
  cost?: number;
}

export interface Brings {
  text: string;
  data: Data;
  clause: string;
  /** It can never be undone, and matters much. */
  grave?: true;
}

export interface Decision {
  who: string;
  name: string;
  clause: string;
  /** Only the deciding seat is told the rest. */
  kind?: "choose" | "amount" | "confirm" | "roll";
  data?: Data;
  options?: Option[];
  /** It begins an order. */
  opens?: boolean;
  /** The answer that ends the series of orders, or of steps inside an order. */
  closes?: string | null;
  /** It only sets up what will be played with. */
  arranges?: true;
  /** Answers in a row that arrange everything, for whoever only wants to go on. */
  proposes?: string[];
  /** Answers that give up for good what matters much. */
  grave?: string[];
  /** By answer what it brings that its words do not say (section "brings"). */
  brings?: Readonly<Record<string, Brings>>;
  /** Answers whose dice fall at once: of these there are odds. */
  stakes?: string[];
}

export interface Happening {
  kind: string;
  data: Data;
  clauses: string[];
  /** It happened in the course of a fight. */
  fight?: true;
}

/** Who fights whom (docs/server.md, "Fights"): a datum of rolls, and of the event that opens a fight. */
export interface Fight {
  place: Thing;
  /** The attacker's first. */
  sides: FightSide[];
  /** Whose dice they are. */
  rolls?: number;
  opens?: true;
}

export interface FightSide {
  clan: string;
  strength: number;
  pieces: Piece[];
  leader?: Name;
  /** What the strength would be but for a rule; a text of section "cap". */
  limit?: { value: number; text: string; clause: string };
}

/** What an event took of a thing; `left` 0: it is gone. */
export interface Loss {
  thing: Thing;
  count: number;
  left: number;
}

export interface Step {
  ply: number;
  who: string;
  /** It began an order, which goes on until the next step that does. */
  opens?: boolean;
  events: Happening[];
  act?: string;
}

/** One line of a roll's arithmetic (docs/server.md, "Rolls"). */
export interface RollPart {
  text: string;
  data: Data;
  value: number | string;
  clause: string;
}

export interface Result {
  winner: string | null;
  winners: string[];
  points: number[] | Record<string, number>;
  reason: string;
  clause: string;
}

export interface UndoState {
  decision: "free" | "ask" | "no";
  order: number;
  asked: null | { by: string; ply: number; waits_for: string[] };
}

/** What today's rules say of a record that was played under others, or why a match cannot go on. */
export interface Notice {
  kind: string;
  /** From here it can be continued. */
  ply: number;
  plies: number;
  clauses: string[];
  text: Record<Lang, string[]>;
}

export interface Snapshot {
  seq: number;
  ply: number;
  state: MatchState;
  notice?: Notice | null;
  seat: string | null;
  who: string | null;
  decision: Decision | null;
  scene: Scene;
  view?: Data;
  undo: UndoState;
  result: Result | null;
  steps: Step[];
}

export interface Bar {
  clause: string;
  what: string;
  data: Data;
}

export interface Refusal {
  action: string;
  bars: Bar[];
  /** How many more actions about the same thing are refused by just the same. */
  others: number;
}

export interface Overlay {
  overlay: string;
  places: Record<string, { value?: number | string; tone: string; name?: Name; data?: Data }>;
  lines: { from: string; to: string; tone: string }[];
  notes: { text: string; data: Data; clauses: string[] }[];
  panel?: Odds;
}

/** What a battle would bring: each outcome with its chance, what each side loses on average, who may die. */
export interface Odds {
  rows: { name: Name; own?: boolean; mean?: number; chances?: number[] }[];
  outcomes?: { text: string; data?: Data; chance: number }[];
  generals?: { name: Name; dead: number }[];
  /** How often it was fought to find out; 0 where every roll was counted. */
  trials?: number;
  /** The answer itself begins the fight: nothing more is asked of the player before the dice. */
  at_once?: boolean;
}

// -- matches ------------------------------------------------------------------------------------------------------

export type MatchState = "gathering" | "playing" | "over" | "closed" | "aside";
export type Dice = "committed" | "typed";

export interface SeatInfo {
  seat: string;
  kind: "person" | "bot" | "open";
  name: string | null;
  bot?: string | null;
  joined: boolean;
  online: boolean;
  /** The side it plays now; another than `seat` after players exchanged sides. */
  plays: string;
}

export interface Fairness {
  version?: number;
  match?: string;
  commitment?: string;
  secret?: string;
  nonces?: Record<string, string>;
  from?: number;
  dealt?: boolean;
  [more: string]: unknown;
}

export interface MatchInfo {
  id: string;
  game: string;
  scenario: string;
  options: Record<string, OptionValue>;
  name: string | null;
  public: boolean;
  state: MatchState;
  notice?: Notice | null;
  dice: Dice;
  seats: SeatInfo[];
  ply: number;
  seq: number;
  who: string | null;
  commitment: string;
  fairness?: Fairness | null;
  result?: Result | null;
  created: string | number;
  changed: string | number;
}

export interface NewMatch {
  game: string;
  scenario?: string;
  options?: Record<string, OptionValue>;
  seats: Record<string, string>;
  name?: string;
  public?: boolean;
  dice?: Dice;
  player?: string;
  upload?: string;
  branch?: { game: string; ply: number };
  lesson?: string;
}

export interface Created {
  id: string;
  commitment: string;
  owner: string;
  seats: { seat: string; kind: string; token?: string; invite?: string }[];
}

export interface Uploaded {
  upload: string;
  game: string;
  scenario: string;
  ply: number;
  who: string | null;
  result: Result | null;
  notice?: Notice | null;
}

export interface ChatLine {
  id: number;
  seat: string | null;
  name: string | null;
  text: string;
  at: string | number;
}

export interface About {
  name: string;
  version: string;
  languages: Lang[];
  limits: Readonly<Record<string, unknown>>;
}

/** What has come about in play; all that is given has to. */
export interface Condition {
  /** Own actions, any of these; `*` stands for a word, at the end for any. */
  done?: string | string[];
  /** How often, if more than once. */
  times?: number;
  /** The question asked now. */
  asked?: string | string[];
  /** Where pieces stand. */
  at?: Record<Thing, string>;
  /** Something of this kind happened. */
  event?: string | string[];
}

export interface LessonStep {
  text: Both;
  /** What to point at: a thing, or a part of the page (`hand`). */
  light?: string;
  look?: string;
  /** The step is over when this has come about; without it, when one goes on from it. */
  until?: Condition;
  /** The step is left out unless this has come about. */
  if?: Condition;
  /** What was rolled since the step before is shown with it, up to an event of one of these kinds. */
  explain?: string[];
  clauses?: string[];
}

export interface Lesson {
  id: string;
  title: Both;
  game: string;
  scenario: string;
  seat: string;
  steps: LessonStep[];
  /** What is said of questions that may come in between. */
  asides: { asked: string | string[]; text: Both }[];
}

export interface Problem {
  type?: string;
  title?: string;
  status: number;
  detail?: string;
  code?: string;
  field?: string;
  clause?: string;
  bars?: Bar[];
  snapshot?: Snapshot;
}

// -- what became of a match ---------------------------------------------------------------------------------------

/** An order with which the standing changed much. */
export interface TurningPoint {
  ply: number;
  /** The ply before it. */
  from: number;
  turn: number;
  who: string;
  size: number;
  ends: boolean;
  change: Record<string, number>;
  events: Happening[];
}

export interface LuckRow {
  /** Texts of section "luck". */
  purpose: string;
  rolls: number;
  got: number;
  mean: number;
  low: number;
  high: number;
}

/** The story of a match that is over (docs/server.md, "Story"). */
export interface Story {
  seats: string[];
  standing: { ply: number; turn: number; values: number[] }[];
  points: TurningPoint[];
  luck: Record<string, { rolls: number; better: number; rows: LuckRow[] }>;
}
