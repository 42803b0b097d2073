import { sql, type SqlBool } from "kysely";
import { type Allowed, authorize } from "../../../shared/people/authorize.ts";
import type { Placed } from "../../../shared/moderating/areas.ts";
import { policy, type User } from "../../../shared/people/policy.ts";
import {
  type ChangeTable,
  type Database,
  type DeskItemState,
  insertItemAudit,
  listOf,
  newId,
  type Query,
  type ResourceTable,
} from "../../platform/index.ts";
import { roleOf, withMergedDepartments } from "../../people/index.ts";
import { claimFile } from "../../files/index.ts";
import {
  type PlanCopy,
  planCopyOf,
  outsideArea,
  placeColumns,
  type SetStatus,
  deleteChange,
  insertChanges,
  updateItem,
  retractNotices,
  notifyContributor,
  placedItem,
} from "../../library/index.ts";
import { resumeTrust } from "../trust/suspend-trust.repo.ts";
import type { Applied, Before, Deciding } from "./desk-types.ts";
import { undoReplacement } from "./replace.repo.ts";
import type { DecidedItem, DeskCommand, Plan } from "./desk-plan.ts";

/**
 * A moderator with the areas that they have now.
 * @returns undefined for a person who may no longer decide on items
 */
export async function moderatorNow(trx: Query, userId: string): Promise<Allowed<"setStatus"> | undefined> {
  const person = await trx
    .selectFrom("users")
    .select(["id", "email", "displayName", "photoURL", "role", "suspendedAt"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!person || person.suspendedAt !== null) return undefined;
  const granted = await trx
    .selectFrom("moderatorArea")
    .select(["universityKey", "departmentKey"])
    .where("userId", "=", userId)
    .execute();
  const areas = await withMergedDepartments(trx, granted);
  const { id, email, displayName, photoURL, role } = person;
  const now: User = { id, email, displayName, photoURL, role: roleOf(role, areas.length > 0), areas };
  return policy.setStatus(now) ? authorize(now, "setStatus") : undefined;
}

/** Locks items until the transaction ends, in the order of their ids, and reads them with their open changes. */
export async function lockItems(
  trx: Query,
  engine: Database["engine"],
  ids: readonly string[],
): Promise<Map<string, DecidedItem>> {
  const wanted = trx
    .selectFrom("resource")
    .leftJoin("resource as parent", "parent.id", "resource.parentId")
    .selectAll("resource")
    .select(placeColumns("resource"))
    .where(sql<SqlBool>`resource.id in ${listOf(engine, ids)}`)
    .orderBy("resource.id");
  const items = await (engine === "postgres" ? wanted.forNoKeyUpdate("resource") : wanted).execute();
  const changes = await changesOf(trx, engine, ids);
  return new Map(
    items.map((item: ResourceTable & Placed) => [item.id, { item, change: changes.get(item.id) }]),
  );
}

export async function changesOf(
  db: Query,
  engine: Database["engine"],
  ids: readonly string[],
): Promise<Map<string, ChangeTable>> {
  const changes = await db
    .selectFrom("change")
    .selectAll()
    .where(sql<SqlBool>`"resourceId" in ${listOf(engine, ids)}`)
    .execute();
  return new Map(changes.map((change) => [change.resourceId, change]));
}

/** The columns that a change of the status writes. */
const STATUS_COLUMNS = [
  "status",
  "reason",
  "returned",
  "removedFrom",
] as const satisfies (keyof ResourceTable)[];

const pick = (item: ResourceTable, names: readonly string[]): Partial<ResourceTable> =>
  Object.fromEntries(names.map((name) => [name, item[name as keyof ResourceTable]]));

/** The writes of items that other modules take part in. */
export interface DeskWrites {
  planCopy: PlanCopy;
  setStatus: SetStatus;
}

/** Carries decisions out and undoes them, in the caller's transaction, with the items locked. */
export function createDeskApply(engine: Database["engine"], { planCopy, setStatus }: DeskWrites) {
  /**
   * Carries a decision out.
   * @param columns the new columns of the item's fields, as planned
   * @returns the skip if a new university or department is outside the moderator's areas
   */
  async function apply(
    trx: Query,
    { decisionId, by, at }: Deciding,
    { action, reason = "" }: DeskCommand,
    { item, change }: { item: ResourceTable & Placed; change: ChangeTable | undefined },
    columns: Partial<ResourceTable>,
  ): Promise<Applied | Extract<Plan, { skip: string }>> {
    const { id, version } = item;
    const act = { by: authorize(by, "decide", item), at };
    const entryId = newId(at);
    const entry = { ...act, itemId: id, decision: decisionId };
    const placed = await placedItem(trx, engine, columns, item.kind);
    const outside = "university" in placed && outsideArea(by, item, placed);
    if (outside) return { skip: "unfit", problems: { [outside.outside]: { code: "outsideArea" } } };
    const waiting = item.status === "Approved" ? change : undefined;
    const isSet = action === "set";
    const isWritten = Object.keys(placed).length > 0;
    if (isWritten) {
      const written = { ...placed, updatedAt: at, version: isSet || waiting ? version + 1 : version };
      await updateItem(trx, id, written);
      if (isSet || waiting) await planCopyOf(trx, planCopy, id);
    }
    if (waiting) {
      const granted = action === "approve";
      await deleteChange(trx, id, waiting.id);
      const decided = { action: granted ? "approveChange" : "refuseChange", reason } as const;
      await insertItemAudit(trx, { ...entry, id: entryId, ...decided });
      const told = { granted, ...(!granted && { reason }) };
      await notifyContributor(trx, act, { event: "edit", itemId: id, decisionId: entryId, ...told });
    } else {
      if (isWritten)
        await insertItemAudit(trx, { ...entry, action: "editItem", id: isSet ? entryId : undefined });
      if (!isSet) {
        const status = action === "approve" ? ("Approved" as const) : ("Cancelled" as const);
        const decided = { status, reason: reason || null, returned: action === "return" };
        const written = { id, version, decisionId: entryId, decision: decisionId, ...decided };
        await setStatus(trx, act, written);
      }
    }
    const changed = [...Object.keys(placed), ...(isSet || waiting ? [] : STATUS_COLUMNS)];
    const before: Before = { columns: pick(item, changed), change: waiting };
    const shown = "fileKey" in placed ? placed.fileKey : item.fileKey;
    const fileKey = [waiting?.fileKey, before.columns.fileKey].find((key) => key && key !== shown) ?? null;
    const isBumped = !waiting || isWritten;
    return { before: JSON.stringify(before), after: isBumped ? version + 1 : version, fileKey, entryId };
  }

  /**
   * Undoes what a decision did with an item, unless somebody changed it or decided on it since, its earlier place is
   * outside the areas of the moderator, the moderator contributed it, or a file is gone. The same holds for the public item
   * whose file it replaced.
   * @param other the public item of the decision as it is now, if it has one
   * @returns the new state of the decision's item
   */
  async function undo(
    trx: Query,
    { decisionId, by, at }: Deciding,
    { before: stored, after, entryId }: Omit<Applied, "fileKey">,
    { item, change }: DecidedItem,
    other: DecidedItem = { item: undefined, change: undefined },
  ): Promise<Extract<DeskItemState, "undone" | "kept">> {
    if (!item || stored === null || item.version !== after || change || !policy.decide(by, item))
      return "kept";
    if (entryId !== null && (await isDecidedAgain(trx, item.id, entryId))) return "kept";
    const before = JSON.parse(stored) as Before;
    const deciding = { decisionId, by, at };
    const isRestored = before.replaced
      ? await undoReplacement(trx, { engine, planCopy }, deciding, before, { item, other })
      : await restore(trx, deciding, before, item);
    if (!isRestored) return "kept";
    const act = { by: authorize(by, "decide", item), at };
    const restored = before.columns.status;
    if (entryId !== null) await retractNotices(trx, act, entryId);
    if (entryId !== null && restored) await resumeTrust(trx, item.id, entryId, act);
    await insertItemAudit(trx, {
      ...act,
      itemId: item.id,
      action: "undoDecision",
      status: restored,
      decision: decisionId,
    });
    return "undone";
  }

  /** Gives an item its earlier values and its change back. @returns false, without any write, if that is not possible */
  async function restore(
    trx: Query,
    { by, at }: Deciding,
    before: Before,
    item: ResourceTable & Placed,
  ): Promise<boolean> {
    const placed = await placedItem(trx, engine, before.columns, item.kind);
    if ("university" in placed && outsideArea(by, item, placed)) return false;
    const keys = [before.change?.fileKey, before.columns.fileKey].filter(
      (key) => key && key !== item.fileKey,
    );
    for (const key of keys) if (key && !(await claimFile(trx, engine, key, item.id))) return false;
    const isWritten = Object.keys(placed).length > 0;
    const version = isWritten ? item.version + 1 : item.version;
    if (isWritten) {
      await updateItem(trx, item.id, { ...placed, updatedAt: at, version });
      await planCopyOf(trx, planCopy, item.id);
    }
    // The item is again as the contributor saw it.
    if (before.change) await insertChanges(trx, [{ ...before.change, baseVersion: version }]);
    return true;
  }

  return { apply, undo };
}

/** Whether a moderator has decided on a later change of an item. A refusal leaves the version as it was. */
async function isDecidedAgain(trx: Query, itemId: string, entryId: string): Promise<boolean> {
  const later = await trx
    .selectFrom("audit as own")
    .innerJoin("audit as later", "later.targetId", "own.targetId")
    .select("later.id")
    .where("own.id", "=", entryId)
    .where("later.targetId", "=", itemId)
    .where("later.action", "in", ["approveChange", "refuseChange"])
    .whereRef("later.at", ">=", "own.at")
    .whereRef("later.id", "!=", "own.id")
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}
