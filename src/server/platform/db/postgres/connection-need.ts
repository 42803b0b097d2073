import { sql } from "kysely";
import type { ConnectionNeed } from "../on-query.ts";
import type { Query } from "../schema/schema.ts";

/** The connection of each process for notifications. */
const LISTENERS = 1;
/** The connections for a migration, a backup, or a command beside the server. */
const SPARE = 2;
/** How long a refused connection is remembered, in ms. */
const MEMORY = 60_000;

/** Compares the connections that the processes of an archive can open with the ones that PostgreSQL accepts. */
export function createConnectionNeed(connections: number) {
  let refusedAt = -Infinity;
  return {
    /** Notes that PostgreSQL refused a connection. */
    refused(): void {
      refusedAt = performance.now();
    },

    /**
     * @param processes of this machine. Processes of other machines count while they hold a lease for their response cache
     * @throws the database's error
     */
    async read(db: Query, processes: number): Promise<ConnectionNeed> {
      const { rows } = await sql<{ allowed: number; live: number }>`select least(
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
            - coalesce(current_setting('reserved_connections', true)::int, 0),
          (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
          (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as allowed,
        (select count(*) from "cacheNode"
          where "leaseUntil" > extract(epoch from clock_timestamp()) * 1000) as live`.execute(db);
      const { allowed = 0, live = 0 } = rows[0] ?? {};
      return {
        needed: Math.max(processes, live) * (connections + LISTENERS) + SPARE,
        allowed,
        wasRefused: performance.now() - refusedAt < MEMORY,
      };
    },
  };
}
