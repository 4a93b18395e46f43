import { describe, expect, it } from "vitest";
import { around, centre, corners, hexAt, RADIUS, sideBetween } from "../../src/board/geometry/hexGrid";
import { distance } from "../../src/board/geometry/geometry";

describe("hexes", () => {
  it("have their centres where docs/maps.md says", () => {
    expect(centre(1, 1, "even")).toEqual([RADIUS, 0.5]);
    expect(centre(2, 1, "even")[1]).toBe(1);
    expect(centre(1, 1, "odd")[1]).toBe(1);
    expect(centre(4, 17, "even")).toEqual([(3 * Math.sqrt(3)) / 2 + 1 / Math.sqrt(3), 17]);
  });

  it.each(["even", "odd"] as const)("are found from any point within them, columns shifted %s", (shifted) => {
    for (let column = 1; column <= 6; column++) {
      for (let row = 1; row <= 6; row++) {
        const middle = centre(column, row, shifted);
        for (const [x, y] of [middle, ...corners(middle, 0.97)]) expect(hexAt([x, y], shifted)).toEqual([column, row]);
      }
    }
  });

  it.each(["even", "odd"] as const)("have six neighbours at distance one, columns shifted %s", (shifted) => {
    for (const column of [4, 5]) {
      const middle = centre(column, 7, shifted);
      const six = around(column, 7, shifted);
      expect(new Set(six.map(String)).size).toBe(6);
      for (const [c, r] of six) expect(distance(middle, centre(c, r, shifted))).toBeCloseTo(1, 9);
    }
  });

  it("share a side that is a side of both", () => {
    const [a, b] = [centre(4, 7, "even"), centre(5, 8, "even")];
    const ends = sideBetween(a, b);
    expect(distance(...ends)).toBeCloseTo(RADIUS, 9);
    for (const end of ends)
      for (const middle of [a, b]) expect(corners(middle).some((corner) => distance(corner, end) < 1e-9)).toBe(true);
  });
});
