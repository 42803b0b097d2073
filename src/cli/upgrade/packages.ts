import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
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

/** A release builds its assets within this time before its stamp, in ms; older and newer ones are of other releases. */
const BUILD_TIME = 3_600_000;

/**
 * Gives each of two releases the assets of the other one: while both run, a worker must have the assets that the page of
 * the other release names. Their names contain a hash of their content.
 */
export function shareAssets(one: string, other: string): void {
  linkAssets(one, other);
  linkAssets(other, one);
}

function linkAssets(from: string, to: string): void {
  const [source, target] = [join(from, "build/client/assets"), join(to, "build/client/assets")];
  const stamp = statSync(join(from, "build/.stamp"), { throwIfNoEntry: false });
  if (!stamp || !existsSync(source) || !existsSync(target)) return;
  for (const name of readdirSync(source)) {
    const isOwn = Math.abs(statSync(join(source, name)).mtimeMs - stamp.mtimeMs) < BUILD_TIME;
    if (isOwn && !existsSync(join(target, name))) linkSync(join(source, name), join(target, name));
  }
}
