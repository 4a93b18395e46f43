/** Reads this browser's own matches from localStorage, where anything may have been written. */

export interface OwnMatch {
  id: string;
  game: string;
  scenario: string;
  name: string | null;
  /** Seat -> token, for the seats played in this browser; there are several if people share it. */
  seats: Record<string, string>;
  /** Seat -> invitation that nobody has used yet, to show the link again. */
  invites: Record<string, string>;
  owner: string | null;
  /** The lesson for which the match was made, while the player follows it. */
  lesson: string | null;
  at: number;
}

export const MAX_OWN_MATCHES = 60;

/** Parse own matches: missing or invalid fields are left out, and so is a match without an id. */
export function parseOwnMatches(text: string | null): OwnMatch[] {
  try {
    const parsed: unknown = JSON.parse(text ?? "[]");
    return (Array.isArray(parsed) ? parsed : []).flatMap((one) => parseOwnMatch(one) ?? []).slice(0, MAX_OWN_MATCHES);
  } catch {
    return [];
  }
}

function parseOwnMatch(value: unknown): OwnMatch | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, game, scenario, name, seats, invites, owner, lesson, at } = value as Record<string, unknown>;
  if (typeof id !== "string" || id === "") return null;
  return {
    id,
    game: stringOrNull(game) ?? "",
    scenario: stringOrNull(scenario) ?? "",
    name: stringOrNull(name),
    seats: stringRecord(seats),
    invites: stringRecord(invites),
    owner: stringOrNull(owner),
    lesson: stringOrNull(lesson),
    at: typeof at === "number" ? at : 0,
  };
}

function stringOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function stringRecord(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
