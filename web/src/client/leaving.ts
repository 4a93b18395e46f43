/** Ending a match before its end: closing it, with the leave of the others, and giving up one's own seat. */

import { api } from "./api";
import type { MatchClient } from "./matchClient.svelte";
import type { SeatInfo } from "../model/types";

/** Closes the match where nobody else has to be asked; else the others are. */
export async function closeMatch(table: MatchClient, owner: string): Promise<void> {
  await table.during(async () => {
    const { id, closing = null, ...rest } = await api.close(table.id, owner);
    if (table.info !== null) table.meet({ ...table.info, ...(id === undefined ? {} : rest), closing });
  });
}

export async function answerClose(table: MatchClient, agree: boolean, chair: string): Promise<void> {
  await table.during(async () => table.meet(await api.answerClose(table.id, table.kept?.seats[chair] ?? null, agree)));
}

/** The chair that looks gives up. */
export async function resign(table: MatchClient): Promise<void> {
  await table.during(async () => table.meet(await api.resign(table.id, table.token)));
}

/** What resigning brings: with two seats the other has won, with more a bot plays on. */
export function resignConsequence(table: MatchClient): "resign_two" | "resign_more" {
  return (table.info?.seats.length ?? 0) > 2 ? "resign_more" : "resign_two";
}

/** The chairs that were given up in this browser: bots play them now. */
export function ownResignedSeats(table: Pick<MatchClient, "info" | "kept">): SeatInfo[] {
  const kept = table.kept?.seats ?? {};
  return (table.info?.seats ?? []).filter((one) => one.kind === "bot" && one.resigned === true && one.seat in kept);
}

/** Whether the whole record may be had: it holds what the others hide, so only at the end, or by one who plays for all. */
export function maySave(table: Pick<MatchClient, "info" | "held">): boolean {
  const state = table.info?.state;
  if (state === "over" || state === "closed") return true;
  const persons = (table.info?.seats ?? []).filter((one) => one.kind === "person");
  return table.held.length > 0 && (state === "aside" || persons.every((one) => table.held.includes(one.seat)));
}
