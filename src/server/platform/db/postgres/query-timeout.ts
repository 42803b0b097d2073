import type { Socket } from "node:net";
import type { PoolClient } from "pg";

/** After the process stood still, it reads waiting answers for this time before it blames the database. In ms. */
const GRACE = 100;

/**
 * Ends a connection whose query is not answered in time; the query then fails as if PostgreSQL had ended the connection.
 * PostgreSQL ends statements that take too long, but never a commit, and TCP tries to reach a lost machine for 15 minutes.
 * @param client the connection
 * @param answer of the query that the connection runs now
 * @param timeout in ms, longer than PostgreSQL lets a statement take; Infinity waits for the answer however long it takes
 * @param onError receives the reason
 * @returns the answer
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
    // The types of `pg` leave it out.
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy(error);
  };
  let timer = setTimeout(() => {
    timer = setTimeout(end, GRACE);
  }, timeout);
  return answer.finally(() => clearTimeout(timer));
}
