/** The status of seats, in games where it can change: vassal, rebel, out of play. */

import type { Texts } from "./texts";
import type { Scene } from "./types";

/** Return the word for the status beside a seat's name; "" if the game has none. */
export function statusOf(
  scene: Pick<Scene, "seats"> | null | undefined,
  seat: string | undefined,
  texts: Texts,
): string {
  const status = seat === undefined ? undefined : scene?.seats?.[seat]?.status;
  return status === undefined ? "" : texts.name("status", status);
}

/** Return what to tell a player whose status has just changed; null if it has not, or needs no words. */
export function describeStatusChange(
  before: Pick<Scene, "seats"> | null,
  now: Pick<Scene, "seats">,
  seat: string,
  texts: Texts,
): { text: string; out: boolean } | null {
  const [was, is] = [before?.seats?.[seat], now.seats?.[seat]];
  if (was === undefined || is === undefined || was.status === is.status || !texts.has("became", is.status)) return null;
  return { text: texts.fill("became", is.status, is.data), out: is.out };
}
