import { expect, it } from "vitest";
import { isIrreversible } from "../../src/choice/narrow";
import { describeStatusChange, statusOf } from "../../src/model/seatStatus";
import { Texts } from "../../src/model/texts";
import type { Decision, Option } from "../../src/model/types";

const TEXTS = new Texts("en", {
  status: { vassal: "vassal", rebel: "rebel", out: "out of the game" },
  became: { rebel: "You have rebelled", out: "{general} has fallen" },
  general: { akechi_mitsuhide: "Akechi Mitsuhide" },
});
const seats = (status: string) => ({
  seats: { akechi: { status, data: { general: "akechi_mitsuhide" }, out: status === "out" } },
});

it("has one word for the status of a seat, and none if the game has no status", () => {
  expect(statusOf(seats("rebel"), "akechi", TEXTS)).toBe("rebel");
  expect([
    statusOf({}, "akechi", TEXTS),
    statusOf(seats("rebel"), "oda", TEXTS),
    statusOf(null, undefined, TEXTS),
  ]).toEqual(["", "", ""]);
});

it("tells a changed status once", () => {
  expect(describeStatusChange(seats("vassal"), seats("out"), "akechi", TEXTS)).toEqual({
    text: "Akechi Mitsuhide has fallen",
    out: true,
  });
  expect(describeStatusChange(seats("vassal"), seats("rebel"), "akechi", TEXTS)).toEqual({
    text: "You have rebelled",
    out: false,
  });
  expect(describeStatusChange(seats("out"), seats("out"), "akechi", TEXTS)).toBeNull();
  expect(describeStatusChange(null, seats("out"), "akechi", TEXTS)).toBeNull();
  expect(describeStatusChange(seats("rebel"), seats("vassal"), "akechi", TEXTS)).toBeNull();
});

it("asks for a second press before a consequence that can never be undone", () => {
  const brings = { text: "rebellion", data: {}, clause: "honganji:4-1" };
  const decision = { brings: { "to kyoto": { ...brings, grave: true }, "to tanba": brings } } as unknown as Decision;
  expect(
    ["to kyoto", "to tanba", "to mino"].map((text) => isIrreversible(decision, { text, lights: [] } as Option)),
  ).toEqual([true, false, false]);
});
