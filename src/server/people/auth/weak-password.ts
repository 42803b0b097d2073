import { readFileSync } from "node:fs";

/** A shorter name occurs by chance in too many good passwords. */
const NAME_MIN = 4;

const common = new Set(
  readFileSync(new URL("common-passwords.txt", import.meta.url), "utf8")
    .split(/\r?\n/)
    .filter((line) => line !== "" && !line.startsWith("# ")),
);

const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/**
 * Why a password is too easy to guess (ASVS 5.0 §6.2): it is a common password, or contains the part of the
 * email before the @.
 * @returns the problem's code, or undefined for an acceptable password
 */
export function weakness(
  password: string,
  email: string,
): "commonPassword" | "passwordHoldsEmail" | undefined {
  const plain = folded(password);
  if (common.has(plain)) return "commonPassword";
  const name = folded(email.split("@")[0] ?? "");
  return name.length >= NAME_MIN && plain.includes(name) ? "passwordHoldsEmail" : undefined;
}
