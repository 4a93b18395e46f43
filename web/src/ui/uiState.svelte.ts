/** What is open on a screen: dialog, tab, battle scene. Components find it through Svelte's context. */

import { getContext, setContext } from "svelte";
import type { Chart, GameEvent, Step } from "../model/types";

export type DialogName = "rules" | "charts" | "keys" | "menu" | "seats" | "result" | "aims" | "options" | null;
export type PhoneTab = "order" | "log" | "chat" | "cards" | "details" | "more";

/** An event with the step it belongs to. */
export interface StepEvent {
  step: Step;
  event: GameEvent;
}

export class UiState {
  /** `charts` returns the charts of the game, or none while they are unknown. */
  constructor(private readonly charts: () => readonly Chart[]) {}

  dialog = $state<DialogName>(null);
  /** The clause at which the rules drawer opens; null to open it at no clause. */
  rulesClause = $state<string | null>(null);
  rulesSearch = $state("");
  /**
   * The ply at which the battle scene is open. Setting a ply opens the scene at the roll of that step; null closes it.
   */
  battlePly = $state<number | null>(null);
  tab = $state<PhoneTab>("order");
  isAskingWhy = $state(false);
  /** Participants who have resigned while the page was open, until the notice is closed. */
  newlyResigned = $state<string[]>([]);

  openRules(clause: string | null = null): void {
    this.rulesClause = clause;
    this.rulesSearch = "";
    this.dialog = "rules";
  }

  findChart(id: string | null): Chart | undefined {
    return this.charts().find((chart) => chart.id === id);
  }

  /** True if the card of what happened since the player's last decision is open beside the map. */
  isCouncilOpen = $state(false);
  /** Shows the present if the map lags behind, and returns whether it did. */
  showPresent: () => boolean = () => false;
  /** Lines of the log that the map is asked to show; pointing at the same line again shows it again. */
  pointedEvents = $state.raw<readonly StepEvent[] | null>(null);

  toggleDialog(drawer: Exclude<DialogName, null>): void {
    this.dialog = this.dialog === drawer ? null : drawer;
  }
}

const KEY = Symbol("uiState");

export function createUiState(charts: () => readonly Chart[] = () => []): UiState {
  return setContext(KEY, new UiState(charts));
}

export function getUiState(): UiState {
  return getContext<UiState>(KEY);
}
