/**
 * The address of the page. Addresses are plain paths. Secrets stand behind `#` and are removed from the address at
 * once.
 */

export type PageAddress =
  | { page: "front" }
  | { page: "match"; match: string }
  | { page: "replay"; match: string }
  | { page: "look"; game: string; scenario: string }
  | { page: "maps"; game: string }
  | { page: "rules"; game: string; clause: string | null }
  | { page: "guide"; game: string }
  | { page: "help" }
  | { page: "lost" };

function parsePath(path: string): PageAddress {
  const words = path.split("/").filter(Boolean).map(decodeWord);
  const [first, second, third] = words;
  if (first === undefined) return { page: "front" };
  if (first === "m" && second !== undefined && words.length === 2) return { page: "match", match: second };
  if (first === "m" && second !== undefined && third === "replay") return { page: "replay", match: second };
  if (first === "look" && second !== undefined) return { page: "look", game: second, scenario: third ?? "" };
  if (first === "maps" && second !== undefined && words.length === 2) return { page: "maps", game: second };
  if (first === "rules" && second !== undefined) return { page: "rules", game: second, clause: third ?? null };
  if (first === "guide" && second !== undefined) return { page: "guide", game: second };
  if (first === "help") return { page: "help" };
  return { page: "lost" };
}

function decodeWord(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

class Router {
  address = $state<PageAddress>(parsePath(location.pathname));
  /** What stood behind `#` when the page was opened: `seat=…&token=…` or `seat=…&invite=…`. */
  secret = $state<URLSearchParams>(new URLSearchParams());

  constructor() {
    this.takeSecret();
    addEventListener("popstate", () => this.arrive());
    addEventListener("hashchange", () => this.arrive());
    document.addEventListener("click", (event) => this.follow(event));
  }

  goTo(path: string): void {
    history.pushState(null, "", path);
    this.arrive();
    scrollTo(0, 0);
  }

  private arrive(): void {
    this.takeSecret();
    this.address = parsePath(location.pathname);
  }

  private takeSecret(): void {
    if (!/[=]/.test(location.hash)) return;
    this.secret = new URLSearchParams(location.hash.slice(1));
    history.replaceState(null, "", location.pathname + location.search);
  }

  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api") || link.hash !== "") return;
    event.preventDefault();
    this.goTo(link.pathname + link.search);
  }
}

export const router = new Router();
