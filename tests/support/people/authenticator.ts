import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** How long a code is valid, in ms. */
export const STEP = 30_000;

/** RFC 4648 §6. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/**
 * The code that an authenticator app shows, computed only from RFC 4226 §5.3 and RFC 6238 §4.2.
 * @param secret in base32
 * @param now epoch milliseconds
 */
export function codeAt(secret: string, now: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / STEP)));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) as number) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** A code that is wrong now and also a few steps earlier and later. */
export function wrongCodeAt(secret: string, now: number): string {
  const right = [-3, -2, -1, 0, 1, 2, 3].map((steps) => codeAt(secret, now + steps * STEP));
  return ["000000", "111111", "222222", "333333", "444444", "555555", "666666", "777777"].find(
    (code) => !right.includes(code),
  ) as string;
}
