import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { userForServer } from "../../tests/support/platform/unprivileged-user.ts";
import { startKeptPostgres } from "../lib/kept-postgres.ts";
import { findPostgres } from "../../scripts/lib/system-packages.mjs";

const NAME = "soak";

/**
 * Starts a PostgreSQL server whose data is kept, with an empty database at first.
 * @param folder the folder of the soak
 */
export async function startSoakDatabase(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const cluster = join(folder, "postgres");
  mkdirSync(cluster, { recursive: true });
  stopLeftover(cluster);
  const { url, stop } = await startKeptPostgres(cluster, true);
  try {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rowCount } = await client.query("select from pg_database where datname = $1", [NAME]);
      if (rowCount === 0)
        await client.query(`create database ${NAME} encoding UTF8 locale "C.UTF-8" template template0`);
    } finally {
      await client.end();
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const own = new URL(url);
  own.pathname = `/${NAME}`;
  return { url: own.href, stop };
}

/** Stops the PostgreSQL server that a killed soak left behind. */
function stopLeftover(cluster: string): void {
  const data = join(cluster, "cluster");
  if (!existsSync(join(data, "postmaster.pid"))) return;
  const args = ["stop", "-D", data, "-m", "fast", "-w"];
  spawnSync(join(findPostgres() ?? "", "pg_ctl"), args, {
    cwd: cluster,
    stdio: "ignore",
    ...userForServer(),
  });
}
