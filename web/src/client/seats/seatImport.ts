/**
 * Imports seats from a link or from a file of own matches, and exports them. A token is stored only after the server
 * has accepted it for its seat, and never replaces one stored before.
 */

import { api, ApiError } from "../api";
import { ownMatches } from "./ownMatches.svelte";
import { parseOwnMatches, type OwnMatch } from "./ownMatchStorage";
import { parseReceipts } from "../fairness/receipts";
import { receipts } from "../fairness/receiptStore.svelte";

/**
 * `kept`: this browser holds the seat. `refused`: the server does not accept the token. `away`: the server could not be
 * asked, or was busy.
 */
export type ImportOutcome = "kept" | "refused" | "away";

/** The version of the file format. */
const VERSION = 1;
/** The size limit of such a file. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** Store the token of a seat if the server accepts it for this seat. */
export async function importSeat(match: string, seat: string, token: string): Promise<ImportOutcome> {
  if (ownMatches.find(match)?.seats[seat] === token) return "kept";
  try {
    const info = await api.match(match, token);
    const { seat: side } = await api.view(match, token);
    if (info.seats.find((one) => one.plays === side)?.seat !== seat) return "refused";
    ownMatches.addSeat(match, seat, token, { game: info.game, scenario: info.scenario, name: info.name });
    return "kept";
  } catch (error) {
    return error instanceof ApiError && error.isFinal ? "refused" : "away";
  }
}

/** Return the seats and receipts of this browser as a file. Anybody who has the file can play these seats. */
export function exportMatches(): Blob {
  const file = {
    gunki: "matches",
    version: VERSION,
    matches: ownMatches.all,
    receipts: ownMatches.all.flatMap(({ id }) => receipts.find(id) ?? []),
  };
  return new Blob([`${JSON.stringify(file, null, 1)}\n`], { type: "application/json" });
}

/**
 * Import the seats of such a file that the server accepts. Return how many seats were kept, refused, or could not be
 * checked.
 */
export async function importMatches(text: string): Promise<{ kept: number; refused: number; away: number }> {
  const counts = { kept: 0, refused: 0, away: 0 };
  const file = parseFile(text);
  for (const match of file.matches.toReversed()) {
    for (const [seat, token] of Object.entries(match.seats)) {
      const adopted = await importSeat(match.id, seat, token);
      counts[adopted] += 1;
      if (adopted === "kept") mergeOwnMatch(match);
    }
  }
  for (const receipt of file.receipts) if (ownMatches.find(receipt.match) !== null) receipts.restore(receipt);
  return counts;
}

/**
 * Add the owner's token, the invitations and the lesson of an imported match. Nothing that is known here is replaced.
 */
function mergeOwnMatch(match: OwnMatch): void {
  const ownMatch = ownMatches.find(match.id);
  if (ownMatch === null) return;
  ownMatches.update(match.id, {
    owner: ownMatch.owner ?? match.owner,
    invites: { ...match.invites, ...ownMatch.invites },
    lesson: ownMatch.lesson ?? match.lesson,
  });
}

/** Parse the matches and receipts of an untrusted file. */
function parseFile(text: string): { matches: OwnMatch[]; receipts: ReturnType<typeof parseReceipts> } {
  let file: unknown = null;
  try {
    file = JSON.parse(text);
  } catch {
    // A text that is not JSON is no file of own matches: the check below refuses it.
  }
  if (typeof file !== "object" || file === null || (file as { gunki?: unknown }).gunki !== "matches")
    throw new NotMatchesFile();
  const { matches, receipts: storedReceipts } = file as { matches?: unknown; receipts?: unknown };
  return {
    matches: parseOwnMatches(JSON.stringify(matches ?? [])),
    receipts: parseReceipts(JSON.stringify(storedReceipts ?? [])),
  };
}

/** Thrown for a file that does not hold own matches. */
export class NotMatchesFile extends Error {}
