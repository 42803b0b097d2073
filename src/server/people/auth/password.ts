import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/**
 * OWASP's first choice for Argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). Memory is
 * in KiB.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id in the PHC string format, which includes the salt and the cost. */
export const hashPassword = (plain: string): Promise<string> => hash(plain.normalize("NFKC"), COST);

/**
 * A hash that belongs to no account. Comparing an unknown person's password with this hash takes the usual
 * time.
 */
const nobodys = hashPassword(randomBytes(32).toString("hex"));

/** @param stored undefined for an unknown person: the result is then false, after the usual time */
export async function isPassword(plain: string, stored: string | undefined): Promise<boolean> {
  const matches = await verify(stored ?? (await nobodys), plain.normalize("NFKC"));
  return matches && stored !== undefined;
}
