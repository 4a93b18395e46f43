import { describe, expect, it } from "vitest";
import { aimAtSpots, marginBeyondEdge, spotToKeepInMiddle, type WindowScale } from "../../src/board/window/mapAim";
import type { Point } from "../../src/board/geometry/geometry";
import { planOf, type Spot } from "../../src/board/geometry/boardPlan";
import type { Board } from "../../src/model/types";

const places = Array.from({ length: 1200 }, (_, n) => ({ id: `${n}`, at: [(n % 40) + 1, Math.floor(n / 40) + 1] }));
const plan = planOf({ kind: "hexes", domain: "hex", places, clans: {}, drawing: null } as unknown as Board);
const at = (column: number, row: number): Spot => plan.spots.get(`${(row - 1) * 40 + column - 1}`) as Spot;
const block = (column: number, row: number, size: number): Spot[] =>
  Array.from({ length: size * size }, (_, n) => at(column + (n % size), row + Math.floor(n / size)));
/** A window of 800 by 600 pixels with a point in its middle; counters can be read at 42 pixels a hex. */
const sight = (k: number, [x, y]: Point = [17, 15], clear = 42): WindowScale => ({
  free: { x: 0, y: 0, w: 800, h: 600 },
  k,
  wholeScale: 18,
  maxScale: 110,
  readableScale: clear,
  namedScale: 34,
  toScreen: ([px, py]) => [(px - x) * k + 400, (py - y) * k + 300],
});
const far = [at(2, 2), at(39, 29)];

describe("beyond the edge of the map", () => {
  it("little can be seen at any scale", () => {
    expect(marginBeyondEdge(10, 800, 13)).toBe(1.5);
    expect(marginBeyondEdge(60, 800, 100) * 100).toBe(48);
  });
});

describe("the map", () => {
  it("zooms in on a few places whose counters cannot be read", () => {
    const aim = aimAtSpots(block(5, 5, 3), sight(18), false);
    expect(aim?.k).toBeGreaterThanOrEqual(42);
    const [x, y] = at(6, 6).centre;
    expect(Math.hypot((aim?.at[0] ?? 0) - x, (aim?.at[1] ?? 0) - y)).toBeLessThan(1);
  });
  it("shows all places if they can be read together", () => {
    const aim = aimAtSpots(block(5, 5, 10), sight(18), false);
    expect((aim?.k ?? 0) * 10).toBeLessThan(600);
    expect(aim?.k).toBeGreaterThanOrEqual(41);
  });
  it("takes smaller counters in a small window", () => {
    const small: WindowScale = { ...sight(10, [17, 15], 58), free: { x: 0, y: 0, w: 390, h: 430 } };
    const aim = aimAtSpots(block(5, 5, 8), small, true);
    expect(aim?.k).toBeGreaterThan(28);
    expect((aim?.k ?? 0) * 8).toBeLessThan(390);
  });
  it("zooms in far enough in a small window for the name of the piece that the question is about", () => {
    const small: WindowScale = { ...sight(28, [17, 15], 58), free: { x: 0, y: 0, w: 390, h: 360 } };
    expect(aimAtSpots([at(17, 15)], small, true)?.k).toBeGreaterThanOrEqual(34);
  });
  it("goes to a part of the counters if all of them together would have no names", () => {
    const small: WindowScale = { ...sight(18, [17, 15], 58), free: { x: 0, y: 0, w: 390, h: 360 } };
    const apart = [at(5, 5), at(6, 12)];
    expect(aimAtSpots(apart, small, true)?.k).toBeLessThan(34);
    expect(aimAtSpots(apart, small, true, undefined, true)?.k).toBeGreaterThanOrEqual(34);
  });
  it("stays if everything can be seen and read", () => {
    expect(aimAtSpots(block(18, 14, 3), sight(42), false)).toBeNull();
    expect(aimAtSpots([], sight(18), true)).toBeNull();
  });
  it("goes to what is out of sight or covered, at the present scale", () => {
    expect(aimAtSpots(block(36, 26, 2), sight(50), false)?.k).toBe(50);
    const beside = [at(10, 14)];
    expect(aimAtSpots(beside, sight(42), false)).toBeNull();
    expect(aimAtSpots(beside, { ...sight(42), free: { x: 304, y: 0, w: 496, h: 600 } }, false)?.at).toEqual(
      at(10, 14).centre,
    );
  });
  it("goes to where most of the scattered places are, and stays there", () => {
    const spots = [...far, ...block(5, 5, 2)];
    const aim = aimAtSpots(spots, sight(18), true);
    const [x, y] = at(5, 5).centre;
    expect(aim?.k).toBe(42);
    expect(Math.hypot((aim?.at[0] ?? 0) - x, (aim?.at[1] ?? 0) - y)).toBeLessThan(3);
    expect(aimAtSpots(spots, sight(42, aim?.at), true)).toBeNull();
  });
  it("stays where the player put it as long as one of the places is in sight", () => {
    expect(aimAtSpots(far, sight(18), false)).toBeNull();
    expect(aimAtSpots([...far, at(18, 15)], sight(40), false)).toBeNull();
    expect(aimAtSpots(far, sight(60), false)).not.toBeNull();
  });
  it("keeps one of the places in sight in the middle when the player zooms in", () => {
    const spots = [at(15, 14), at(16, 14), at(17, 14), at(39, 29)];
    expect(spotToKeepInMiddle(spots, sight(40))).toBe(spots[1]);
    expect(spotToKeepInMiddle(far, sight(60))).toBeNull();
  });
});
