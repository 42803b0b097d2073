import { randomBytes } from "node:crypto";

/** An id in the specification's shape: 24 hex digits, the first 8 the second of its making, the rest random. */
export function newId(now: number): string {
  const seconds = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, "0");
  return seconds + randomBytes(8).toString("hex");
}

/** An address part that can't be guessed: 128 random bits. */
export function randomKey(): string {
  return randomBytes(16).toString("hex");
}
