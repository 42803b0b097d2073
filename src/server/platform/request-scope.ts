import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<string | undefined>();

/**
 * Runs work for a request. Log lines, jobs and slow queries of this work then have the request's id, also after
 * an `await`.
 * @param id of the request; undefined for work that belongs to no request
 */
export const inRequest = <T>(id: string | undefined, work: () => T): T => scope.run(id, work);

/** The id of the request that the running code works for; undefined outside a request. */
export const currentRequestId = (): string | undefined => scope.getStore();
