import type { Status } from "../../../shared/items/status.ts";
import { type Act, type Hook, insertItemAudit, type Query } from "../../platform/index.ts";
import { insertNotices, type NewNotice, notifyRequester } from "../notices/insert-notices.repo.ts";
import { closeChange } from "./change-rows.repo.ts";
import type { PlanCopy } from "./copy-plan.ts";
import { planCopyOf } from "./drive-copy.repo.ts";
import { decidable } from "./resource-filter.repo.ts";
import { closeReports } from "./close-reports.repo.ts";

/** A decision on one item. */
export interface StatusDecision {
  id: string;
  /** The version that the moderator saw; undefined accepts any version. */
  version?: number | undefined;
  status: Status;
  /** The text for the contributor of a Cancelled item. */
  reason: string | null;
  /** Whether the contributor may fix a Cancelled item and send it again. */
  returned: boolean;
  /** A new id (`newId`) for the entry of the audit trail. The notices of the decision refer to it. */
  decisionId: string;
  /** The id of the decision at the desk, if it was made there. */
  decision?: string | undefined;
}

/**
 * Runs in the transaction of a decision that changed the status of an item, before the decision is in the audit trail.
 * It does not run if an item is removed, restored, sent again or approved when it is inserted, or if the desk undoes a
 * decision.
 */
export type StatusChanged = (
  trx: Query,
  item: Pick<StatusDecision, "id" | "status">,
  act: Act<"decide">,
) => Promise<void>;

/**
 * Sets a status in the caller's transaction: checks the version and the area, closes the item's open change,
 * adds the entry to the audit trail, and tells the contributor and the person whose question is answered. A
 * Cancelled item that was not returned yet can be returned.
 * @returns the result of `removeFiles`; undefined, without any write, if nothing would change, the item has a
 * different version, it is outside the areas of the moderator, or a moderator contributed it
 */
export type SetStatus = ReturnType<typeof createStatusWriter>;

/**
 * Creates `SetStatus`.
 * @param planCopy plans the copy of a Drive file
 * @param statusChanged tells higher modules about the new status
 */
export function createStatusWriter({
  planCopy,
  statusChanged,
}: {
  planCopy: PlanCopy;
  statusChanged?: Hook<StatusChanged>;
}) {
  return async function setStatus(
    trx: Query,
    act: Act<"decide">,
    { id, version, status, reason, returned, decisionId, decision }: StatusDecision,
  ): Promise<string[] | undefined> {
    const { by, at } = act;
    const isReturned = status === "Cancelled" && returned;
    let update = trx
      .updateTable("resource")
      .set((eb) => ({
        status,
        reason,
        returned: isReturned ? 1 : 0,
        removedFrom: null,
        updatedAt: at,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .where((eb) =>
        isReturned
          ? eb.or([
              eb("status", "!=", status),
              eb.and([eb("returned", "=", 0), eb("removedFrom", "is", null)]),
            ])
          : eb("status", "!=", status),
      )
      .where(decidable(by));
    if (version !== undefined) update = update.where("version", "=", version);
    const item = await update.returning("uploaderId as userId").executeTakeFirst();
    if (!item) return undefined;
    if (status === "Cancelled") await closeReports(trx, id, at);
    else await planCopyOf(trx, planCopy, id);
    await statusChanged?.run(trx, { id, status }, act);
    const entry = { status, reason: reason ?? undefined, returned: isReturned || undefined };
    await insertItemAudit(trx, {
      id: decisionId,
      by,
      at,
      action: "setStatus",
      itemId: id,
      decision,
      ...entry,
    });
    await notifyOfDecision(trx, act, { ...item, itemId: id, decisionId, ...entry });
    return closeChange(trx, id);
  };
}

async function notifyOfDecision(
  trx: Query,
  act: Act<"decide">,
  { status, reason, returned, ...about }: Omit<NewNotice, "event"> & { status: Status },
): Promise<void> {
  if (status === "Cancelled")
    await insertNotices(trx, act, [{ ...about, event: "returned", reason, returned }]);
  if (status !== "Approved") return;
  await insertNotices(trx, act, [{ ...about, event: "approved" }]);
  await notifyRequester(trx, act, about);
}
