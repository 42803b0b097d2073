import { execFile } from "node:child_process";
import { join } from "node:path";

export interface Outcome {
  /** The exit code; -1 after a signal. */
  code: number;
  out: string;
  err: string;
}

/** Returns the arguments for Node that run a command of the command line. @param name its file in `src/cli` */
export const commandArgs = (name: string, args: readonly string[]): string[] => [
  join(import.meta.dirname, "../../../src/cli", `${name}.ts`),
  ...args,
];

/**
 * Runs a command of the command line to its end.
 * @param name its file in `src/cli`
 * @param env added to the environment of the test
 * @param by a wrapper that runs the command in its arguments
 */
export function runCommand(
  name: string,
  args: readonly string[],
  { env, cwd, by = [] }: { env: Record<string, string>; cwd?: string; by?: string[] },
): Promise<Outcome> {
  const [program = "", ...rest] = [...by, process.execPath, ...commandArgs(name, args)];
  return new Promise((resolve) => {
    execFile(program, rest, { env: { ...process.env, ...env }, cwd }, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, out, err }),
    );
  });
}
