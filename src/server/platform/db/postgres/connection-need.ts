import { sql } from "kysely";
import pg from "pg";
import type { ConnectionNeed } from "../on-query.ts";
import type { Query } from "../schema/schema.ts";
import { isFull } from "./wait-while-full.ts";

/** The connection of each process for notifications. */
const LISTENERS = 1;
/** The connections for a migration, a backup, or a command beside the server. */
const SPARE = 2;
/** How long a refused connection is remembered, in ms. */
const MEMORY = 60_000;

/** How many connections PostgreSQL accepts from this role to this database. */
const ACCEPTED = `least(
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0),
  (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
  (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user))`;
/** How long the question for this number may take, in ms. */
const TIMEOUT = 5_000;

/**
 * Divides the connections that PostgreSQL accepts among the processes of a machine. Otherwise the first processes would open
 * them all, and the last one would have none.
 * @param wanted how many connections a process opens if PostgreSQL accepts enough
 * @param min the result is never smaller
 * @returns the connections of each process; the smallest number if PostgreSQL is full, and the wanted one if it doesn't answer
 */
export async function fairConnections(
  databaseUrl: string,
  { wanted, min, processes }: { wanted: number; min: number; processes: number },
): Promise<number> {
  if (wanted <= min) return min;
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
  });
  // Without a listener, the error of a lost connection would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ accepted: number }>(`select ${ACCEPTED} as accepted`);
    const { accepted = 0 } = rows[0] ?? {};
    const share = Math.floor((accepted - SPARE) / processes) - LISTENERS;
    return Math.max(min, Math.min(wanted, share));
  } catch (error) {
    return isFull(error) ? min : wanted;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Compares the connections that the processes of an archive can open with the ones that PostgreSQL accepts.
 * @param connections of each process if PostgreSQL accepts enough
 */
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
      const { rows } = await sql<{ allowed: number; live: number }>`select ${sql.raw(ACCEPTED)} as allowed,
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
