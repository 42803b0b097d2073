import { AsyncLocalStorage } from "node:async_hooks";
import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). Memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const prepared = new AsyncLocalStorage<string>();

/** Argon2id in the PHC string format, which carries its own salt and cost. */
export const hashed = (plain: string): Promise<string> => hash(plain.normalize("NFKC"), COST);

/** Runs a call of Better Auth that would hash a password, with the hash made beforehand. */
export function withPreparedHash<T>(made: string, call: () => Promise<T>): Promise<T> {
  return prepared.run(made, call);
}

/** What Better Auth calls. */
export const password = {
  hash: async (plain: string): Promise<string> => prepared.getStore() ?? hashed(plain),
  verify: ({ hash: stored, password: plain }: { hash: string; password: string }): Promise<boolean> =>
    verify(stored, plain.normalize("NFKC")),
};
