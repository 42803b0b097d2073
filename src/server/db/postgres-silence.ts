import type { Socket } from "node:net";
import type { PoolClient } from "pg";

/** Who lets statements of a connection run as long as they take, as migrations do, waits as long. */
const LIFTED = "set statement_timeout = 0";
const BACK = "reset statement_timeout";

/**
 * Ends a connection that does not answer a query for longer than PostgreSQL lets a statement run: the machine behind it went
 * without a word, and TCP would try to reach it for a quarter of an hour.
 * @param patience in ms
 */
export function endWhenSilent(client: PoolClient, patience: number): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let isBounded = true;
  client.query = ((...args: unknown[]) => {
    if (args[0] === LIFTED) isBounded = false;
    if (args[0] === BACK) isBounded = true;
    const answer = query(...args);
    if (!isBounded || !(answer instanceof Promise)) return answer;
    const timer = setTimeout(() => {
      // Not among the types of `pg`.
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
      stream.destroy(
        Object.assign(new Error(`The database has not answered for ${patience} ms`), { code: "ETIMEDOUT" }),
      );
    }, patience);
    return answer.finally(() => clearTimeout(timer));
  }) as typeof client.query;
}
