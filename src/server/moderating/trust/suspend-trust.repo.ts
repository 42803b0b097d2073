import { sql, type SqlBool } from "kysely";
import { type Act, insertAudit, newId, type Query } from "../../platform/index.ts";

/**
 * Suspends the trust in an item's contributor, because a moderator rejected or removed the item. Every decision that
 * hides an item does this in its transaction. A decision of the contributor about their own item does not
 * count.
 */
export async function suspendTrust(trx: Query, itemId: string, { by, at }: Act): Promise<void> {
  const contributor = await trx
    .updateTable("trustedContributor")
    .set({ suspendedAt: at, suspendedItemId: itemId })
    .where("suspendedAt", "is", null)
    .where("userId", "!=", by.id)
    .where("userId", "=", (eb) => eb.selectFrom("resource").select("uploaderId").where("id", "=", itemId))
    .returning("userId")
    .executeTakeFirst();
  if (!contributor) return;
  const { userId } = contributor;
  const person = await trx.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  await note(trx, { by, at }, { userId, email: person?.email, itemId, action: "suspendTrust" });
}

/** An entry about the rejection or the removal of an item. */
const REJECTS = sql<SqlBool>`(audit.action in ('removeItem', 'acceptTakedown')
  or (audit.action = 'setStatus' and audit.details like '%"status":"Cancelled"%'))`;

/**
 * Gives a contributor the trust back that a decision suspended, because the decision is being undone. If a moderator has
 * rejected or removed another item of the contributor since, the trust stays suspended because of that item.
 * @param entryId the entry of the decision in the audit trail
 */
export async function resumeTrust(
  trx: Query,
  itemId: string,
  entryId: string,
  { by, at }: Act,
): Promise<void> {
  const trust = await trx
    .selectFrom("trustedContributor as trust")
    .innerJoin("audit", "audit.at", "trust.suspendedAt")
    .innerJoin("users", "users.id", "trust.userId")
    .select(["trust.userId", "audit.at as suspendedAt", "users.email"])
    .where("trust.suspendedItemId", "=", itemId)
    .where("audit.id", "=", entryId)
    .executeTakeFirst();
  if (!trust) return;
  const { userId, suspendedAt, email } = trust;
  const other = await trx
    .selectFrom("resource")
    .innerJoin("audit", "audit.targetId", "resource.id")
    .select(["resource.id", "audit.at"])
    .where("resource.uploaderId", "=", userId)
    .where("resource.status", "=", "Cancelled")
    .where("resource.id", "!=", itemId)
    .where("audit.at", ">=", suspendedAt)
    .where(REJECTS)
    .where((eb) => eb.or([eb("audit.actorId", "is", null), eb("audit.actorId", "!=", userId)]))
    .limit(1)
    .executeTakeFirst();
  await trx
    .updateTable("trustedContributor")
    .set({ suspendedAt: other?.at ?? null, suspendedItemId: other?.id ?? null })
    .where("userId", "=", userId)
    .where("suspendedItemId", "=", itemId)
    .execute();
  if (!other) await note(trx, { by, at }, { userId, email, itemId, action: "resumeTrust" });
}

interface Noted {
  userId: string;
  email: string | undefined;
  itemId: string;
  action: "suspendTrust" | "resumeTrust";
}

const note = (trx: Query, { by, at }: Act, { userId, email, itemId, action }: Noted) =>
  insertAudit(trx, {
    id: newId(at),
    at,
    actorId: by.id,
    actorEmail: by.email,
    targetId: userId,
    targetEmail: email ?? "",
    action,
    details: JSON.stringify({ itemId }),
  });
