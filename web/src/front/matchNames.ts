/** How a match is called in lists. */

import type { GameShort } from "../model/types";
import { both } from "../ui/translate.svelte";

interface Listed {
  name: string | null;
  game: string;
  scenario: string;
}

/** Its own name, or that of its game. */
export function called(games: GameShort[], match: Listed): string {
  return match.name || title(games, match.game);
}

function title(games: GameShort[], game: string): string {
  return both(games.find((one) => one.id === game)?.title) || game;
}

/** What the name of a match does not tell: its game, if it has a name of its own, and its scenario. */
export function besides(games: GameShort[], match: Listed): string[] {
  const scenarios = games.find((one) => one.id === match.game)?.scenarios ?? [];
  const scenario = scenarios.length > 1 ? both(scenarios.find((one) => one.id === match.scenario)?.title) : "";
  return [match.name ? title(games, match.game) : "", scenario].filter(Boolean);
}
