import { describe, expect, it } from "vitest";
import type { Ring } from "../../src/board/geometry/geometry";
import { layLabels, type LabelRequest } from "../../src/board/geometry/labelLayout";

const sheet = { x: 0, y: 0, w: 400, h: 300 };
const box = (x: number, y: number, w: number, h: number): Ring => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const want = (id: string, ring: Ring, stacks: readonly [number, number], label = stacks): LabelRequest => ({
  id,
  label,
  stacks,
  rings: [ring],
  left: 30,
  right: 30,
  half: 12,
});

describe("names on the map", () => {
  it("stay where the map has them if nothing is in their way", () => {
    const one = want("a", box(0, 0, 200, 200), [100, 150], [100, 40]);
    expect(layLabels([one], [30, 16], false, sheet).get("a")).toEqual([100, 40]);
  });

  it("move aside for the counters, within their place", () => {
    const at = layLabels([want("a", box(20, 20, 160, 160), [100, 100])], [30, 16], false, sheet).get("a");
    expect(at).toBeDefined();
    const [x, y] = at as [number, number];
    expect(Math.abs(x - 100) >= 60 || Math.abs(y - 100) >= 28).toBe(true);
    expect(x - 30 >= 20 && x + 30 <= 180 && y - 12 >= 20 && y + 12 <= 180).toBe(true);
  });

  it("do not cover each other", () => {
    const both = [
      want("a", box(0, 0, 200, 300), [100, 100], [190, 150]),
      want("b", box(200, 0, 200, 300), [300, 100], [210, 150]),
    ];
    const at = layLabels(both, [30, 16], false, sheet);
    const [a, b] = [at.get("a"), at.get("b")] as [[number, number], [number, number]];
    expect(Math.abs(a[0] - b[0]) >= 60 || Math.abs(a[1] - b[1]) >= 24).toBe(true);
  });

  it("never hang over the edge", () => {
    const [x, y] = layLabels([want("a", box(0, 0, 40, 40), [10, 10])], [30, 16], false, sheet).get("a") as [
      number,
      number,
    ];
    expect(x - 30).toBeGreaterThanOrEqual(0);
    expect(y - 12).toBeGreaterThanOrEqual(0);
  });

  it("are left out on request if there is no room for them", () => {
    const many = Array.from({ length: 12 }, (_, i) => want(`p${i}`, box(100, 100, 12, 12), [106, 106]));
    expect(layLabels(many, [30, 16], false, sheet).size).toBe(12);
    expect(layLabels(many, [30, 16], true, sheet).size).toBeLessThan(12);
  });
});
