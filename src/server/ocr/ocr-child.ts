import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { OcrReply, Recognised } from "./ocr-messages.ts";

const WORKER = fileURLToPath(new URL("./ocr-worker.ts", import.meta.url));
const FLAGS = [
  "--max-old-space-size=256",
  // It reads its own files, and does nothing else: no writing, no programs.
  "--permission",
  "--allow-fs-read=*",
  "--allow-addons",
  "--allow-worker",
  "--disable-warning=SecurityWarning",
];
/** How long a child may take to start and load its languages, in ms; a busy machine is slow. */
const START_LIMIT = 60_000;

export type OcrChild = Awaited<ReturnType<typeof startOcrChild>>;

/** A page that could not be read. Its name goes into the job's record. */
export class NotRecognised extends Error {
  override name = "NotRecognised";
}

/**
 * Starts a process that reads pages, one at a time.
 * @param languages folder of Tesseract's language data @param memoryLimit in bytes; above it the process ends itself
 * @throws NotRecognised where it does not start
 */
export async function startOcrChild(languages: string, memoryLimit: number) {
  const child = fork(WORKER, [languages, String(memoryLimit), String(process.pid)], {
    env: {},
    execArgv: FLAGS,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // Where it can't be started there is an error, and never an exit.
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

  const slow = setTimeout(end, START_LIMIT);
  await Promise.race([once(child, "message"), exited]);
  clearTimeout(slow);
  if (!alive()) throw new NotRecognised();

  return {
    pid: child.pid,
    alive,
    /** Ends the process, whatever it is doing, and waits for its end. */
    end,
    /**
     * Reads one page. Ask for the next one only after this answer.
     * @param signal ends the process where it aborts
     * @throws NotRecognised
     */
    run: (image: Uint8Array, signal: AbortSignal): Promise<Recognised> =>
      new Promise((resolve, reject) => {
        const stop = () => void end();
        const finish = (reply: OcrReply) => {
          child.off("message", finish).off("exit", onExit);
          signal.removeEventListener("abort", stop);
          if ("value" in reply) resolve(reply.value);
          else reject(new NotRecognised());
        };
        const onExit = () => finish({ error: "Exit" });
        child.on("message", finish).on("exit", onExit);
        signal.addEventListener("abort", stop);
        child.send({ image }, () => {});
        if (signal.aborted) stop();
      }),
  };
}
