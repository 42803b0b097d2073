import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, closeSync, mkdirSync, openSync } from "node:fs";
import { childrenOf, isRunning } from "../../tests/support/process/process-children.ts";
import { userForServer } from "../../tests/support/platform/unprivileged-user.ts";
import type { Machine } from "../../tests/support/operations/deploy-machines.ts";
import { on } from "./namespaces.ts";

export interface Program {
  pid: number;
  /** Sends a signal to the program and everything that it started, also to processes that left its group. */
  signal(signal: NodeJS.Signals, alsoTo?: number[]): void;
  /** Ends the program alone, and waits for its end. */
  kill(): Promise<void>;
  hasEnded(): boolean;
}

export interface ProgramOptions {
  machine: Machine;
  command: string[];
  /** The file to which the output is appended. */
  log: string;
  cwd: string;
  env?: Record<string, string>;
  /** Whether root runs it as an unprivileged user. */
  isUnprivileged: boolean;
}

/** Starts a program on a machine. */
export function startProgram(options: ProgramOptions): Program {
  const { machine, command, log, cwd, env = {}, isUnprivileged } = options;
  const { uid, gid } = isUnprivileged ? userForServer() : {};
  const as = uid === undefined ? [] : ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  const [program = "", ...args] = [...on(machine), ...as, ...command];
  const output = openSync(log, "a");
  const child: ChildProcess = spawn(program, args, {
    cwd,
    env: { PATH: process.env["PATH"], LANG: "C.UTF-8", ...env },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  child.on("error", () => {});
  const pid = child.pid as number;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid,
    hasEnded,
    signal(signal, alsoTo = []) {
      for (const one of [pid, ...alsoTo].flatMap(withDescendants)) send(one, signal);
    },
    async kill() {
      if (hasEnded()) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Makes a folder to which unprivileged programs can write. */
export function makeFolder(path: string): void {
  const { uid, gid } = userForServer();
  mkdirSync(path, { recursive: true });
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** A process and its descendants, the process first. */
const withDescendants = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(withDescendants)];

/** Sends a signal to a process that may have ended. */
export function send(pid: number, signal: NodeJS.Signals): void {
  if (isRunning(pid)) process.kill(pid, signal);
}
