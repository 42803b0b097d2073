import { readFileSync } from "node:fs";

/** The version of the running code, from package.json, such as `0.2.0`. */
export const productVersion: string = (
  JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as { version: string }
).version;

/**
 * Compares two versions of three numbers.
 * @returns below 0 if the first is older, 0 if they are equal, above 0 if the first is newer
 */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.split(".").map(Number));
  const place = first?.findIndex((number, index) => number !== second?.[index]) ?? -1;
  return place < 0 ? 0 : (first?.[place] ?? 0) - (second?.[place] ?? 0);
}
