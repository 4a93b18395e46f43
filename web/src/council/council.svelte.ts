/** The war council: what others did since the player's last decision, entry by entry. */

import type { SpotlightTarget } from "../board";
import type { UiState } from "../ui/uiState.svelte";
import { settings } from "../ui/settings.svelte";
import type { MatchClient } from "../client/matchClient.svelte";
import type { Step } from "../model/types";
import { Playback } from "./playback.svelte";
import {
  orderGiverAt,
  idleSeatsIn,
  isMinor,
  isOwn,
  lastRunWorthTelling,
  roleOf,
  stepsSinceOwn,
  spotlightOf,
  groupOrders,
  type CouncilEntry,
  type Order,
  type Roles,
} from "./orders";
import { thingPlacesOf } from "./thingPlaces";

const NONE: Roles = {};
/** At most this many entries are read out at once. */
const SPOKEN = 6;

export class Council {
  /** The index of the entry shown; -1 if all entries are shown in short. */
  shownIndex = $state(-1);
  /** Whether entries that changed nothing are shown too. */
  showsAll = $state(false);
  readonly playback: Playback;

  constructor(
    private readonly client: MatchClient,
    private readonly ui: UiState,
  ) {
    this.playback = new Playback(
      () => settings.pace,
      (steps) => this.isShownOnMap(steps),
    );
  }

  /** True if the card is open beside the map, or the map still shows what others did. */
  get isOpen(): boolean {
    return this.ui.isCouncilOpen || this.playback.isLagging;
  }

  private get roles(): Roles {
    return this.client.catalogue?.tells ?? NONE;
  }

  private readonly thingPlaces = $derived.by(() => {
    const [board, scene] = [this.client.board, this.client.snapshot?.scene];
    return board === null || scene === undefined ? null : thingPlacesOf(board, scene);
  });

  private readonly side = $derived.by(() => this.client.sideOf(this.client.seat));
  /** The ply of the player's own last decision. */
  readonly ownPly = $derived.by(() => this.client.steps.findLast((step) => isOwn(step, this.side))?.ply ?? null);

  private entriesOf(steps: readonly Step[]): CouncilEntry[] {
    const [first] = steps;
    return this.thingPlaces === null || first === undefined
      ? []
      : groupOrders(steps, this.roles, this.thingPlaces, orderGiverAt(this.client.steps, first.ply));
  }

  readonly entries = $derived.by((): CouncilEntry[] =>
    this.entriesOf(
      lastRunWorthTelling(this.client.steps, this.side, (run) =>
        this.entriesOf(run).some((entry) => entry.kind === "order" && !isMinor(entry)),
      ),
    ),
  );
  readonly shownEntries = $derived(this.entries.filter((entry) => this.showsAll || !isMinor(entry)));
  readonly orders = $derived(this.shownEntries.filter((entry): entry is Order => entry.kind === "order"));
  readonly minorCount = $derived(this.entries.filter(isMinor).length);
  readonly shownOrder = $derived.by((): Order | null => this.orders[this.shownIndex] ?? null);

  /**
   * The latest ply if others have given orders since the player's own last decision, else null. Seats that share this
   * screen have seen each other's orders.
   */
  readonly news = $derived.by((): number | null => {
    const entries = this.entriesOf(stepsSinceOwn(this.client.steps, this.side)).filter(
      (entry) => entry.kind === "order" && entry.opened && !isMinor(entry) && !this.isHeldHere(entry.who),
    );
    return entries.length > 0 && this.client.ownDecision !== null ? (this.client.steps.at(-1)?.ply ?? null) : null;
  });

  /**
   * The names of other seats that did nothing in their turn since the player's own last decision; "" if there are none.
   */
  readonly idleNames = $derived.by((): string => {
    const { texts, ownDecision: mine } = this.client;
    if (texts === null || mine === null) return "";
    const run = stepsSinceOwn(this.client.steps, this.side);
    const others = idleSeatsIn(run, this.entriesOf(run)).filter(
      (who) => this.client.participantOf(who) !== null && who !== this.side && !this.isHeldHere(who),
    );
    return texts.joinNames(others.map((who) => texts.side(who)));
  });

  private isHeldHere(who: string | null): boolean {
    const participant = this.client.participantOf(who);
    return participant !== null && this.client.heldSeats.includes(participant);
  }

  /** The new orders in short, for screen readers. */
  readonly announcement = $derived.by((): string => {
    const { texts, freshSteps: fresh } = this.client;
    const entries = this.entriesOf(fresh).filter((entry) => !isMinor(entry));
    return entries
      .slice(-SPOKEN)
      .map((entry) => texts?.sayEvent(entry.kind === "order" ? entry.title.event : entry.event) ?? "")
      .join(". ");
  });

  /** Tell whether the map shows anything of these steps. */
  private isShownOnMap(steps: readonly Step[]): boolean {
    const thingPlaces = this.thingPlaces;
    return (
      thingPlaces !== null &&
      this.eventsToShow(steps).some((line) => spotlightOf([line], thingPlaces).places.length > 0)
    );
  }

  private eventsToShow(steps: readonly Step[]) {
    return steps
      .flatMap((step) => step.events.map((event) => ({ event, step })))
      .filter(({ event }) => !["minor", "turn"].includes(roleOf(this.roles, event)));
  }

  /** What happens on the map now, in words. */
  readonly playbackText = $derived.by((): string => {
    const line = this.playback.isLagging ? this.eventsToShow(this.playback.steps).at(-1) : undefined;
    return line === undefined ? "" : (this.client.texts?.sayEvent(line.event) ?? "");
  });

  /** What the map is asked to show. */
  readonly spotlight = $derived.by((): SpotlightTarget | null => {
    const thingPlaces = this.thingPlaces;
    if (thingPlaces === null) return null;
    if (this.playback.isLagging) {
      const { places } = spotlightOf(this.eventsToShow(this.playback.steps), thingPlaces);
      return { places, routes: [], key: `play ${this.playback.steps.at(-1)?.ply}` };
    }
    if (this.ui.pointedEvents !== null)
      return {
        ...spotlightOf(this.ui.pointedEvents, thingPlaces),
        key: `line ${this.numberOf(this.ui.pointedEvents)}`,
      };
    if (!this.ui.isCouncilOpen) return null;
    if (this.shownOrder !== null) return { ...this.shownOrder, key: `entry ${this.shownOrder.key}` };
    return { places: [], routes: this.orders.flatMap(({ routes }) => routes), key: "all", still: true };
  });

  /** Counts how often lines are pointed at, so that a line that is pointed at again is shown again. */
  private pointing: { at: readonly unknown[]; number: number } = { at: [], number: 0 };
  private numberOf(pointed: readonly unknown[]): number {
    if (this.pointing.at !== pointed) this.pointing = { at: pointed, number: this.pointing.number + 1 };
    return this.pointing.number;
  }

  goTo(to: number): void {
    this.ui.pointedEvents = null;
    this.shownIndex = Math.max(-1, Math.min(this.orders.length - 1, to));
  }

  open(): void {
    this.ui.pointedEvents = null;
    this.shownIndex = -1;
    this.ui.isCouncilOpen = true;
  }

  close(): void {
    this.ui.pointedEvents = null;
    this.shownIndex = -1;
    this.ui.isCouncilOpen = false;
  }

  skip(): void {
    this.playback.showPresent();
  }
}
