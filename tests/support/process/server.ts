import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { serverArgs, serverEnv } from "../../../scripts/lib/server-process.mjs";

const root = new URL("../../..", import.meta.url).pathname;

export interface TestServer {
  origin: string;
  /** Its data folder. */
  data: string;
  /** The lines of its standard output, which include its log. */
  lines: string[];
  /** The lines of its error output. */
  errors: string[];
  process: ChildProcess;
  /** Stops it like a service manager. @returns its exit code */
  stop(): Promise<number | null>;
}

/** A loopback port that no program uses at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}

/** The disk of the machine that runs a test or a drill, and its students, have no limits of newcomers. */
export const WITHOUT_LIMITS = {
  PROSHNO_FREE_SPACE_MB: "0",
  PROSHNO_NEWCOMER_MB: "1000000",
  PROSHNO_NEWCOMER_PAPERS: "1000000",
};

/**
 * Runs the product like `npm start` when everything is installed and built.
 * @param env added to the defaults
 * @param cwd another copy of the product
 * @param by a wrapper that runs the command in its arguments, like `sh -c 'umask 000; exec "$0" "$@"'`
 */
export async function startServer(
  env: Record<string, string> = {},
  cwd = root,
  by: string[] = [],
): Promise<TestServer> {
  const port = await freePort();
  const own = env["PROSHNO_DATA"] ? undefined : mkdtempSync(join(tmpdir(), "proshno-server-"));
  const lines = own ? await copySample(own) : [];
  const [command = "", ...args] = [...by, process.execPath, ...serverArgs];
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH: process.env["PATH"],
      ...serverEnv,
      PORT: String(port),
      PROSHNO_DATA: own,
      PROSHNO_LOG: "error",
      PROSHNO_WORKERS: "1",
      // Recognition of the sample's papers uses a core for a minute, so only tests that need it turn it on.
      PROSHNO_OCR: "off",
      ...WITHOUT_LIMITS,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const origin = `http://127.0.0.1:${port}`;
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line);
      if (line.startsWith("Proshno is ready")) setImmediate(resolve);
    });
  });
  const died = ended.then((code) => {
    throw new Error(`The server ended with ${code}.\n${errors.join("\n")}`);
  });
  died.catch(() => {});
  await Promise.race([ready, died]);
  return {
    origin,
    data: env["PROSHNO_DATA"] ?? own ?? "",
    lines,
    errors,
    process: child,
    async stop() {
      child.kill("SIGTERM");
      const code = await ended;
      if (own) rmSync(own, { recursive: true, force: true });
      return code;
    },
  };
}

/**
 * Copies the sample archive that `sample-setup.ts` makes into a server's folder, when the archive is ready. Without one, the
 * server makes its own.
 * @returns the lines of its first start, which name the accounts
 */
async function copySample(folder: string): Promise<string[]> {
  const sample = process.env["TEST_SAMPLE"];
  if (!sample) return [];
  const [lines, failed] = [join(sample, "lines.json"), join(sample, "failed")];
  while (!existsSync(lines)) {
    if (existsSync(failed)) throw new Error(`There is no sample archive: ${readFileSync(failed, "utf8")}`);
    await wait(100);
  }
  cpSync(join(sample, "data"), folder, { recursive: true });
  return JSON.parse(readFileSync(lines, "utf8")) as string[];
}
