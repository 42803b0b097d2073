import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { randomKey } from "../../platform/index.ts";
import { problem } from "./backup-problem.ts";

/** How much of a program's error output is kept, in characters. */
const KEPT = 2_000;
const FULL = /No space left on device/;

export interface ProgramCall {
  databaseUrl: string;
  /** An existing private folder, for the file with the password. */
  folder: string;
  /** What is full if the program finds no space. */
  place: string;
  signal?: AbortSignal | undefined;
}

type Program = "pg_dump" | "pg_restore";

/**
 * Runs pg_dump or pg_restore on a database. The dump passes through this process, so that the program ends if
 * this process is killed.
 * @param path of the dump
 * @throws BackupProblem noProgram, placeFull, programFailed
 */
export async function runPostgresProgram(
  program: Program,
  path: string,
  args: string[],
  { databaseUrl, folder, place, signal }: ProgramCall,
): Promise<void> {
  // Other users of the machine can read a program's arguments, so the password is in a file.
  const url = new URL(databaseUrl);
  const passwords = join(folder, `${randomKey()}.pgpass`);
  if (url.password) {
    const password = decodeURIComponent(url.password).replace(/[\\:]/g, "\\$&");
    await writeFile(passwords, `*:*:*:*:${password}\n`, { mode: 0o600 });
    url.password = "";
    url.searchParams.set("passfile", passwords);
  }
  try {
    const child = spawn(program, [...args, `--dbname=${url.href}`], { stdio: "pipe", signal });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-KEPT);
    });
    const [[code], passed] = await Promise.all([
      once(child, "close") as Promise<[number | null]>,
      pass(program, child, path).catch((error: unknown) => error),
    ]);
    if (code === 0 && passed === undefined) return;
    // The program's own words are clearer than those of the broken pipe.
    if (code === 0) throw passed;
    if (FULL.test(said)) throw problem("placeFull", place);
    throw problem("programFailed", program, causeOf(said) || `it ended with ${code}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw problem("noProgram", program);
    throw error;
  } finally {
    await rm(passwords, { force: true });
  }
}

function pass(program: Program, { stdin, stdout }: ChildProcess, path: string): Promise<void> {
  if (program === "pg_restore") {
    stdout?.resume();
    return pipeline(createReadStream(path), stdin as NonNullable<typeof stdin>);
  }
  stdin?.end();
  const file = createWriteStream(path, { mode: 0o600, flush: true });
  return pipeline(stdout as NonNullable<typeof stdout>, file);
}

/** The first line names the cause; the later ones are consequences. */
const causeOf = (text: string): string =>
  text
    .trim()
    .split("\n")[0]
    ?.replace(/^pg_\w+: error: /, "") ?? "";
