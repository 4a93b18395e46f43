/**
 * Parses the guide's Markdown into blocks: headings, paragraphs, lists, counters. It knows only the Markdown that our
 * own texts use.
 */

export interface Span {
  kind: "text" | "strong" | "em" | "clause";
  text: string;
}

export type Block =
  | { kind: "heading"; level: 1 | 2; spans: Span[] }
  | { kind: "text"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: Span[][] }
  | { kind: "counters"; things: string[] };

const INLINE = /\[\[([^[\]]+)\]\]|\*\*([^*]+)\*\*|\*([^*]+)\*/g;

/** Split a text into spans, each of one kind: plain text, emphasized text or a cited clause. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) spans.push({ kind: "text", text: text.slice(at, match.index) });
    const [whole, clause, strong, em] = match;
    spans.push(
      clause !== undefined
        ? { kind: "clause", text: clause }
        : strong !== undefined
          ? { kind: "strong", text: strong }
          : { kind: "em", text: em ?? "" },
    );
    at = match.index + whole.length;
  }
  if (at < text.length) spans.push({ kind: "text", text: text.slice(at) });
  return spans;
}

function blockOf(part: string): Block {
  const lines = part.split("\n");
  const [first = ""] = lines;
  if (first.startsWith("!counters ")) return { kind: "counters", things: first.split(" ").slice(1) };
  const heading = /^(#{1,2}) (.*)$/.exec(first);
  if (heading !== null) return { kind: "heading", level: heading[1] === "#" ? 1 : 2, spans: spansOf(heading[2] ?? "") };
  if (/^(- |\d+\. )/.test(first))
    return {
      kind: "list",
      ordered: /^\d/.test(first),
      items: lines.map((line) => spansOf(line.replace(/^(- |\d+\. )/, ""))),
    };
  return { kind: "text", spans: spansOf(lines.join(" ")) };
}

export function blocksOf(markdown: string): Block[] {
  return markdown
    .trim()
    .split(/\n{2,}/)
    .map(blockOf);
}
