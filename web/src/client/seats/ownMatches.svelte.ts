/**
 * The matches this browser takes part in, with the tokens of its seats. A token leaves the browser only in the bearer
 * header of a request.
 */

import { parseOwnMatches, MAX_OWN_MATCHES, type OwnMatch } from "./ownMatchStorage";

export type { OwnMatch };

const KEY = "gunki.matches";

function readStored(): OwnMatch[] {
  try {
    return parseOwnMatches(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

class OwnMatches {
  all = $state<OwnMatch[]>(readStored());

  constructor() {
    // Another tab of the same browser may have taken a seat.
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.all = readStored();
    });
  }

  find(id: string): OwnMatch | null {
    return this.all.find((match) => match.id === id) ?? null;
  }

  /**
   * Return the matches as other tabs have last written them. If nothing can be stored, return the matches known here.
   */
  private readLatest(): OwnMatch[] {
    const stored = readStored();
    return stored.length > 0 ? stored : this.all;
  }

  put(match: OwnMatch): void {
    this.write([match, ...this.readLatest().filter((one) => one.id !== match.id)].slice(0, MAX_OWN_MATCHES));
  }

  update(id: string, part: Partial<OwnMatch>): void {
    const ownMatch = this.readLatest().find((match) => match.id === id);
    if (ownMatch !== undefined) this.put({ ...ownMatch, ...part, at: Date.now() });
  }

  /** Store a seat of a match, with what is known of the match. */
  addSeat(id: string, seat: string, token: string, part: Partial<OwnMatch> = {}): void {
    const fresh: OwnMatch = {
      id,
      game: "",
      scenario: "",
      name: null,
      seats: {},
      invites: {},
      owner: null,
      lesson: null,
      at: 0,
    };
    const ownMatch = this.readLatest().find((match) => match.id === id) ?? fresh;
    this.put({ ...ownMatch, ...part, seats: { ...ownMatch.seats, [seat]: token }, at: Date.now() });
  }

  forget(id: string): void {
    this.write(this.readLatest().filter((match) => match.id !== id));
  }

  private write(all: OwnMatch[]): void {
    this.all = all;
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // Private windows may refuse to store matches; the match then lasts as long as the page is open.
    }
  }
}

export const ownMatches = new OwnMatches();
