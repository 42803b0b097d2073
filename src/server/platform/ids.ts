import { randomBytes } from "node:crypto";

/**
 * An id in the specification's format: 24 hex digits. The first 8 are the time in seconds, and the rest is
 * random.
 */
export function newId(now: number): string {
  const seconds = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, "0");
  return seconds + randomBytes(8).toString("hex");
}

/** A part of an address that can't be guessed: 128 random bits. */
export function randomKey(): string {
  return randomBytes(16).toString("hex");
}
