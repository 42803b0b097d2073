import { spawn } from "node:child_process";
import { constants } from "node:os";

/** A failure that the reader can fix. Only its message is printed, without a stack. */
export class Failure extends Error {}

const FORWARDED = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
const PARENT_CHECK_MS = 200;

/**
 * Runs a program to its end. The program gets stop signals, and this process waits for its end, so that no
 * orphan process remains.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, quiet?: boolean, keep?: boolean }} options quiet keeps
 * the output instead of showing it, keep shows it too
 * @returns {Promise<{ code: number, output: string, stopped: boolean }>} the exit code (128 + n for signal
 * n), the kept output, and whether this process received a stop signal in the meantime
 */
export function run(command, args, { cwd, env = {}, quiet = false, keep = false }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet || keep ? ["ignore", "pipe", "pipe"] : "inherit",
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    if (keep) {
      child.stdout?.pipe(process.stdout, { end: false });
      child.stderr?.pipe(process.stderr, { end: false });
    }

    const signals = forwardSignals(child);
    child.on("error", (error) => {
      signals.release();
      reject(new Failure(`Couldn't start ${command}: ${error.message}`));
    });
    child.on("close", (code, signal) => {
      signals.release();
      resolve({
        code: code ?? 128 + constants.signals[signal ?? "SIGTERM"],
        output,
        stopped: signals.stopped(),
      });
    });
  });
}

/** @param {import("node:child_process").ChildProcess} child */
function forwardSignals(child) {
  const seen = new Set();
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // npm repeats signals that a terminal or a supervisor has already sent to the whole process group.
    if (!seen.has(signal)) child.kill(signal);
    seen.add(signal);
  };
  const listeners = FORWARDED.map((signal) => {
    const deliveredByTerminal = process.stdin.isTTY && signal !== "SIGTERM";
    const listener = () => (deliveredByTerminal ? seen.add(signal) : forward(signal));
    process.on(signal, listener);
    return /** @type {const} */ ([signal, listener]);
  });
  const watch = onLossOfNpm(() => forward("SIGTERM"));
  return {
    release: () => {
      clearInterval(watch);
      listeners.forEach(([signal, listener]) => process.off(signal, listener));
    },
    stopped: () => seen.size > 0,
  };
}

/**
 * A SIGTERM to npm ends the shell between npm and this script, but does not reach this script. So the script
 * stops when it loses that parent.
 * @param {() => void} stop
 */
function onLossOfNpm(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const shell = process.ppid;
  return setInterval(() => process.ppid !== shell && stop(), PARENT_CHECK_MS);
}

/**
 * Runs one step of a preparation and keeps its output. A stop signal also ends this process.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string> }} options
 */
export async function runQuietly(command, args, options) {
  const { code, output, stopped } = await run(command, args, { ...options, quiet: true });
  if (stopped) process.exit(code || 1);
  return { code, output };
}

/**
 * Runs a step that must succeed, and shows its output if it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, failure: string }} options failure says what did not
 * work
 */
export async function runStep(command, args, { failure, ...options }) {
  const { code, output } = await runQuietly(command, args, options);
  if (code !== 0) throw new Failure(`${output.trimEnd()}\n\n${failure}`);
}

/**
 * Runs a script's body. Its number becomes the exit code, and a Failure is printed as a plain sentence.
 * @param {() => Promise<number>} body
 */
export async function main(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
