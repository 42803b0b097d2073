import type { Transaction } from "kysely";
import type { Query, Schema } from "./schema/schema.ts";

/** The work after a transaction's commit. */
const hooks = new WeakMap<Query, (() => void)[]>();

/** @returns how work runs in a transaction of this writer; an error rolls it back, and none of its hooks run */
export const transactionsOn =
  (write: Query) =>
  async <T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> => {
    const afterwards: (() => void)[] = [];
    const result = await write.transaction().execute((trx) => {
      hooks.set(trx, afterwards);
      return work(trx);
    });
    for (const hook of afterwards) hook();
    return result;
  };

/**
 * Runs a hook once a transaction has committed, so that nobody learns of a row before it can be read.
 * @param within a transaction of `Database.transaction`; without one the hook runs at once
 */
export function afterCommit(within: Query | undefined, hook: () => void): void {
  const afterwards = within && hooks.get(within);
  if (afterwards) afterwards.push(hook);
  else hook();
}
