import { AsyncLocalStorage } from "node:async_hooks";

interface RequestScope {
  id: string | undefined;
  requester: string | undefined;
}

const scope = new AsyncLocalStorage<RequestScope>();

/**
 * Runs work for a request. Log lines, jobs and slow queries of this work then have the request's id, also after
 * an `await`.
 * @param id of the request; undefined for work that belongs to no request
 * @param requester the network of the client (`networkOf`), until the session names the account
 */
export const inRequest = <T>(id: string | undefined, work: () => T, requester?: string): T =>
  scope.run({ id, requester }, work);

/** The id of the request that the running code works for; undefined outside a request. */
export const currentRequestId = (): string | undefined => scope.getStore()?.id;

/**
 * Names the account of the current request. The lookup of a session calls it, so no other code has to.
 * @param accountId the id of the account
 */
export function nameRequester(accountId: string): void {
  const current = scope.getStore();
  if (current) current.requester = accountId;
}

/**
 * The account, or the network of a visitor, that the running code works for. It is undefined in jobs and outside
 * a request.
 */
export const currentRequester = (): string | undefined => scope.getStore()?.requester;
