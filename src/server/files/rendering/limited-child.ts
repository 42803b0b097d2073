import { fork } from "node:child_process";
import { once } from "node:events";

export interface LimitedChildOptions {
  /** For the program. */
  args: string[];
  /** For V8's heap, in MiB. */
  heap: number;
  /** Further flags of Node. */
  flags?: string[];
  /** How long it may take to say that it is ready, in ms. */
  startLimit: number;
}

/**
 * Node lets its JavaScript read files, and neither write them nor start programs. Code of other languages, as sharp's,
 * is bound by none of this (docs/decisions/018-page-images-in-a-child-process.md).
 */
const PERMISSIONS = [
  "--permission",
  "--allow-fs-read=*",
  "--allow-addons",
  "--allow-worker",
  "--disable-warning=SecurityWarning",
];

/**
 * Starts a program that works on files of strangers in a process with an empty environment.
 * @param program path of a module that sends a message when it is ready
 * @returns the process, which may have ended at once; what tells whether it runs; what ends it, whatever it is doing, and
 *   waits for its end
 */
export async function startLimitedChild(
  program: string,
  { args, heap, flags = [], startLimit }: LimitedChildOptions,
) {
  const child = fork(program, args, {
    env: {},
    execArgv: [`--max-old-space-size=${heap}`, ...flags, ...PERMISSIONS],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // A process that can't start gives an error, and never an exit.
  const exited = new Promise<void>((resolve) => {
    child.on("exit", () => resolve()).on("error", () => child.pid === undefined && resolve());
  });
  let ending = false;
  const alive = () =>
    !ending && child.pid !== undefined && child.exitCode === null && child.signalCode === null;

  async function end(): Promise<void> {
    if (alive()) child.kill("SIGKILL");
    ending = true;
    await exited;
  }

  const slow = setTimeout(end, startLimit);
  await Promise.race([once(child, "message"), exited]);
  clearTimeout(slow);
  return { child, alive, end };
}
