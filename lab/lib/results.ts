import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/ensure.mjs";

/** The folder of all results. Git ignores it. */
export const RESULTS = join(root, "bench/results");

/** Writes a file of results; an object becomes JSON. @returns its path */
export function writeResult(file: string, content: string | object): string {
  mkdirSync(RESULTS, { recursive: true });
  const path = join(RESULTS, file);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, undefined, 1));
  return path;
}
