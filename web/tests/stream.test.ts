import { describe, expect, it } from "vitest";
import { Parser } from "../src/lib/stream";

describe("the stream's parser", () => {
  it("reads events in pieces, and skips comments", () => {
    const parser = new Parser();
    expect(parser.feed(": hello\n\nid: 7\neve")).toEqual([]);
    expect(parser.feed('nt: state\ndata: {"a":1}\n')).toEqual([]);
    expect(parser.feed("\n")).toEqual([{ event: "state", data: '{"a":1}', id: "7" }]);
  });

  it("keeps the last id, joins lines of data, and names an unnamed event", () => {
    const parser = new Parser();
    parser.feed("id: 1\ndata: x\n\n");
    expect(parser.feed("data: a\ndata: b\n\n")).toEqual([{ event: "message", data: "a\nb", id: "1" }]);
  });

  it("takes every kind of line end, also one cut in two", () => {
    const parser = new Parser();
    expect(parser.feed("data: a\r")).toEqual([]);
    expect(parser.feed("\n\r\n")).toEqual([{ event: "message", data: "a", id: null }]);
  });
});
