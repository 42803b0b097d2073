import type { Socket } from "node:net";
import type { PoolClient } from "pg";

/** Extra time, in ms, to read results that arrived while this process was blocked. */
const GRACE = 100;

/**
 * Closes a connection whose query gets no result in time, so that the query fails. PostgreSQL itself ends
 * slow statements, but not a slow commit, and TCP tries for 15 minutes to reach a lost machine.
 * @param client the connection
 * @param answer the result of the running query
 * @param timeout in ms, longer than PostgreSQL's own limit for a statement; Infinity for no limit
 * @param onError receives the reason
 * @returns the result
 * @throws the query's error; after the timeout an error with the code ETIMEDOUT
 */
export function withTimeout<T>(
  client: PoolClient,
  answer: Promise<T>,
  timeout: number,
  onError: (error: Error) => void,
): Promise<T> {
  if (timeout === Infinity) return answer;
  const end = () => {
    const message = `The database has not answered for ${timeout} ms`;
    const error = Object.assign(new Error(message), { code: "ETIMEDOUT" });
    onError(error);
    // The types of `pg` don't include `connection`.
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy(error);
  };
  let timer = setTimeout(() => {
    timer = setTimeout(end, GRACE);
  }, timeout);
  return answer.finally(() => clearTimeout(timer));
}
