import { authorize } from "../../../shared/people/authorize.ts";
import type { Placed } from "../../../shared/moderating/areas.ts";
import { policy } from "../../../shared/people/policy.ts";
import {
  type Database,
  insertItemAudit,
  newId,
  type Query,
  type ResourceTable,
} from "../../platform/index.ts";
import { claimFile, removeFiles } from "../../files/index.ts";
import { insertNotices, type PlanCopy, planCopyOf, updateItem } from "../../library/index.ts";
import type { Applied, Before, Deciding } from "./desk-types.ts";
import type { DecidedItem } from "./desk-plan.ts";

/** The columns that name an item's file. */
const FILE = ["link", "linkKey", "fileKey"] as const;
const ENDED = ["status", "reason", "returned", "removedFrom", "betterCopyOf", "movedTo"] as const;

type Stored = ResourceTable & Placed;

const pick = (item: ResourceTable, names: readonly (keyof ResourceTable)[]): Partial<ResourceTable> =>
  Object.fromEntries(names.map((name) => [name, item[name]]));

/**
 * Gives a public item the file of a waiting one, which ends. Both items are locked, and `whyNotReplaced` has found
 * nothing. The decision keeps the earlier file for an undo.
 */
export async function replaceFile(
  trx: Query,
  { decisionId, by, at }: Deciding,
  item: Stored,
  other: Stored,
): Promise<Applied> {
  const act = { by: authorize(by, "decide", item), at };
  const entryId = newId(at);
  const before: Before = {
    columns: pick(item, [...FILE, ...ENDED]),
    replaced: { id: other.id, after: other.version + 1, columns: pick(other, [...FILE, "betterCopyBy"]) },
  };
  // Only one item can show a file, so the waiting item gives it away first.
  await updateItem(trx, item.id, {
    status: "Cancelled",
    reason: null,
    returned: 0,
    removedFrom: null,
    link: null,
    linkKey: null,
    fileKey: null,
    betterCopyOf: other.id,
    movedTo: other.id,
    updatedAt: at,
    version: item.version + 1,
  });
  const isOwn = item.uploaderId === other.uploaderId;
  await updateItem(trx, other.id, {
    ...pick(item, FILE),
    betterCopyBy: isOwn ? null : item.uploaderId,
    updatedAt: at,
    version: other.version + 1,
  });
  const entry = { ...act, decision: decisionId };
  await insertItemAudit(trx, { ...entry, id: entryId, action: "becomeFile", itemId: item.id });
  await insertItemAudit(trx, { ...entry, action: "replaceFile", itemId: other.id });
  const told = { event: "replaced", itemId: other.id, decisionId: entryId } as const;
  await insertNotices(trx, act, [
    { ...told, userId: item.uploaderId, isCopy: true },
    ...(isOwn ? [] : [{ ...told, userId: other.uploaderId }]),
  ]);
  return {
    before: JSON.stringify(before),
    after: item.version + 1,
    fileKey: other.fileKey,
    entryId,
  };
}

/**
 * Gives both items their earlier files back.
 * @param other the public item as it is now
 * @returns false, without any write, if the public item changed since, its earlier file is gone, or the moderator may no
 * longer decide on it
 */
export async function undoReplacement(
  trx: Query,
  { engine, planCopy }: { engine: Database["engine"]; planCopy: PlanCopy },
  { decisionId, by, at }: Deciding,
  { columns, replaced }: Before,
  { item, other: { item: other, change } }: { item: Stored; other: DecidedItem },
): Promise<boolean> {
  if (!replaced || !other || change || other.version !== replaced.after) return false;
  if (!policy.decide(by, other)) return false;
  const { fileKey } = replaced.columns;
  if (fileKey && !(await claimFile(trx, engine, fileKey, other.id))) return false;
  await updateItem(trx, other.id, { ...replaced.columns, updatedAt: at, version: other.version + 1 });
  await updateItem(trx, item.id, { ...columns, updatedAt: at, version: item.version + 1 });
  for (const one of [item, other]) await planCopyOf(trx, planCopy, one.id);
  const act = { by: authorize(by, "decide", other), at, decision: decisionId };
  await insertItemAudit(trx, { ...act, itemId: other.id, action: "undoDecision" });
  return true;
}

/**
 * Forgets the earlier files of an item that a claim removed, so that no undo brings them back.
 * @returns the result of `removeFiles`
 */
export async function forgetEarlierFiles(trx: Query, itemId: string): Promise<string[]> {
  const held = await trx
    .selectFrom("deskDecisionItem")
    .select(["decisionId", "itemId", "fileKey"])
    .where("fileKey", "is not", null)
    .where((eb) =>
      eb.or([
        eb("itemId", "=", itemId),
        eb("itemId", "in", eb.selectFrom("resource").select("id").where("movedTo", "=", itemId)),
      ]),
    )
    .execute();
  for (const { decisionId, itemId: decided } of held)
    await trx
      .updateTable("deskDecisionItem")
      .set({ before: null, fileKey: null })
      .where("decisionId", "=", decisionId)
      .where("itemId", "=", decided)
      .execute();
  const keys = held.flatMap(({ fileKey }) => fileKey ?? []);
  return keys.length > 0 ? removeFiles(trx, keys) : [];
}
