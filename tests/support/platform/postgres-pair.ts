import { join } from "node:path";
import { onServer, openCluster, type PostgresServer } from "./postgres-cluster.ts";
import { openPostgresWay } from "./postgres-way.ts";

/**
 * A PostgreSQL server behind one address. The server can crash, and a standby can replace it, as at a
 * database provider. If there is a standby, transactions wait for it.
 */
export async function startPostgresPair() {
  const { folder, init, kill, remove, run, start } = openCluster();
  let count = 0;
  let primary = await start(init("first"));
  let standby: PostgresServer | undefined;
  const way = await openPostgresWay(primary.url);

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
      remove();
    },
  };
}
