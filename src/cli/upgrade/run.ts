import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { CommandError } from "../cli.ts";

/** How many characters of a failed program's output are shown. */
const SHOWN = 3_000;

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
}

/**
 * Runs a program to its end.
 * @returns its standard output, without spaces at the ends
 * @throws CommandError with its output if it fails or doesn't start
 */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env, log, failure, accept = () => false }: RunOptions,
): Promise<string> {
  // The arguments to `env` add variables, because only src/config/env.ts reads the environment.
  const added = Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`);
  const [program = command, ...rest] =
    added.length > 0 ? ["env", ...added, command, ...args] : [command, ...args];
  const child = spawn(program, rest, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let [output, result] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    result += text;
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", (error) => reject(new CommandError(`${failure} ${error.message}`)));
    child.on("close", resolve);
  });
  if (log) appendFileSync(log, `$ ${command} ${args.join(" ")}\n${output}`);
  if (code !== 0 && (code === null || !accept(code)))
    throw new CommandError(`${failure}\n${output.trim().slice(-SHOWN)}`);
  return result.trim();
}

/** Runs git in a folder. It asks nothing, because nobody may be there to answer. @throws CommandError */
export function git(cwd: string, args: readonly string[], failure: string): Promise<string> {
  return run("git", args, { cwd, env: { GIT_TERMINAL_PROMPT: "0" }, failure });
}
