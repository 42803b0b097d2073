import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/lib/ensure.mjs";
import type { Machine } from "./deploy-machines.ts";

export interface FileOptions {
  machine: Machine;
  /** The texts that an operator, or only the drill, replaces. Each must be in the file. */
  replace: Record<string, string>;
}

/**
 * Reads a file of deploy/ and puts in what depends on the machine: its name and address, passwords and paths. Everything else is
 * as an operator copies it, except that programs of a machine listen on its address instead of 127.0.0.1, for the drill's clients.
 * @throws Error if a text to replace is missing, so that the drill never runs with other settings than it says
 */
export function deployFile(file: string, { machine, replace }: FileOptions): string {
  let text = readFileSync(join(root, "deploy", file), "utf8");
  for (const [from, to] of Object.entries(replace)) {
    if (!text.includes(from)) throw new Error(`deploy/${file} does not contain "${from}".`);
    text = text.replaceAll(from, to);
  }
  return text
    .replaceAll("NODE_NAME", machine.name)
    .replaceAll("NODE_ADDRESS", machine.address)
    .replaceAll("127.0.0.1", machine.address);
}

/** The variables of an environment file. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
