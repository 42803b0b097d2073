import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../../tests/support/process/server.ts";
import { userForServer } from "../../tests/support/platform/unprivileged-user.ts";
import { findPostgres } from "../../scripts/lib/system-packages.mjs";

/**
 * A server with PostgreSQL's own durability settings. Its data stays for the next run.
 * @param detached whether a signal of the terminal must not reach the server
 */
export async function startKeptPostgres(
  folder: string,
  detached = false,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const programs = findPostgres();
  if (!programs) throw new Error("PostgreSQL is not here. `npm test` installs it.");
  const user = userForServer();
  const data = join(folder, "cluster");
  mkdirSync(folder, { recursive: true });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  if (!existsSync(join(data, "PG_VERSION"))) {
    const args = ["-D", data, "--username=postgres", "--auth=trust", "--locale=C.UTF-8", "--encoding=UTF8"];
    execFileSync(join(programs, "initdb"), args, { cwd: folder, stdio: "ignore", ...user });
  }
  const port = await freePort();
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "shared_buffers=256MB",
  ];
  const server = spawn(
    join(programs, "postgres"),
    ["-D", data, ...settings.flatMap((setting) => ["-c", setting])],
    { cwd: folder, stdio: "ignore", detached, ...user },
  );
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilReady(url, server);
  return {
    url,
    async stop() {
      const ended = once(server, "exit");
      // A fast shutdown, which closes connections.
      server.kill("SIGINT");
      await ended;
    },
  };
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300 && server.exitCode === null; tries += 1) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error("PostgreSQL did not start.");
}
