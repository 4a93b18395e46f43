/** The names of matches in lists. */

import type { GameSummary } from "../model/types";
import { pickLanguage } from "../ui/translate.svelte";

interface Listed {
  name: string | null;
  game: string;
  scenario: string;
}

/** Return a match's own name, or the name of its game if it has none. */
export function matchName(games: GameSummary[], match: Listed): string {
  return match.name || gameTitle(games, match.game);
}

function gameTitle(games: GameSummary[], game: string): string {
  return pickLanguage(games.find((one) => one.id === game)?.title) || game;
}

/** Return what the name of a match leaves out: the scenario, and the game if the match has its own name. */
export function matchSubtitles(games: GameSummary[], match: Listed): string[] {
  const scenarios = games.find((one) => one.id === match.game)?.scenarios ?? [];
  const scenario = scenarios.length > 1 ? pickLanguage(scenarios.find((one) => one.id === match.scenario)?.title) : "";
  return [match.name ? gameTitle(games, match.game) : "", scenario].filter(Boolean);
}
