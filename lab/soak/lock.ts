import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSafely } from "../lib/process-figures.ts";
import { Failure } from "../../scripts/lib/run.mjs";

/**
 * Reserves a folder for this soak. The lock of a killed soak does not count.
 * @returns a function that releases the folder
 * @throws Failure if another soak uses the folder
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, "soak.pid");
  mkdirSync(folder, { recursive: true });
  const owner = existsSync(path) ? readFileSync(path, "utf8") : "";
  const isUsed = owner !== String(process.pid) && readSafely(`/proc/${owner}/cmdline`).includes("soak.ts");
  if (owner && isUsed) throw new Failure(`Another soak uses ${folder}. Wait for its end, or use --folder.`);
  writeFileSync(path, String(process.pid));
  return () => rmSync(path, { force: true });
}
