import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/client/fairness/sha256";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("sha256", () => {
  // The vectors of FIPS 180-4.
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
  ])("of %j", (text, hash) => expect(sha256(utf8(text))).toBe(hash));

  it("agrees with the platform at every length of the last block", () => {
    for (let length = 0; length < 200; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
      expect(sha256(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
  });
});
