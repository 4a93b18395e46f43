/** Creates a match and stores its seats. */

import { api } from "./api";
import { ownMatches } from "./seats/ownMatches.svelte";
import { router } from "../ui/router.svelte";
import { receipts } from "./fairness/receiptStore.svelte";
import { settings } from "../ui/settings.svelte";
import type { GameSummary, NewMatch } from "../model/types";

/** Create a match, keep its tokens in this browser and go to its page. */
export async function createMatch(wish: NewMatch, token: string | null = null): Promise<void> {
  const name = settings.name.trim();
  const created = await api.create({ ...wish, ...(name ? { player: name } : {}) }, token);
  const seats: Record<string, string> = {};
  const invites: Record<string, string> = {};
  for (const seat of created.seats) {
    if (seat.token !== undefined) seats[seat.seat] = seat.token;
    if (seat.invite !== undefined) invites[seat.seat] = seat.invite;
  }
  receipts.rememberPromise(created.id, created.commitment);
  ownMatches.put({
    id: created.id,
    game: wish.game,
    scenario: wish.scenario ?? "",
    name: wish.name ?? null,
    seats,
    invites,
    owner: created.owner,
    lesson: wish.lesson ?? null,
    at: Date.now(),
  });
  router.goTo(`/m/${encodeURIComponent(created.id)}`);
}

/** Return the bot that a newcomer plays against. */
export function defaultBot(game: GameSummary): string {
  return (game.bots.find((bot) => bot.name === "greedy") ?? game.bots[0])?.name ?? "greedy";
}

/** Return the settings of a match of one person against bots. */
export function soloMatch(game: GameSummary, scenario: string, seat: string): NewMatch {
  const seats = game.scenarios.find((one) => one.id === scenario)?.seats ?? [];
  const bot = defaultBot(game);
  return {
    game: game.id,
    scenario,
    seats: Object.fromEntries(seats.map((one) => [one, one === seat ? "mine" : `bot:${bot}`])),
  };
}

/** Start a lesson: an ordinary match against bots that begins at the position of the lesson. */
export async function startLesson(game: GameSummary, lesson: string): Promise<void> {
  const plan = await api.lesson(game.id, lesson);
  settings.markLessonSeen(game.id);
  await createMatch({ ...soloMatch(game, plan.scenario, plan.seat), lesson });
}
