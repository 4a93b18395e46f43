import { describe, expect, it } from "vitest";
import { aimAt, beyond, keptInMiddle, type Sight } from "../../src/board/gaze";
import type { Point } from "../../src/board/geometry";
import { planOf, type Spot } from "../../src/board/plan";
import type { Board } from "../../src/lib/types";

const places = Array.from({ length: 1200 }, (_, n) => ({ id: `${n}`, at: [(n % 40) + 1, Math.floor(n / 40) + 1] }));
const plan = planOf({ kind: "hexes", domain: "hex", places, clans: {}, drawing: null } as unknown as Board);
const at = (column: number, row: number): Spot => plan.spots.get(`${(row - 1) * 40 + column - 1}`) as Spot;
const block = (column: number, row: number, size: number): Spot[] =>
  Array.from({ length: size * size }, (_, n) => at(column + (n % size), row + Math.floor(n / size)));
/** A window of 800 by 600 pixels whose middle is at a point. */
const sight = (k: number, [x, y]: Point = [17, 15]): Sight => ({
  width: 800, height: 600, k, whole: 18, nearest: 110, toScreen: ([px, py]) => [(px - x) * k + 400, (py - y) * k + 300],
});
const far = [at(2, 2), at(39, 29)];

describe("beside the map", () => {
  it("is little to be seen, however near one is", () => {
    expect(beyond(60, 800, 13)).toBe(9);
    expect(beyond(60, 800, 100) * 100).toBe(120);
  });
});

describe("the map", () => {
  it("comes nearer to a few places that are hard to hit", () => {
    const aim = aimAt(block(5, 5, 3), sight(18), false);
    expect(aim?.k).toBeGreaterThan(40);
    const [x, y] = at(6, 6).centre;
    expect(Math.hypot((aim?.at[0] ?? 0) - x, (aim?.at[1] ?? 0) - y)).toBeLessThan(1);
  });
  it("shows all of them, however near that is", () => {
    const aim = aimAt(block(5, 5, 15), sight(18), false);
    expect((aim?.k ?? 0) * 15).toBeLessThan(600);
    expect(aim?.k).toBeGreaterThan(24);
  });
  it("stays where everything can be seen and hit", () => {
    expect(aimAt(block(18, 14, 3), sight(40), false)).toBeNull();
    expect(aimAt([], sight(18), true)).toBeNull();
  });
  it("goes to what is out of sight, at the scale it has", () => {
    expect(aimAt(block(36, 26, 2), sight(40), false)?.k).toBe(40);
  });
  it("leaves those all over it alone, unless it was led away from them or none is in sight", () => {
    expect(aimAt(far, sight(18), true)).toBeNull();
    expect(aimAt([...far, at(18, 15)], sight(40), false)).toBeNull();
    expect(aimAt([...far, at(18, 15)], sight(40), true)?.k).toBeLessThan(20);
    expect(aimAt(far, sight(60), false)?.k).toBeLessThan(20);
  });
  it("keeps one of those in sight in the middle when one comes nearer", () => {
    const spots = [at(15, 14), at(16, 14), at(17, 14), at(39, 29)];
    expect(keptInMiddle(spots, sight(40))).toBe(spots[1]);
    expect(keptInMiddle(far, sight(60))).toBeNull();
  });
});
