/** Pages of a list. */

/** Return the entry after which the next page begins, as a `link` header states it; null if there is none. */
export function parseNextCursor(header: string | null): string | null {
  for (const [, target, more] of (header ?? "").matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel="?next"?/i.test(more ?? "")) continue;
    return new URLSearchParams((target ?? "").split("?")[1] ?? "").get("after");
  }
  return null;
}
