/** The promise about the dice, checked in the browser: the secret shown at the end is the one promised at the start. */

import type { Fairness } from "./types";

/** True when the revealed secret gives the commitment; null when nothing was revealed or this browser cannot tell. */
export async function keptPromise(commitment: string, fairness: Fairness | null | undefined): Promise<boolean | null> {
  const secret = fairness?.secret;
  // Browsers offer their hash functions only to pages they hold to be safe (https, or this machine).
  if (typeof secret !== "string" || !/^([0-9a-f]{2})+$/i.test(secret) || globalThis.crypto?.subtle === undefined) return null;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === commitment.toLowerCase();
}
