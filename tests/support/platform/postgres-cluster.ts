import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findPostgres } from "../../../scripts/lib/system-packages.mjs";
import { childrenOf } from "../process/process-children.ts";
import { freePort } from "../process/server.ts";
import { userForServer } from "./unprivileged-user.ts";

/** The pause between two checks whether a server answers, in ms. */
const PAUSE = 50;
const TRIES = 1_200;

/** A running PostgreSQL server, whose data survives a kill. */
export interface PostgresServer {
  data: string;
  port: number;
  /** The address of the superuser connection. */
  url: string;
  process: ChildProcess;
}

/**
 * A folder for the data of PostgreSQL servers.
 * @param parent where the folder is made
 */
export function openCluster(parent = tmpdir()) {
  const programs = findPostgres();
  if (!programs) throw new Error("The tests need PostgreSQL. `npm test` installs it.");
  const user = userForServer();
  const folder = mkdtempSync(join(parent, "proshno-cluster-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);

  function run(program: string, ...args: string[]): void {
    execFileSync(join(programs as string, program), args, { cwd: folder, stdio: "pipe", ...user });
  }

  async function kill({ process }: PostgresServer, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    if (process.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, "exit");
    process.kill(signal);
    await ended;
  }

  return {
    folder,
    run,
    kill,

    /** Stops all processes of a server. Its connections stay open, and get no answer. */
    pause: (server: PostgresServer) => signalAll(server, "SIGSTOP"),
    resume: (server: PostgresServer) => signalAll(server, "SIGCONT"),

    /** Makes the data folder of a standby that follows a running server. */
    copy(name: string, { port }: PostgresServer): string {
      const data = join(folder, name);
      const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
      run("pg_basebackup", ...from, "-D", data, "-R", "-c", "fast");
      return data;
    },

    /** Makes the data folder of a new, empty server. */
    init(name: string): string {
      const data = join(folder, name);
      run("initdb", "-D", data, "--username=postgres", "--auth=trust", "--locale=C.UTF-8", "--encoding=UTF8");
      return data;
    },

    /** Starts a server. @param at its port; by default a free one */
    async start(data: string, at?: number): Promise<PostgresServer> {
      const port = at ?? (await freePort());
      const settings = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`];
      const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
      const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
      for (let tries = 0; tries < TRIES; tries += 1) {
        const child = spawn(join(programs, "postgres"), args, { cwd: folder, stdio: "ignore", ...user });
        while (child.exitCode === null && tries < TRIES) {
          if (await answers(url)) return { data, port, url, process: child };
          tries += 1;
          await sleep(PAUSE);
        }
        // Some processes of the killed server are still running.
        await sleep(PAUSE);
      }
      throw new Error("PostgreSQL did not start.");
    },

    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

function signalAll({ process: { pid } }: PostgresServer, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, signal);
    } catch (error) {
      // A child that served one connection may have ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

async function answers(url: string): Promise<boolean> {
  return onServer(url, "select 1").then(
    () => true,
    () => false,
  );
}

/** Runs statements on a server. */
export async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A query also reports that the server died.
  client.on("error", () => {});
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end().catch(() => {});
  }
}
