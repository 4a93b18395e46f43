/** The state of a match in this browser: what the server sent, what is picked, and what follows from both. */

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

/** The reasons why something cannot be done. The player has asked for them by clicking or typing. */
export interface WhyNot {
  about: string;
  refusals: Refusal[] | null;
}

/**
 * An option that waits for a second press. Before the second press, its odds are shown, or a warning that the option
 * ends a phase or gives up something.
 */
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
  /** True if the match was closed before anything lay on the table. */
  isEmpty = $state(false);
  /** The latest steps, for the animations. */
  freshSteps = $state.raw<Step[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  unreadCount = $state(0);
  connection = $state<ConnectionState>("open");
  isBusy = $state(false);
  loadError = $state.raw<unknown>(null);
  actionError = $state.raw<unknown>(null);
  /** The outcome of a request to take back, or to close the match. */
  outcomeNote = $state<"taken_back" | "not_taken_back" | "not_closed" | null>(null);

  /**
   * The participant of this browser whose view is open, or null for a spectator. A participant has the name of the seat
   * that was taken first. Games may let players exchange sides: `plays` in the match tells which side a participant
   * plays now.
   */
  seat = $state<string | null>(null);
  /**
   * Set while the participant who decides plays in this browser but another one's view is open: the curtain stays down
   * until the view changes.
   */
  curtainSeat = $state<string | null>(null);

  pickedThings = $state.raw<ReadonlySet<Thing>>(new Set());
  selectedThing = $state<Thing | null>(null);
  /** The thing whose details are open, until another is examined or it leaves the table. */
  examinedThing = $state<Thing | null>(null);
  /** The things of the option under the pointer or the focus: they are shown on the board. */
  pointedThings = $state.raw<readonly Thing[] | null>(null);
  /** The text typed to find an option among many. */
  optionFilter = $state("");
  /** The thing that the lesson points at. */
  hintedThing = $state<Thing | null>(null);
  readonly rollsAtOnce = new RollsAtOnce();
  stagedOption = $state.raw<StagedOption | null>(null);
  whyNot = $state.raw<WhyNot | null>(null);
  overlay = $state.raw<Overlay | null>(null);
  /** The number chosen so far if the question is "how many". */
  chosenAmount = $state<number | null>(null);
  /** Stops sending; set while an action is sent again and again to a server that is away. */
  cancelSending = $state.raw<(() => void) | null>(null);

  protected readonly stepsByPly = new SvelteMap<number, Step>();

  constructor(id: string) {
    this.id = id;
    this.seating = new Seating(id);
  }

  // -- what follows from the state --------------------------------------------------------------------------------

  readonly texts = $derived(this.catalogue === null ? null : Texts.of(this.catalogue, settings.lang));
  readonly otherTexts = $derived(
    this.catalogue === null ? null : Texts.of(this.catalogue, settings.lang === "en" ? "ja" : "en"),
  );
  readonly steps = $derived([...this.stepsByPly.values()].sort((a, b) => a.ply - b.ply));
  readonly ownMatch = $derived.by(() => ownMatches.find(this.id));
  /** The receipt for the dice. It is null before the match begins, because it is not complete until then. */
  readonly receipt = $derived.by(() => {
    const receipt =
      this.info === null || this.info.dice === "typed" || this.info.state === "gathering"
        ? null
        : receipts.find(this.id);
    return receipt !== null && Object.keys(receipt.nonces).length > 0 ? receipt : null;
  });
  /** The participants played in this browser, without those who have resigned, because bots play for them. */
  readonly heldSeats = $derived.by(() => {
    const bots = this.info?.seats.filter((one) => one.kind === "bot").map((one) => one.seat) ?? [];
    return Object.keys(this.ownMatch?.seats ?? {}).filter((seat) => !bots.includes(seat));
  });
  /** The decision, if it is this seat's to make. */
  readonly ownDecision = $derived.by((): Decision | null => {
    const decision = this.snapshot?.decision ?? null;
    return decision !== null && decision.options !== undefined && this.curtainSeat === null ? decision : null;
  });
  readonly options = $derived(this.ownDecision?.options ?? []);
  readonly narrowedOptions = $derived(narrowOptions(this.options, this.pickedThings));
  private readonly sortedOptions = $derived(
    this.texts === null ? this.narrowedOptions : sortOptions(this.narrowedOptions, this.snapshot?.scene, this.texts),
  );
  /** The rows of the list of options: narrowed by what is picked, and by the text typed above it. */
  readonly optionRows = $derived.by((): OptionRow[] => {
    const wanted = searchable(this.optionFilter.trim());
    if (wanted === "")
      return mergeCopies(gatherRows(this.sortedOptions, this.pickedThings), (option) => this.sayOption(option));
    return this.sortedOptions
      .filter((option) => option.text.includes(wanted) || searchable(this.sayOption(option)).includes(wanted))
      .map((option) => ({ kind: "answer", option, copies: 1 }));
  });
  readonly litThings = $derived(countLights(this.narrowedOptions.length > 0 ? this.narrowedOptions : this.options));
  private readonly visibleThings = $derived(visibleThings(this.snapshot?.scene));
  /** Tell whether one can see on the table that a thing is lit. */
  readonly isDrawn = (thing: Thing): boolean => isPlace(thing, this.board) || this.visibleThings.has(thing);
  /** The option that answers "how many": the one with the number chosen, else the one with the greatest number. */
  readonly amountOption = $derived.by((): Option | null => {
    const amounts = this.ownDecision?.kind === "amount" ? readAmounts(this.narrowedOptions) : null;
    if (amounts === null) return null;
    const number = this.chosenAmount ?? amounts.numbers.at(-1);
    return this.narrowedOptions.find((option) => option.text === `${amounts.stem} ${number}`) ?? null;
  });
  readonly highlightedThings = $derived(
    this.pointedThings === null ? this.pickedThings : new Set([...this.pickedThings, ...this.pointedThings]),
  );
  readonly primaryOption = $derived(
    this.stagedOption?.option ?? this.amountOption ?? primaryOptionOf(this.ownDecision, this.narrowedOptions),
  );
  /** The actions that place all forces as the engine proposes. Empty while the player is choosing something else. */
  readonly proposal = $derived.by((): string[] =>
    this.pickedThings.size > 0 || this.stagedOption !== null ? [] : (this.ownDecision?.proposes ?? []),
  );
  readonly decidingSide = $derived(this.snapshot?.who ?? null);
  readonly details = $derived(detailsOf(this.snapshot?.scene, this.board, this.examinedThing));
  /** The thing that the present question is about, if it has details. */
  readonly questionSubject = $derived(
    this.snapshot === null ? null : subjectOf(this.snapshot.scene, this.board, this.ownDecision),
  );

  /** The place that the present question is about, if it names one. */
  readonly questionPlace = $derived.by((): Thing | null => {
    const id = this.board === null ? null : this.ownDecision?.data?.[this.board.domain];
    return this.board !== null && typeof id === "string" ? placeThing(this.board, id) : null;
  });

  /** The things that are lit beside the map. */
  readonly litBesideMap = $derived(
    this.board === null ? this.litThings : litBesideMap(this.litThings, this.board.domain, this.questionPlace),
  );

  /** Put an option into words. */
  sayOption(option: Option): string {
    return this.texts === null ? option.text : describeOption(option, this.snapshot?.scene, this.texts);
  }

  get token(): string | null {
    return this.seat === null ? null : (this.ownMatch?.seats[this.seat] ?? null);
  }

  /** Return the participant that plays a side now. `sideOf` is the reverse. */
  participantOf(side: string | null): string | null {
    return this.info?.seats.find((one) => one.plays === side)?.seat ?? null;
  }

  sideOf(participant: string | null): string | null {
    return this.info?.seats.find((one) => one.seat === participant)?.plays ?? participant;
  }

  /** Clear everything picked, asked or typed about the question. */
  clear(): void {
    this.pickedThings = new Set();
    this.selectedThing = null;
    this.pointedThings = null;
    this.stagedOption = null;
    this.optionFilter = "";
    this.chosenAmount = null;
    this.whyNot = null;
    this.actionError = null;
  }
}

export function isPlace(thing: Thing, board: Board | null): boolean {
  return board !== null && placeOf(board, thing) !== null;
}
