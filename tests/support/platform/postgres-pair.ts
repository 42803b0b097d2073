import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findPostgres } from "../../../scripts/lib/system-packages.mjs";
import { freePort } from "../process/server.ts";
import { openPostgresWay } from "./postgres-way.ts";
import { userForServer } from "./unprivileged-user.ts";

/** The pause between two checks whether a server answers, in ms. */
const PAUSE = 50;
const TRIES = 1_200;

interface Server {
  data: string;
  url: string;
  process: ChildProcess;
}

/**
 * A PostgreSQL server behind one address. The server can crash, and a standby can replace it, as at a
 * database provider. If there is a standby, transactions wait for it.
 */
export async function startPostgresPair() {
  const programs = findPostgres();
  if (!programs) throw new Error("The tests need PostgreSQL. `npm test` installs it.");
  const user = userForServer();
  const folder = mkdtempSync(join(tmpdir(), "proshno-pair-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  let count = 0;

  function run(program: string, ...args: string[]): void {
    execFileSync(join(programs as string, program), args, { cwd: folder, stdio: "pipe", ...user });
  }

  async function start(data: string): Promise<Server> {
    const port = await freePort();
    const settings = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`];
    const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const child = spawn(join(programs as string, "postgres"), args, {
        cwd: folder,
        stdio: "ignore",
        ...user,
      });
      while (child.exitCode === null && tries < TRIES) {
        if (await answers(url)) return { data, url, process: child };
        tries += 1;
        await sleep(PAUSE);
      }
      // Some processes of the killed server are still running.
      await sleep(PAUSE);
    }
    throw new Error("PostgreSQL did not start.");
  }

  const data = join(folder, "first");
  run("initdb", "-D", data, "--username=postgres", "--auth=trust", "--locale=C.UTF-8", "--encoding=UTF8");
  let primary = await start(data);
  let standby: Server | undefined;
  const way = await openPostgresWay(primary.url);

  async function kill(server: Server): Promise<void> {
    const ended = once(server.process, "exit");
    server.process.kill("SIGKILL");
    await ended;
  }

  return {
    /** The address of the current primary server. */
    url: way.url,

    /** Kills the primary server with signal 9 and starts it again. */
    async crash(): Promise<void> {
      await kill(primary);
      primary = await start(primary.data);
      way.leadTo(primary.url);
    },

    /** Copies the primary server to a new standby, which follows it. */
    async addStandby(): Promise<void> {
      count += 1;
      const copy = join(folder, `standby-${count}`);
      const { port } = new URL(primary.url);
      run("pg_basebackup", "-h", "127.0.0.1", "-p", port, "-U", "postgres", "-D", copy, "-R", "-c", "fast");
      standby = await start(copy);
      const names = "alter system set synchronous_standby_names = '*'";
      await onServer(primary.url, names, "select pg_reload_conf()");
    },

    /** Kills the primary server with signal 9 and promotes the standby. */
    async failOver(): Promise<void> {
      if (!standby) throw new Error("Add a standby first.");
      await kill(primary);
      primary = standby;
      standby = undefined;
      run("pg_ctl", "promote", "-D", primary.data, "-w");
      await onServer(primary.url, "alter system reset synchronous_standby_names", "select pg_reload_conf()");
      way.leadTo(primary.url);
    },

    async close(): Promise<void> {
      await way.close();
      for (const server of [standby, primary]) if (server) await kill(server);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return onServer(url, "select 1").then(
    () => true,
    () => false,
  );
}

async function onServer(url: string, ...statements: string[]): Promise<void> {
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
