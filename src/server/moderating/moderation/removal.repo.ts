import type { Allowed } from "../../../shared/people/authorize.ts";
import {
  type Act,
  type Database,
  type DeletionOutcome,
  type DeletionRequestTable,
  insertItemAudit,
  newId,
} from "../../platform/index.ts";
import {
  lockItem,
  moderated,
  type PlanCopy,
  planCopyOf,
  removeItem,
  resourceRows,
  type ResourceRow,
  restoreItem,
  retractRemoval,
  notifyContributor,
} from "../../library/index.ts";
import { suspendTrust } from "../trust/suspend-trust.repo.ts";

export interface RequestedRow extends ResourceRow {
  askedAt: number;
}

/**
 * The maximum number of requests on a page. The oldest requests are first, so newer requests can't crowd them
 * out.
 */
const REQUEST_LIMIT = 200;

export function createRemovalRepo(db: Database, planCopy: PlanCopy) {
  return {
    /**
     * Removes an item and adds an entry to the audit trail.
     * @returns see `removeItem`
     */
    async remove(itemId: string, act: Act<"decide">, reason: string | null): Promise<string[] | undefined> {
      return db.transaction(async (trx) => {
        if (!(await lockItem(trx, db.engine, itemId, act))) return undefined;
        const removed = await removeItem(trx, itemId, act.at, reason);
        if (removed) {
          const id = newId(act.at);
          const why = { reason: reason ?? undefined };
          await insertItemAudit(trx, { ...act, id, action: "removeItem", itemId, ...why });
          await notifyContributor(trx, act, { event: "removed", itemId, decisionId: id, ...why });
          await suspendTrust(trx, itemId, act);
        }
        return removed;
      });
    },

    /**
     * Gives a removed item its earlier status back.
     * @returns false if the item was not removed
     */
    async restore(itemId: string, act: Act<"decide">): Promise<boolean> {
      return db.transaction(async (trx) => {
        if (!(await lockItem(trx, db.engine, itemId, act))) return false;
        const restored = await restoreItem(trx, itemId, act.at);
        if (restored) {
          await insertItemAudit(trx, { ...act, action: "restoreItem", itemId });
          await retractRemoval(trx, act, itemId);
          await planCopyOf(trx, planCopy, itemId);
        }
        return restored;
      });
    },

    /**
     * Stores a request.
     * @returns true if the request is new or reopens a decided request
     */
    async request(row: DeletionRequestTable): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db.write
        .insertInto("deletionRequest")
        .values(row)
        .onConflict((conflict) =>
          conflict.column("resourceId").doUpdateSet(row).where("deletionRequest.outcome", "is not", null),
        )
        .executeTakeFirstOrThrow();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async requestsOf(userId: string): Promise<DeletionRequestTable[]> {
      return db.read.selectFrom("deletionRequest").selectAll().where("userId", "=", userId).execute();
    },

    /** Open requests about the items of this person's areas, oldest first. */
    async listOpen(by: Allowed<"removeItem">): Promise<RequestedRow[]> {
      return resourceRows(db.read)
        .innerJoin("deletionRequest", "deletionRequest.resourceId", "resource.id")
        .select("deletionRequest.askedAt")
        .where("deletionRequest.outcome", "is", null)
        .where(moderated(by))
        .orderBy("deletionRequest.askedAt")
        .orderBy("resource.id")
        .limit(REQUEST_LIMIT)
        .execute();
    },

    /**
     * Decides on a request. A granted request removes its item in the same transaction.
     * @returns the result of `removeFiles`; undefined if the request was not open
     */
    async decide(
      resourceId: string,
      outcome: DeletionOutcome,
      act: Act<"decide">,
    ): Promise<string[] | undefined> {
      return db.transaction(async (trx) => {
        if (!(await lockItem(trx, db.engine, resourceId, act))) return undefined;
        const { numUpdatedRows } = await trx
          .updateTable("deletionRequest")
          .set({ outcome })
          .where("resourceId", "=", resourceId)
          .where("outcome", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        const freed = outcome === "granted" ? await removeItem(trx, resourceId, act.at, null) : [];
        const action = outcome === "granted" ? "grantDeletion" : "refuseDeletion";
        const id = newId(act.at);
        await insertItemAudit(trx, { ...act, id, action, itemId: resourceId });
        const granted = outcome === "granted";
        await notifyContributor(trx, act, { event: "request", itemId: resourceId, decisionId: id, granted });
        return freed ?? [];
      });
    },
  };
}

export type RemovalRepo = ReturnType<typeof createRemovalRepo>;
