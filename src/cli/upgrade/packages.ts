import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.ts";

/** npm writes this file in place, so a link would also change the other release. */
const RECORD = ".package-lock.json";

/**
 * Gives a folder the packages of another one as hard links, because npm replaces files and never changes them. Caches and
 * stamps stay out: programs change them in place.
 * @throws CommandError if the disk is full, or is not the same disk
 */
export async function linkPackages(from: string, to: string): Promise<void> {
  const [source, target] = [join(from, "node_modules"), join(to, "node_modules")];
  if (existsSync(target) || !existsSync(source)) return;
  const part = `${target}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part);
  const names = readdirSync(source).filter((name) => !name.startsWith(".") || name === ".bin");
  const paths = names.map((name) => join(source, name));
  await run("cp", ["-al", ...paths, part], { cwd: to, failure: `Couldn't link the packages of ${from}.` });
  if (existsSync(join(source, RECORD))) copyFileSync(join(source, RECORD), join(part, RECORD));
  renameSync(part, target);
}
