import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). Memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id in the PHC string format, which carries its own salt and cost. */
export const password = {
  hash: (plain: string): Promise<string> => hash(plain.normalize("NFKC"), COST),
  verify: ({ hash: stored, password: plain }: { hash: string; password: string }): Promise<boolean> =>
    verify(stored, plain.normalize("NFKC")),
};
