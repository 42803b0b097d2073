import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). Memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id in the PHC string format, which carries its own salt and cost. */
export const hashPassword = (plain: string): Promise<string> => hash(plain.normalize("NFKC"), COST);

/** Nobody's password, to compare with where there is none. */
const nobodys = hashPassword(randomBytes(32).toString("hex"));

/** @param stored undefined where nobody is meant: false, after the same time as for a person */
export async function isPassword(plain: string, stored: string | undefined): Promise<boolean> {
  const matches = await verify(stored ?? (await nobodys), plain.normalize("NFKC"));
  return matches && stored !== undefined;
}
