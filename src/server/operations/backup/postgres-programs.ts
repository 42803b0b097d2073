import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { storageFailure } from "../../files/index.ts";
import { problem } from "./backup-problem.ts";

/** How much of a program's error output is kept, in characters. */
const KEPT = 2_000;
const FULL = /No space left on device/;
/** pg_dump refuses a newer server; pg_restore sends settings that an older server doesn't know, or can't read the dump. */
const VERSION = /server version mismatch|unrecognized configuration parameter|unsupported version \(/;

export interface ProgramCall {
  databaseUrl: string;
  /** What is full if the program finds no space. */
  place: string;
  signal?: AbortSignal | undefined;
}

type Program = "pg_dump" | "pg_restore";

/**
 * Runs pg_dump or pg_restore on a database. The dump passes through this process, so that the program ends if
 * this process is killed.
 * @param path of the dump
 * @throws BackupProblem noProgram, programVersion, placeFull, programFailed
 */
export async function runPostgresProgram(
  program: Program,
  path: string,
  args: string[],
  { databaseUrl, place, signal }: ProgramCall,
): Promise<void> {
  const { address, env } = withoutPassword(databaseUrl);
  try {
    const child = spawn(program, [...args, `--dbname=${address}`], { stdio: "pipe", signal, env });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-KEPT);
    });
    const [[code], broken] = await Promise.all([
      once(child, "close") as Promise<[number | null]>,
      pass(program, child, path).catch((error: unknown) => error),
    ]);
    // If this process can't write, the program only knows that nobody reads its output.
    if (storageFailure(broken) === "no_room" || FULL.test(said)) throw problem("placeFull", place);
    if (code === 0 && broken === undefined) return;
    if (code === 0) throw broken;
    if (VERSION.test(said)) throw problem("programVersion", program);
    throw problem("programFailed", program, causeOf(said) || `it ended with ${code}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw problem("noProgram", program);
    throw error;
  }
}

/** Other users of the machine can read a program's arguments, but not its environment. */
function withoutPassword(databaseUrl: string): { address: string; env: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl);
  const password = url.searchParams.get("password") ?? decodeURIComponent(url.password);
  url.password = "";
  url.searchParams.delete("password");
  // The program needs the rest of the environment as well, such as PATH.
  // oxlint-disable-next-line eslint/no-restricted-properties
  return { address: url.href, env: { ...process.env, ...(password && { PGPASSWORD: password }) } };
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
