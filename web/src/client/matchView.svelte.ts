/** What this browser sees of a match and does with it: what was told, what is picked, and what follows from that. */

import { SvelteMap } from "svelte/reactivity";
import { describeOption, sortOptions } from "../choice/optionWords";
import { litBesideMap } from "../board/pointing/clickedThing";
import { detailsOf, subjectOf } from "../model/details";
import { ownMatches } from "./seats/ownMatches.svelte";
import { readAmounts, countLights, visibleThings, narrowOptions, primaryOptionOf } from "../choice/narrow";
import { receipts } from "./fairness/receiptStore.svelte";
import { gatherRows, mergeCopies, type OptionRow } from "../choice/optionRows";
import { Seating } from "./seats/seating.svelte";
import { settings } from "../ui/settings.svelte";
import { placeOf, placeThing } from "../model/placeThings";
import { RollsAtOnce } from "./rollsAtOnce.svelte";
import type { ConnectionState } from "./stream";
import { searchable, Texts } from "../model/texts";
import type {
  Board,
  Catalogue,
  ChatLine,
  Decision,
  MatchInfo,
  Option,
  Overlay,
  Refusal,
  Snapshot,
  Step,
  Thing,
} from "../model/types";

/** Why something cannot be done, as asked by clicking or typing. */
export interface WhyNot {
  about: string;
  refusals: Refusal[] | null;
}

/** An answer that waits for a second look: its chances are shown first, or that it ends or gives up more than it seems to. */
export interface StagedOption {
  option: Option;
  odds: Overlay | null;
  grave?: boolean;
}

export class MatchView {
  readonly id: string;
  readonly seating: Seating;
  info = $state.raw<MatchInfo | null>(null);
  catalogue = $state.raw<Catalogue | null>(null);
  board = $state.raw<Board | null>(null);
  snapshot = $state.raw<Snapshot | null>(null);
  /** It was closed before anything lay on the table. */
  empty = $state(false);
  /** The steps that came last, for whoever shows them moving. */
  fresh = $state.raw<Step[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  line = $state<ConnectionState>("open");
  busy = $state(false);
  failure = $state.raw<unknown>(null);
  trouble = $state.raw<unknown>(null);
  /** What became of the wish to take back, or to close the match. */
  note = $state<"taken_back" | "not_taken_back" | "not_closed" | null>(null);

  /**
   * Whose eyes are used: one of the chairs held here, or null for a spectator. A chair bears the name of the seat it was
   * taken for; games may let players exchange sides, and `plays` of the match tells which side it plays now.
   */
  seat = $state<string | null>(null);
  /** The chair that decides sits in this browser, but another one is looking: the curtain is down for it. */
  curtain = $state<string | null>(null);

  picked = $state.raw<ReadonlySet<Thing>>(new Set());
  selected = $state<Thing | null>(null);
  /** What is looked at closely. It stays until something else is, or until it leaves the table. */
  looked = $state<Thing | null>(null);
  /** The things of the answer under the pointer or the focus: they are shown on the board. */
  pointed = $state.raw<readonly Thing[] | null>(null);
  /** What was typed to find an answer among many. */
  filter = $state("");
  /** What the guided start points at. */
  hint = $state<Thing | null>(null);
  readonly stakes = new RollsAtOnce();
  staged = $state.raw<StagedOption | null>(null);
  why = $state.raw<WhyNot | null>(null);
  overlay = $state.raw<Overlay | null>(null);
  /** The number chosen so far where the question is how many. */
  amount = $state<number | null>(null);
  /** Set while an answer is sent again and again to a server that is away: calling it off. */
  callOff = $state.raw<(() => void) | null>(null);

  protected readonly stepsByPly = new SvelteMap<number, Step>();

  constructor(id: string) {
    this.id = id;
    this.seating = new Seating(id);
  }

  // -- what follows from the state --------------------------------------------------------------------------------

  readonly texts = $derived(this.catalogue === null ? null : Texts.of(this.catalogue, settings.lang));
  readonly other = $derived(
    this.catalogue === null ? null : Texts.of(this.catalogue, settings.lang === "en" ? "ja" : "en"),
  );
  readonly steps = $derived([...this.stepsByPly.values()].sort((a, b) => a.ply - b.ply));
  readonly kept = $derived.by(() => ownMatches.find(this.id));
  /** What was promised about the dice when a seat was taken here; it is whole when the match has begun. */
  readonly receipt = $derived.by(() => {
    const found = this.info === null || this.info.dice === "typed" || this.info.state === "gathering" ? null : receipts.find(this.id);
    return found !== null && Object.keys(found.nonces).length > 0 ? found : null;
  });
  /** The chairs that are played here; a bot has that of one who has resigned. */
  readonly held = $derived.by(() => {
    const bots = this.info?.seats.filter((one) => one.kind === "bot").map((one) => one.seat) ?? [];
    return Object.keys(this.kept?.seats ?? {}).filter((seat) => !bots.includes(seat));
  });
  /** The decision, if it is ours to make. */
  readonly mine = $derived.by((): Decision | null => {
    const decision = this.snapshot?.decision ?? null;
    return decision !== null && decision.options !== undefined && this.curtain === null ? decision : null;
  });
  readonly options = $derived(this.mine?.options ?? []);
  readonly left = $derived(narrowOptions(this.options, this.picked));
  private readonly listed = $derived(this.texts === null ? this.left : sortOptions(this.left, this.snapshot?.scene, this.texts));
  /** The list of answers as it is shown: narrowed by what is picked, and by what was typed above it. */
  readonly rows = $derived.by((): OptionRow[] => {
    const wanted = searchable(this.filter.trim());
    if (wanted === "") return mergeCopies(gatherRows(this.listed, this.picked), (option) => this.words(option));
    return this.listed
      .filter((option) => option.text.includes(wanted) || searchable(this.words(option)).includes(wanted))
      .map((option) => ({ kind: "answer", option, copies: 1 }));
  });
  readonly lit = $derived(countLights(this.left.length > 0 ? this.left : this.options));
  private readonly lying = $derived(visibleThings(this.snapshot?.scene));
  /** Can one see that it is lit? */
  readonly isDrawn = (thing: Thing): boolean => isPlace(thing, this.board) || this.lying.has(thing);
  /** The answer to "how many": the number chosen, or the most. */
  readonly counted = $derived.by((): Option | null => {
    const found = this.mine?.kind === "amount" ? readAmounts(this.left) : null;
    if (found === null) return null;
    const number = this.amount ?? found.numbers.at(-1);
    return this.left.find((option) => option.text === `${found.stem} ${number}`) ?? null;
  });
  readonly shown = $derived(this.pointed === null ? this.picked : new Set([...this.picked, ...this.pointed]));
  readonly primary = $derived(this.staged?.option ?? this.counted ?? primaryOptionOf(this.mine, this.left));
  /** Answers in a row that arrange everything as the engine proposes, while nothing else is being chosen. */
  readonly proposal = $derived.by((): string[] => (this.picked.size > 0 || this.staged !== null ? [] : (this.mine?.proposes ?? [])));
  readonly waiting = $derived(this.snapshot?.who ?? null);
  readonly details = $derived(detailsOf(this.snapshot?.scene, this.board, this.looked));
  /** What the question in hand is about, if that can be looked at. */
  readonly subject = $derived(this.snapshot === null ? null : subjectOf(this.snapshot.scene, this.board, this.mine));

  /** The place that the question in hand is about, if it names one. */
  readonly within = $derived.by((): Thing | null => {
    const id = this.board === null ? null : this.mine?.data?.[this.board.domain];
    return this.board !== null && typeof id === "string" ? placeThing(this.board, id) : null;
  });

  /** What is lit beside the map. */
  readonly litAside = $derived(this.board === null ? this.lit : litBesideMap(this.lit, this.board.domain, this.within));

  /** An answer in words. */
  words(option: Option): string {
    return this.texts === null ? option.text : describeOption(option, this.snapshot?.scene, this.texts);
  }

  get token(): string | null {
    return this.seat === null ? null : (this.kept?.seats[this.seat] ?? null);
  }

  /** The chair that plays a side now, and the side a chair plays. */
  chairOf(side: string | null): string | null {
    return this.info?.seats.find((one) => one.plays === side)?.seat ?? null;
  }

  sideOf(chair: string | null): string | null {
    return this.info?.seats.find((one) => one.seat === chair)?.plays ?? chair;
  }

  /** Whatever was picked, asked or typed about the question falls. */
  clear(): void {
    this.picked = new Set();
    this.selected = null;
    this.pointed = null;
    this.staged = null;
    this.filter = "";
    this.amount = null;
    this.why = null;
    this.trouble = null;
  }
}

export function isPlace(thing: Thing, board: Board | null): boolean {
  return board !== null && placeOf(board, thing) !== null;
}
