import type { Allowed } from "../../../shared/people/authorize.ts";
import type { PolicyName } from "../../../shared/people/policy.ts";
import type { ItemAction, ItemEntry, ItemFacts } from "../../../shared/moderating/audit.ts";
import type { AuditTable, Query } from "../db/schema/schema.ts";
import { newId } from "../ids.ts";
import { insertAudit } from "./audit.repo.ts";

/** The acting admin, and the time of the action. */
export interface Act<Action extends PolicyName = PolicyName> {
  by: Allowed<Action>;
  /** The time of the action, in epoch milliseconds. */
  at: number;
}

export interface ItemAct extends Act, Pick<ItemEntry, "status" | "reason" | "returned" | "decision"> {
  /** The id of the entry; the default is a new id. */
  id?: string | undefined;
  action: ItemAction;
  itemId: string;
  /** The data of an item that no longer exists. */
  known?: ItemFacts;
}

/** Adds an entry for an action that is about no item and no person, in the transaction of the action. */
export const insertActAudit = (
  trx: Query,
  action: AuditTable["action"],
  details: object,
  { by, at }: Act,
): Promise<void> =>
  insertAudit(trx, {
    id: newId(at),
    at,
    actorId: by.id,
    actorEmail: by.email,
    targetId: "",
    targetEmail: "",
    action,
    details: JSON.stringify(details),
  });

/**
 * Adds an entry for an admin's action on an item, in the transaction of the action. It says if the item is the admin's
 * own.
 */
export async function insertItemAudit(trx: Query, act: ItemAct): Promise<void> {
  const { action, itemId, known, by, at, status, reason, returned, decision, id = newId(at) } = act;
  const item = await trx
    .selectFrom("resource")
    .leftJoin("users", "users.id", "resource.uploaderId")
    .where("resource.id", "=", itemId)
    .select((eb) => [
      "resource.kind",
      "resource.title",
      "resource.uploaderId",
      eb.fn.coalesce("users.email", "resource.email").as("email"),
    ])
    .executeTakeFirst();
  const { kind, title } = item ?? known ?? { kind: "", title: itemId };
  const own = item?.uploaderId === by.id || undefined;
  const details: ItemEntry = { kind, title, status, reason: reason || undefined, returned, decision, own };
  await insertAudit(trx, {
    id,
    at,
    actorId: by.id,
    actorEmail: by.email,
    targetId: itemId,
    targetEmail: item?.email ?? "",
    action,
    details: JSON.stringify(details),
  });
}
