/**
 * Tokens of seats that this browser asks for. Each token is created and stored before it is sent. If the answer is
 * lost, the page asks again with the same token, which nobody else knows.
 */

const KEY = "gunki.joining";
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const MAX_TOKENS = 60;

type TokensBySeat = Record<string, string>;

const keyOf = (match: string, seat: string): string => `${match}/${seat}`;

/** Read the tokens in the browser's storage, where anything may have been written. */
function readTokens(): TokensBySeat {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const entries = Object.entries(typeof stored === "object" && stored !== null ? stored : {});
    return Object.fromEntries(
      entries
        .filter((entry): entry is [string, string] => typeof entry[1] === "string" && TOKEN.test(entry[1]))
        .slice(-MAX_TOKENS),
    );
  } catch {
    return {};
  }
}

function writeTokens(wanted: TokensBySeat): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(wanted).slice(-MAX_TOKENS))));
  } catch {
    // Private windows may refuse to store the token. If the server's answer is lost then, the seat is lost too.
  }
}

/** Return a token made of 32 random bytes. */
export function createToken(): string {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Return the token to take a seat with. If this browser has asked for the seat before, this is the same token as then.
 */
export function tokenFor(match: string, seat: string): string {
  const wanted = readTokens();
  const token = wanted[keyOf(match, seat)] ?? createToken();
  writeTokens({ ...wanted, [keyOf(match, seat)]: token });
  return token;
}

/** Return the seats of a match that this browser asked for without getting an answer. */
export function unansweredSeats(match: string): string[] {
  return Object.keys(readTokens()).flatMap((one) => (one.startsWith(`${match}/`) ? [one.slice(match.length + 1)] : []));
}

/** Forget the token of a seat that was taken, or that belongs to somebody else. */
export function forgetToken(match: string, seat: string): void {
  const { [keyOf(match, seat)]: _, ...rest } = readTokens();
  writeTokens(rest);
}
