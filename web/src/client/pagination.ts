/** Reads how the server divides a long list into pages. */

/**
 * Return what to send as `after` to get the next page of a list. The `link` header of a page states it. Return null if
 * there is no next page.
 */
export function parseNextCursor(header: string | null): string | null {
  for (const [, target, more] of (header ?? "").matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel="?next"?/i.test(more ?? "")) continue;
    return new URLSearchParams((target ?? "").split("?")[1] ?? "").get("after");
  }
  return null;
}
