import { describe, expect, it } from "vitest";
import { nextPlace } from "../../src/board/pointing/arrowKeys";
import type { Point } from "../../src/board/geometry/geometry";

const centres = new Map<string, Point>([
  ["middle", [0, 0]],
  ["north", [0.4, -2]],
  ["east", [2, 0.3]],
  ["far east", [9, 0]],
  ["south west", [-1.5, 1.5]],
  ["island", [-8, 0.5]],
]);
const near = ["north", "east", "south west"];

describe("arrow keys", () => {
  it("go to the neighbour in that direction", () => {
    expect(nextPlace("middle", "up", centres, near)).toBe("north");
    expect(nextPlace("middle", "right", centres, near)).toBe("east");
    expect(nextPlace("middle", "down", centres, near)).toBe("south west");
  });

  it("prefer a neighbour to a better aligned place that is none", () => {
    expect(nextPlace("middle", "left", centres, near)).toBe("south west");
  });

  it("jump if there is no neighbour in that direction, so that every place can be reached", () => {
    expect(nextPlace("east", "right", centres, ["middle"])).toBe("far east");
    expect(nextPlace("south west", "left", centres, ["middle"])).toBe("island");
  });

  it("stay if no place lies in that direction", () => {
    expect(nextPlace("far east", "right", centres, [])).toBeNull();
    expect(nextPlace("nowhere", "up", centres, [])).toBeNull();
  });
});
