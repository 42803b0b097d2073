import { fork, type Serializable } from "node:child_process";
import { once } from "node:events";

export interface ChildOptions {
  args: string[];
  /** The limit of V8's heap, in MiB. */
  heap: number;
  /** More flags for Node. */
  flags?: string[];
  /** The only environment variables of the process. By default, it has those of this process. */
  env?: NodeJS.ProcessEnv;
  /** How long the program may take to send its first message, in ms. */
  startLimit: number;
}

/** The process ended without an answer. */
interface Ended {
  isTooHeavy: boolean;
}

/** The signals that mean too much memory or processor time: from our watchdog, the system, or V8. */
const OUT_OF_LIMITS = new Set<NodeJS.Signals | null>(["SIGKILL", "SIGABRT"]);

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
 * @returns the process, which may have ended at once; a function that says whether the process runs; a function that ends
 * the process at once and waits for its end; and a function that sends a request and waits for its answer
 */
export const startLimitedChild = (program: string, { flags = [], ...options }: ChildOptions) =>
  startChild(program, { env: {}, ...options, flags: [...flags, ...PERMISSIONS] });

/** Like `startLimitedChild`, with the rights of the server, and by default with its environment. */
export async function startChild(program: string, { args, heap, flags = [], env, startLimit }: ChildOptions) {
  const child = fork(program, args, {
    ...(env && { env }),
    execArgv: [`--max-old-space-size=${heap}`, ...flags],
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

  /**
   * Sends a request. Callers must wait for the answer before the next call.
   * @param timeout how long the answer may take, in ms; then the process is ended. By default, there is no limit
   * @returns the answer; or, if the process ended without one, whether it needed too much memory or time
   */
  const ask = <Reply>(request: Serializable, timeout?: number): Promise<{ reply: Reply } | Ended> =>
    new Promise((resolve) => {
      if (!alive()) return resolve({ isTooHeavy: false });
      let late = false;
      const stop = () => {
        late = true;
        void end();
      };
      const timer = timeout === undefined ? undefined : setTimeout(stop, timeout);
      const finish = (answer: { reply: Reply } | Ended) => {
        clearTimeout(timer);
        child.off("message", onMessage).off("exit", onExit);
        resolve(answer);
      };
      const onMessage = (reply: unknown) => finish({ reply: reply as Reply });
      const onExit = (_code: number | null, signal: NodeJS.Signals | null) =>
        finish({ isTooHeavy: late || OUT_OF_LIMITS.has(signal) });
      child.on("message", onMessage).on("exit", onExit);
      child.send(request, () => {});
    });

  return { child, alive, end, ask };
}
