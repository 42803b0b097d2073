import { setTimeout as pause } from "node:timers/promises";
import { universityNameKey } from "../../../shared/courses/universities.ts";
import type { ReconcileRepo } from "./reconcile.repo.ts";

/** The number of items in one transaction. It is small, because on SQLite a transaction blocks all requests of the process. */
const BATCH = 20;

export interface ReconcileOptions {
  /** Stops between two batches. Finished batches remain. */
  signal?: AbortSignal;
  /** The number of batches after which it stops; the next call continues. */
  most?: number;
}

/**
 * Makes all items agree with the table of universities, whichever release wrote them: it maps typed names to the
 * universities, adds unknown names for admins, gives the items of merged departments to the departments that show them, and
 * updates the items of changed universities. Each step can run again.
 * @param clock the time now, in epoch milliseconds
 */
export function createReconcile(reconcileRepo: ReconcileRepo, clock: () => number) {
  return async function reconcile({ signal, most = Infinity }: ReconcileOptions = {}): Promise<void> {
    let batches = 0;
    const isOver = () => (signal?.aborted ?? false) || batches >= most;

    /**
     * @param department only items with this department
     * @returns whether all items with this key are done
     */
    async function place(key: string, department?: string): Promise<boolean> {
      for (let after = ""; ;) {
        const { ids, isLast } = await reconcileRepo.idsOf(key, after, department);
        for (let from = 0; from < ids.length; from += BATCH) {
          if (isOver()) return false;
          const began = performance.now();
          await reconcileRepo.place(key, ids.slice(from, from + BATCH));
          batches += 1;
          // Requests get as much time as the batch took.
          await pause(performance.now() - began);
        }
        if (isLast) return true;
        after = ids.at(-1) as string;
      }
    }

    const used = await reconcileRepo.usedKeys();
    const universities = await reconcileRepo.universities();
    const ids = new Set(universities.map(({ id }) => id));
    const strange = used.filter(({ key }) => !ids.has(key));
    const known = strange.length > 0 ? await reconcileRepo.named(strange.map(({ name }) => name)) : new Map();
    // Of the spellings of one unknown name, the most frequent one becomes the name.
    const unknown = new Map(
      strange
        .filter(({ name }) => !known.has(universityNameKey(name)))
        .toSorted((one, other) => one.items - other.items)
        .map((one) => [universityNameKey(one.name), one]),
    );
    if (unknown.size > 0) await reconcileRepo.addUnknown([...unknown.values()], clock());
    for (const { key } of strange) if (!(await place(key))) return;
    for (const { universityKey, departmentKey } of await reconcileRepo.mergedDepartments())
      if (!(await place(universityKey, departmentKey))) return;

    const usedKeys = new Set(used.map(({ key }) => key));
    const stale = universities.filter(({ staleSince }) => staleSince !== null);
    const done = stale.filter(({ id }) => !usedKeys.has(id));
    for (const university of stale.filter(({ id }) => usedKeys.has(id))) {
      if (!(await place(university.id))) break;
      done.push(university);
    }
    if (done.length > 0) await reconcileRepo.reconciled(done);
    const unused = universities.filter(({ id, isConfirmed }) => !isConfirmed && !usedKeys.has(id));
    if (unused.length > 0)
      await reconcileRepo.removeUnused(
        unused.map(({ id }) => id),
        clock(),
      );
  };
}
