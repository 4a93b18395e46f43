/** The war council: what others did since one's last decision, to be gone through entry by entry. */

import type { SpotlightTarget } from "../board";
import type { UiState } from "../ui/uiState.svelte";
import { settings } from "../ui/settings.svelte";
import type { MatchClient } from "../client/matchClient.svelte";
import type { Step } from "../model/types";
import { Playback } from "./playback.svelte";
import { orderGiverAt, idleSeatsIn, isMinor, isOwn, lastRunWorthTelling, roleOf, stepsSinceOwn, spotlightOf, groupOrders, type CouncilEntry, type Order, type Roles } from "./orders";
import { thingPlacesOf } from "./thingPlaces";

const NONE: Roles = {};
/** More than this is not read out at once. */
const SPOKEN = 6;

export class Council {
  /** The entry shown; -1: all of them in short. */
  at = $state(-1);
  /** Also what changed nothing. */
  all = $state(false);
  readonly play: Playback;

  constructor(
    private readonly table: MatchClient,
    private readonly desk: UiState,
  ) {
    this.play = new Playback(() => settings.pace, (steps) => this.shows(steps));
  }

  /** The card lies open beside the map, or shows what the map does. */
  get isOpen(): boolean {
    return this.desk.council || this.play.lagging;
  }

  private get roles(): Roles {
    return this.table.catalogue?.tells ?? NONE;
  }

  private readonly world = $derived.by(() => {
    const [board, scene] = [this.table.board, this.table.snapshot?.scene];
    return board === null || scene === undefined ? null : thingPlacesOf(board, scene);
  });

  private readonly side = $derived.by(() => this.table.sideOf(this.table.seat));
  /** The ply of the own last decision. */
  readonly own = $derived.by(() => this.table.steps.findLast((step) => isOwn(step, this.side))?.ply ?? null);

  private tell(steps: readonly Step[]): CouncilEntry[] {
    const [first] = steps;
    return this.world === null || first === undefined ? [] : groupOrders(steps, this.roles, this.world, orderGiverAt(this.table.steps, first.ply));
  }

  readonly entries = $derived.by((): CouncilEntry[] => this.tell(lastRunWorthTelling(this.table.steps, this.side, (run) => this.tell(run).some((entry) => entry.kind === "order" && !isMinor(entry)))));
  readonly shown = $derived(this.entries.filter((entry) => this.all || !isMinor(entry)));
  readonly orders = $derived(this.shown.filter((entry): entry is Order => entry.kind === "order"));
  readonly folded = $derived(this.entries.filter(isMinor).length);
  readonly order = $derived.by((): Order | null => this.orders[this.at] ?? null);

  /** Have others given orders since the own last decision? Those who share this screen have seen each other's. */
  readonly news = $derived.by((): number | null => {
    const entries = this.tell(stepsSinceOwn(this.table.steps, this.side)).filter((entry) => entry.kind === "order" && entry.opened && !isMinor(entry) && !this.isHere(entry.who));
    return entries.length > 0 && this.table.mine !== null ? (this.table.steps.at(-1)?.ply ?? null) : null;
  });

  /** The names of those others who let their turn go by since the own last decision; none: "". */
  readonly idle = $derived.by((): string => {
    const { texts, mine } = this.table;
    if (texts === null || mine === null) return "";
    const run = stepsSinceOwn(this.table.steps, this.side);
    const others = idleSeatsIn(run, this.tell(run)).filter((who) => this.table.chairOf(who) !== null && who !== this.side && !this.isHere(who));
    return texts.listed(others.map((who) => texts.side(who)));
  });

  private isHere(who: string | null): boolean {
    const chair = this.table.chairOf(who);
    return chair !== null && this.table.held.includes(chair);
  }

  /** What those hear who listen: the new orders in short. */
  readonly spoken = $derived.by((): string => {
    const { texts, fresh } = this.table;
    const told = this.tell(fresh).filter((entry) => !isMinor(entry));
    return told.slice(-SPOKEN).map((entry) => texts?.event(entry.kind === "order" ? entry.title.event : entry.event) ?? "").join(". ");
  });

  /** Does the map show anything of these steps? */
  private shows(steps: readonly Step[]): boolean {
    const world = this.world;
    return world !== null && this.told(steps).some((line) => spotlightOf([line], world).places.length > 0);
  }

  private told(steps: readonly Step[]) {
    return steps.flatMap((step) => step.events.map((event) => ({ event, step }))).filter(({ event }) => !["minor", "turn"].includes(roleOf(this.roles, event)));
  }

  /** What happens on the map at this moment, in words. */
  readonly watched = $derived.by((): string => {
    const line = this.play.lagging ? this.told(this.play.steps).at(-1) : undefined;
    return line === undefined ? "" : (this.table.texts?.event(line.event) ?? "");
  });

  /** What the map is asked to show. */
  readonly spotlight = $derived.by((): SpotlightTarget | null => {
    const world = this.world;
    if (world === null) return null;
    if (this.play.lagging) {
      const { places } = spotlightOf(this.told(this.play.steps), world);
      return { places, routes: [], key: `play ${this.play.steps.at(-1)?.ply}` };
    }
    if (this.desk.pointed !== null) return { ...spotlightOf(this.desk.pointed, world), key: `line ${this.numberOf(this.desk.pointed)}` };
    if (!this.desk.council) return null;
    if (this.order !== null) return { ...this.order, key: `entry ${this.order.key}` };
    return { places: [], routes: this.orders.flatMap(({ routes }) => routes), key: "all", still: true };
  });

  /** Pointing at the same line again is another wish. */
  private pointing: { at: readonly unknown[]; number: number } = { at: [], number: 0 };
  private numberOf(pointed: readonly unknown[]): number {
    if (this.pointing.at !== pointed) this.pointing = { at: pointed, number: this.pointing.number + 1 };
    return this.pointing.number;
  }

  go(to: number): void {
    this.desk.pointed = null;
    this.at = Math.max(-1, Math.min(this.orders.length - 1, to));
  }

  open(): void {
    this.desk.pointed = null;
    this.at = -1;
    this.desk.council = true;
  }

  close(): void {
    this.desk.pointed = null;
    this.at = -1;
    this.desk.council = false;
  }

  skip(): void {
    this.play.skip();
  }
}
