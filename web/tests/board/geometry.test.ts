import { describe, expect, it } from "vitest";
import {
  areaOf,
  boxOf,
  chain,
  clearance,
  isInside,
  levelRoom,
  pathOf,
  smooth,
  type Point,
} from "../../src/board/geometry/geometry";

const square: Point[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];
const hole: Point[] = [
  [4, 4],
  [6, 4],
  [6, 6],
  [4, 6],
];

describe("rings", () => {
  it("contain what is inside, but not what is in a hole", () => {
    expect(isInside([square], [5, 5])).toBe(true);
    expect(isInside([square], [11, 5])).toBe(false);
    expect(isInside([square, hole], [5, 5])).toBe(false);
    expect(isInside([square, hole], [2, 5])).toBe(true);
  });

  it("return the distance to their border", () => {
    expect(clearance([square], [3, 5])).toBe(3);
    expect(clearance([square], [12, 5])).toBe(-2);
    expect(levelRoom([square], [3, 9.5])).toBe(3);
    expect(levelRoom([square, hole], [3, 5])).toBe(1);
    expect(levelRoom([square], [30, 5])).toBe(0);
    expect(areaOf(square)).toBe(100);
    expect(boxOf(square)).toEqual({ x: 0, y: 0, w: 10, h: 10 });
  });

  it("are written as short paths", () => {
    expect(
      pathOf(
        [
          [0, 0],
          [1.23456, 2],
        ],
        true,
      ),
    ).toBe("M0 0L1.23 2Z");
    expect(pathOf([], true)).toBe("");
  });
});

describe("lines", () => {
  it("are chained from segments in any order and direction", () => {
    const lines = chain([
      [
        [2, 0],
        [1, 0],
      ],
      [
        [0, 0],
        [1, 0],
      ],
      [
        [2, 0],
        [3, 0],
      ],
    ]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toHaveLength(4);
    expect(new Set([lines[0]?.[0]?.[0], lines[0]?.[3]?.[0]])).toEqual(new Set([0, 3]));
  });

  it("end where three meet, and close if they return to their start", () => {
    expect(
      chain([
        [
          [0, 0],
          [1, 0],
        ],
        [
          [1, 0],
          [2, 0],
        ],
        [
          [1, 0],
          [1, 1],
        ],
      ]),
    ).toHaveLength(3);
    const ring = chain([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 1],
      ],
      [
        [1, 1],
        [0, 0],
      ],
    ]);
    expect(ring).toHaveLength(1);
    expect(ring[0]?.[0]).toEqual(ring[0]?.at(-1));
  });

  it("keep their ends when smoothed", () => {
    const line = smooth(
      [
        [0, 0],
        [1, 1],
        [2, 0],
      ],
      2,
    );
    expect(line[0]).toEqual([0, 0]);
    expect(line.at(-1)).toEqual([2, 0]);
    expect(Math.max(...line.map((point) => point[1]))).toBeLessThan(1);
  });
});
