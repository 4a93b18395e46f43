/**
 * SHA-256 (FIPS 180-4) of short texts. Browsers offer their own only to secure pages (https, or this machine). A server
 * in a home network is reached by plain http, and its dice have to be fair too.
 */

const PRIMES = primes(64);
/** The first 32 bits of the fractional parts of the roots of the first primes. */
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function primes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return primes;
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Return the message padded with a 1, with 0s as needed, and with its length in bits. */
function pad(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / 64);
  const view = new DataView(new ArrayBuffer(blocks * 64));
  message.forEach((byte, at) => view.setUint8(at, byte));
  view.setUint8(message.length, 0x80);
  view.setUint32(blocks * 64 - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(blocks * 64 - 4, message.length * 8);
  return view;
}

/** Return the hash as 64 lower-case hex digits. */
export function sha256(message: Uint8Array): string {
  const view = pad(message);
  const hash = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const [before, two] = [w[i - 15] ?? 0, w[i - 2] ?? 0];
      const s0 = rotate(before, 7) ^ rotate(before, 18) ^ (before >>> 3);
      const s1 = rotate(two, 17) ^ rotate(two, 19) ^ (two >>> 10);
      w[i] = (w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < 64; i += 1) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] ?? 0) + (w[i] ?? 0)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] ?? 0) + word));
  }
  return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
}
