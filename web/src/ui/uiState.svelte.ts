/** What lies open around the table: drawers, sheets, the tab in view. Parts find it through Svelte's context. */

import { getContext, setContext } from "svelte";
import type { Chart, GameEvent, Step } from "../model/types";

export type Drawer = "rules" | "charts" | "keys" | "menu" | "seats" | "result" | "aims" | "options" | null;
export type Tab = "order" | "log" | "chat" | "cards" | "details" | "more";

/** An event with the step it belongs to. */
export interface StepEvent {
  step: Step;
  event: GameEvent;
}

export class UiState {
  /** `charts`: those of the game, as soon as they are known. */
  constructor(private readonly charts: () => readonly Chart[]) {}

  drawer = $state<Drawer>(null);
  /** The clause the rules drawer opens at, or what is searched for. */
  clause = $state<string | null>(null);
  search = $state("");
  /** The ply at which the battle scene is open: setting it opens the scene at the roll of that step, null closes it. */
  fight = $state<number | null>(null);
  tab = $state<Tab>("order");
  asking = $state(false);
  /** Chairs whose players have resigned while one was looking, until that is put away. */
  left = $state<string[]>([]);

  openRules(clause: string | null = null): void {
    this.clause = clause;
    this.search = "";
    this.drawer = "rules";
  }

  chart(id: string | null): Chart | undefined {
    return this.charts().find((chart) => chart.id === id);
  }

  /** What happened since the own last decision lies open beside the map. */
  council = $state(false);
  /** Shows the present if the map lags behind, and says whether it did. */
  skip: () => boolean = () => false;
  /** Lines of the log that the map is asked to show; pointing at the same again shows it again. */
  pointed = $state.raw<readonly StepEvent[] | null>(null);

  toggle(drawer: Exclude<Drawer, null>): void {
    this.drawer = this.drawer === drawer ? null : drawer;
  }
}

const KEY = Symbol("desk");

export function createUiState(charts: () => readonly Chart[] = () => []): UiState {
  return setContext(KEY, new UiState(charts));
}

export function getUiState(): UiState {
  return getContext<UiState>(KEY);
}
