import type { Transaction } from "kysely";
import { keepPermit } from "../permit.ts";
import type { Query, Schema } from "./schema/schema.ts";

/** The hooks that run after the commit of each transaction. */
const hooks = new WeakMap<Query, (() => void)[]>();

/**
 * @returns a function that runs work in a transaction of this writer; an error rolls the transaction back,
 * and no hook runs
 */
export const transactionsOn =
  (write: Query) =>
  async <T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> => {
    const afterwards: (() => void)[] = [];
    const result = await keepPermit(() =>
      write.transaction().execute((trx) => {
        hooks.set(trx, afterwards);
        return work(trx);
      }),
    );
    for (const hook of afterwards) hook();
    return result;
  };

/**
 * Runs a hook after a transaction has committed, so that other code hears of a row only when the row can be
 * read.
 * @param within a transaction of `Database.transaction`; without it, the hook runs at once
 */
export function afterCommit(within: Query | undefined, hook: () => void): void {
  const afterwards = within && hooks.get(within);
  if (afterwards) afterwards.push(hook);
  else hook();
}
