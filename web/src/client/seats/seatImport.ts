/**
 * Seats that come from elsewhere: by a link, or out of a file of one's own matches. A token is kept only after the server
 * has accepted it for its seat. What is kept already is replaced by nothing else.
 */

import { api, ApiError } from "../api";
import { keep } from "./ownMatches.svelte";
import { matchesIn, type KeptMatch } from "./ownMatchStorage";
import { receiptsIn } from "../fairness/receipts";
import { receipts } from "../fairness/receiptStore.svelte";

/** `kept`: the seat is held here; `refused`: the server does not know this token; `away`: it could not be asked, or had no time. */
export type Adopted = "kept" | "refused" | "away";

/** The version of the file, for later ones. */
const VERSION = 1;
/** No file of one's own matches is larger. */
export const LARGEST_FILE = 2 * 1024 * 1024;

/** Keeps the token of a seat, if it opens that seat. */
export async function adopt(match: string, seat: string, token: string): Promise<Adopted> {
  if (keep.find(match)?.seats[seat] === token) return "kept";
  try {
    const info = await api.match(match, token);
    const { seat: side } = await api.view(match, token);
    if (info.seats.find((one) => one.plays === side)?.seat !== seat) return "refused";
    keep.sit(match, seat, token, { game: info.game, scenario: info.scenario, name: info.name });
    return "kept";
  } catch (error) {
    return error instanceof ApiError && error.final ? "refused" : "away";
  }
}

/** The seats and receipts of this browser, to be kept elsewhere. Whoever has the file can play these seats. */
export function exportMatches(): Blob {
  const file = { gunki: "matches", version: VERSION, matches: keep.all, receipts: keep.all.flatMap(({ id }) => receipts.find(id) ?? []) };
  return new Blob([`${JSON.stringify(file, null, 1)}\n`], { type: "application/json" });
}

/** Takes the seats of such a file that the server accepts. How many there are, and how many could not be used. */
export async function importMatches(text: string): Promise<{ kept: number; refused: number; away: number }> {
  const counts = { kept: 0, refused: 0, away: 0 };
  const file = fileIn(text);
  for (const match of file.matches.toReversed()) {
    for (const [seat, token] of Object.entries(match.seats)) {
      const adopted = await adopt(match.id, seat, token);
      counts[adopted] += 1;
      if (adopted === "kept") takeAlong(match);
    }
  }
  for (const receipt of file.receipts) if (keep.find(receipt.match) !== null) receipts.restore(receipt);
  return counts;
}

/** What belongs to a match besides its seats; nothing of it replaces what is known here. */
function takeAlong(match: KeptMatch): void {
  const known = keep.find(match.id);
  if (known === null) return;
  keep.change(match.id, { owner: known.owner ?? match.owner, invites: { ...match.invites, ...known.invites }, lesson: known.lesson ?? match.lesson });
}

/** The matches and receipts of a file from a stranger's hands. */
function fileIn(text: string): { matches: KeptMatch[]; receipts: ReturnType<typeof receiptsIn> } {
  let file: unknown = null;
  try {
    file = JSON.parse(text);
  } catch {
    // no JSON, and so no such file
  }
  if (typeof file !== "object" || file === null || (file as { gunki?: unknown }).gunki !== "matches") throw new NotMatches();
  const { matches, receipts: kept } = file as { matches?: unknown; receipts?: unknown };
  return { matches: matchesIn(JSON.stringify(matches ?? [])), receipts: receiptsIn(JSON.stringify(kept ?? [])) };
}

/** The file is no list of one's own matches. */
export class NotMatches extends Error {}
