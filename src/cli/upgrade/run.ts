import { spawn } from "node:child_process";
import { appendFileSync, statfsSync } from "node:fs";
import { MB } from "../../shared/text/bytes.ts";
import { CommandError } from "../cli.ts";

/** How many characters of a failed program's output are shown. */
const SHOWN = 3_000;
/** How many characters of a program's output are kept: all of git's answers fit, and the end of a build's log. */
const KEPT = 4_000_000;
/** How long git may take in ms. A first fetch over a slow network takes some minutes. */
const GIT_LIMIT = 30 * 60_000;
/** The free space at which git stops, in bytes, so that the running server can still write. */
const RESERVE = 300 * MB;
const POLL_INTERVAL = 500;

export interface RunOptions {
  cwd: string;
  /** Added to this process's environment. */
  env?: Record<string, string>;
  /** The file that gets the program's output. */
  log?: string;
  /** Called with an exit code other than 0. @returns whether the program succeeded all the same */
  accept?: (code: number) => boolean;
  /** The sentence before the program's output if the program fails. */
  failure: string;
  /** Ends the program if it takes longer than this (ms), or prints more than 4 MB, or leaves little space on its disk. */
  limit?: number;
}

/**
 * Runs a program to its end.
 * @returns its standard output, without spaces at the ends
 * @throws CommandError with its output if it fails or doesn't start
 */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env, log, failure, limit, accept = () => false }: RunOptions,
): Promise<string> {
  // The arguments to `env` add variables, because only src/config/env.ts reads the environment.
  const added = Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`);
  const [program = command, ...rest] =
    added.length > 0 ? ["env", ...added, command, ...args] : [command, ...args];
  const child = spawn(program, rest, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let [output, result, stopped] = ["", "", ""];
  const stop = (why: string) => {
    if (limit === undefined || stopped) return;
    stopped = why;
    child.kill("SIGKILL");
    // Its own children may still hold the pipes.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  if (log) appendFileSync(log, `$ ${command} ${args.join(" ")}\n`);
  const keep = (text: string) => {
    output = (output + text).slice(-KEPT);
    if (log) appendFileSync(log, text);
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    result = (result + text).slice(0, KEPT + 1);
    if (result.length > KEPT) stop("Its output is too long.");
    keep(text);
  });
  child.stderr.setEncoding("utf8").on("data", keep);
  const watch = limit === undefined ? undefined : whileRunning(cwd, limit, stop);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", (error) => reject(new CommandError(`${failure} ${error.message}`)));
    child.on("close", resolve);
  }).finally(() => clearInterval(watch));
  if (stopped) throw new CommandError(`${failure} ${stopped}`);
  if (code !== 0 && (code === null || !accept(code)))
    throw new CommandError(`${failure}\n${printable(output.trim().slice(-SHOWN))}`);
  return result.trim();
}

/** Looks again and again whether a program must stop. */
function whileRunning(folder: string, limit: number, stop: (why: string) => void): NodeJS.Timeout {
  const end = performance.now() + limit;
  return setInterval(() => {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < RESERVE) stop("The disk is nearly full.");
    if (performance.now() > end) stop(`It took longer than ${limit / 60_000} minutes.`);
  }, POLL_INTERVAL);
}

/** A text without the characters that control a terminal: a remote can send some. */
export const printable = (text: string): string => text.replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, "?");

/**
 * Keeps git, whatever the clone, its settings and its remote say, from running a hook or a file watcher, entering submodules,
 * and accepting objects that are malformed or name files outside the folder. It gives up if a remote sends nothing for a minute.
 */
const SAFE = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "fetch.fsckObjects=true",
  "http.lowSpeedLimit=100",
  "http.lowSpeedTime=60",
  "gc.auto=0",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting]);
const SAFE_ENV = {
  // It asks nothing, because nobody may be there to answer.
  GIT_TERMINAL_PROMPT: "0",
  // Others, such as ext, run a program that the address names.
  GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
};

/**
 * Runs git in a folder, without hooks, and within limits of time, output and disk space.
 * @param limit ms
 * @throws CommandError
 */
export function git(
  cwd: string,
  args: readonly string[],
  failure: string,
  limit = GIT_LIMIT,
): Promise<string> {
  return run("git", [...SAFE, ...args], { cwd, env: SAFE_ENV, failure, limit });
}
