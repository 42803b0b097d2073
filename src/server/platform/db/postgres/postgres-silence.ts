import type { Socket } from "node:net";
import { type Kysely, sql } from "kysely";
import type { PoolClient } from "pg";
import type { Schema } from "../schema/schema.ts";

const LIFT = "set statement_timeout = 0";
const RESTORE = "reset statement_timeout";
/** In it what came while the process stood still is read, before the database is blamed. In ms. */
const GRACE = 100;

/** Has statements of a connection run, and be awaited, as long as they take. */
export async function withoutTimeLimit<T>(connection: Kysely<Schema>, work: () => Promise<T>): Promise<T> {
  await sql.raw(LIFT).execute(connection);
  try {
    return await work();
  } finally {
    await sql.raw(RESTORE).execute(connection);
  }
}

/**
 * Ends a connection that does not answer a query, which then fails as where PostgreSQL ends it: what it wrote may be there.
 * PostgreSQL itself ends statements that take too long, but no commit; and where the machine behind it went without a word,
 * TCP would try to reach it for a quarter of an hour.
 * @param patience in ms, longer than a statement may take @param onSilence told why
 */
export function endWhenSilent(client: PoolClient, patience: number, onSilence: (error: Error) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let isBounded = true;

  function end(): void {
    const error = Object.assign(new Error(`The database has not answered for ${patience} ms`), {
      code: "ETIMEDOUT",
    });
    onSilence(error);
    // Not among the types of `pg`.
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy(error);
  }

  client.query = ((...args: unknown[]) => {
    if (args[0] === LIFT) isBounded = false;
    if (args[0] === RESTORE) isBounded = true;
    const answer = query(...args);
    if (!isBounded || !(answer instanceof Promise)) return answer;
    let timer = setTimeout(() => {
      timer = setTimeout(end, GRACE);
    }, patience);
    return answer.finally(() => clearTimeout(timer));
  }) as typeof client.query;
}
