/** Ends a match early: closing it, with the consent of the others, and resigning a seat. */

import { api } from "./api";
import type { MatchClient } from "./matchClient.svelte";
import type { SeatInfo } from "../model/types";

/** Close the match if nobody else has to be asked; else ask the others. */
export async function closeMatch(client: MatchClient, owner: string): Promise<void> {
  await client.runAction(async () => {
    const { id, closing = null, ...rest } = await api.close(client.id, owner);
    if (client.info !== null) client.updateInfo({ ...client.info, ...(id === undefined ? {} : rest), closing });
  });
}

export async function answerClose(client: MatchClient, agree: boolean, participant: string): Promise<void> {
  await client.runAction(async () =>
    client.updateInfo(await api.answerClose(client.id, client.ownMatch?.seats[participant] ?? null, agree)),
  );
}

/** Resign for the participant whose view is open. */
export async function resign(client: MatchClient): Promise<void> {
  await client.runAction(async () => client.updateInfo(await api.resign(client.id, client.token)));
}

/**
 * Return the key of the text about the consequence of resigning. With two seats the other side wins; with more, a bot
 * plays on.
 */
export function resignConsequence(client: MatchClient): "resign_two" | "resign_more" {
  return (client.info?.seats.length ?? 0) > 2 ? "resign_more" : "resign_two";
}

/** Return the seats of this browser that were resigned: bots play them now. */
export function ownResignedSeats(client: Pick<MatchClient, "info" | "ownMatch">): SeatInfo[] {
  const tokens = client.ownMatch?.seats ?? {};
  return (client.info?.seats ?? []).filter((one) => one.kind === "bot" && one.resigned === true && one.seat in tokens);
}

/**
 * Tell whether the whole record may be downloaded. The record holds what other players hide. Anybody may download it
 * when the match is over or closed. Before that, this browser must play a seat: either the match was put aside, or the
 * browser plays all the persons' seats.
 */
export function maySave(client: Pick<MatchClient, "info" | "heldSeats">): boolean {
  const state = client.info?.state;
  if (state === "over" || state === "closed") return true;
  const persons = (client.info?.seats ?? []).filter((one) => one.kind === "person");
  return (
    client.heldSeats.length > 0 && (state === "aside" || persons.every((one) => client.heldSeats.includes(one.seat)))
  );
}
