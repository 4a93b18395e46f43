/** The matches this browser takes part in, with the tokens of its seats. They never leave it but as a bearer header. */

export interface KeptMatch {
  id: string;
  game: string;
  scenario: string;
  name: string | null;
  /** Seat -> token, for the seats held here; several at one table. */
  seats: Record<string, string>;
  /** Seat -> invitation not yet used by anyone, to show the link again. */
  invites: Record<string, string>;
  owner: string | null;
  lesson: boolean;
  at: number;
}

const KEY = "gunki.matches";
const MOST = 60;

function read(): KeptMatch[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as KeptMatch[]) : [];
  } catch {
    return [];
  }
}

class Keep {
  all = $state<KeptMatch[]>(read());

  constructor() {
    // Another tab of the same browser may have taken a seat.
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.all = read();
    });
  }

  find(id: string): KeptMatch | null {
    return this.all.find((match) => match.id === id) ?? null;
  }

  /** What other tabs have written counts too; where nothing can be written, what is known here. */
  private known(): KeptMatch[] {
    const stored = read();
    return stored.length > 0 ? stored : this.all;
  }

  put(match: KeptMatch): void {
    this.write([match, ...this.known().filter((one) => one.id !== match.id)].slice(0, MOST));
  }

  change(id: string, part: Partial<KeptMatch>): void {
    const known = this.known().find((match) => match.id === id);
    if (known !== undefined) this.put({ ...known, ...part, at: Date.now() });
  }

  forget(id: string): void {
    this.write(this.known().filter((match) => match.id !== id));
  }

  private write(all: KeptMatch[]): void {
    this.all = all;
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // Private windows may refuse; the match is then kept as long as the page is open.
    }
  }
}

export const keep = new Keep();

/** A random number for the dice of a match, as hex digits: nobody alone can choose the dice. */
export function nonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
