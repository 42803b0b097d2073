import { fork } from "node:child_process";
import { once } from "node:events";

export interface LimitedChildOptions {
  args: string[];
  /** The limit of V8's heap, in MiB. */
  heap: number;
  /** More flags for Node. */
  flags?: string[];
  /** The only environment variables of the process. */
  env?: Record<string, string>;
  /** How long the program may take to send its first message, in ms. */
  startLimit: number;
}

/**
 * With these flags, JavaScript may read files, but can't write files or start programs. Native code, such as
 * sharp, is not limited by them (docs/decisions/018-page-images-in-a-child-process.md).
 */
const PERMISSIONS = [
  "--permission",
  "--allow-fs-read=*",
  "--allow-addons",
  "--allow-worker",
  "--disable-warning=SecurityWarning",
];

/**
 * Starts a program that opens untrusted files, in a process without the environment of the server.
 * @param program path of a module that sends a message when it is ready
 * @returns the process, which may have ended at once; a function that says whether the process runs; and a
 * function that ends the process at once and waits for its end
 */
export async function startLimitedChild(
  program: string,
  { args, heap, flags = [], env = {}, startLimit }: LimitedChildOptions,
) {
  const child = fork(program, args, {
    env,
    execArgv: [`--max-old-space-size=${heap}`, ...flags, ...PERMISSIONS],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // A process that can't start emits "error" and no "exit".
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
