import { callbackify } from "node:util";
import type { PoolClient } from "pg";
import { withTimeout } from "./query-timeout.ts";

/** How long a new connection waits for the answer, in ms. */
const PATIENCE = 5_000;
/** PostgreSQL's code for a write on a standby, with which the request gets 503 and may try again. */
const READ_ONLY = "25006";

/** @throws the database's error; an error if the server is a standby */
async function requireLeader(client: PoolClient): Promise<void> {
  const asked = client.query<{ follows: boolean }>("select pg_is_in_recovery() as follows");
  const { rows } = await withTimeout(client, asked, PATIENCE, () => {});
  if (rows[0]?.follows)
    throw Object.assign(new Error("The database is a standby, not the leader."), { code: READ_ONLY });
}

/**
 * Checks a new connection of a pool. A proxy that has just started may lead to a standby, where an item that was hidden a moment
 * ago may still be visible. After an error, the pool closes the connection.
 */
export const refuseStandby = (client: PoolClient, done: (error?: Error) => void): void =>
  callbackify(requireLeader)(client, (error) => done(error ?? undefined));
