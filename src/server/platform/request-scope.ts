import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Which connections of a pool to PostgreSQL work may use beyond its requester's share: with `reserve` the ones that are kept for
 * logins and sessions, and with `nested` any free one, because others wait for the locks of its transaction.
 */
export type ConnectionPriority = "reserve" | "nested";

interface Request {
  id: string | undefined;
  requester: string | undefined;
}

interface Scope {
  request: Request;
  priority?: ConnectionPriority;
}

const scope = new AsyncLocalStorage<Scope>();

/**
 * Runs work for a request. Log lines, jobs and slow queries of this work then have the request's id, also after
 * an `await`.
 * @param id of the request; undefined for work that belongs to no request
 * @param requester the network of the client (`networkOf`), until the session names the account
 */
export const inRequest = <T>(id: string | undefined, work: () => T, requester?: string): T =>
  scope.run({ request: { id, requester } }, work);

/** The id of the request that the running code works for; undefined outside a request. */
export const currentRequestId = (): string | undefined => scope.getStore()?.request.id;

/**
 * Names the account of the current request. The lookup of a session calls it, so no other code has to.
 * @param accountId the id of the account
 */
export function nameRequester(accountId: string): void {
  const current = scope.getStore();
  if (current) current.request.requester = accountId;
}

/**
 * The account, or the network of a visitor, that the running code works for. It is undefined in jobs and outside
 * a request.
 */
export const currentRequester = (): string | undefined => scope.getStore()?.request.requester;

/** Runs work that asks for connections with a priority. A job that this work wakes has no priority. */
export function withPriority<T>(priority: ConnectionPriority, work: () => T): T {
  const { request = { id: undefined, requester: undefined } } = scope.getStore() ?? {};
  return scope.run({ request, priority }, work);
}

/** The priority with which the running code asks for connections. */
export const currentPriority = (): ConnectionPriority | undefined => scope.getStore()?.priority;
