import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EnvError } from "./env-error.ts";

/**
 * Refuses a secret that is long enough but not random. A random secret has many different characters and no
 * pattern.
 */
export function isSecret(text: string): boolean {
  const isPeriodic = Array.from({ length: 16 }, (_none, index) => index + 1).some(
    (period) => text.slice(period) === text.slice(0, -period),
  );
  return text.length >= 32 && new Set(text).size >= 8 && !isPeriodic;
}

/** Reads the secret from the data folder, and creates nothing. @returns an empty text if there is none */
export const existingSecret = (dataFolder: string): string =>
  existsSync(join(dataFolder, "secret")) ? keptSecret(dataFolder) : "";

/** Reads the secret from the data folder. The first start of the server creates the secret. */
export function keptSecret(dataFolder: string): string {
  const path = join(dataFolder, "secret");
  mkdirSync(dataFolder, { recursive: true });
  if (!existsSync(path)) {
    try {
      writeFileSync(path, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
    } catch (error) {
      // Another process created the file first, so its secret is used.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  chmodSync(path, 0o600);
  const secret = readFileSync(path, "utf8").trim();
  if (!isSecret(secret))
    throw new EnvError(
      `PROSHNO_SECRET: ${path} is too short or repeats a pattern. Delete the file: the server then makes a new one.`,
    );
  return secret;
}
