import { type Act, insertAudit, newId, type Query } from "../../platform/index.ts";

/**
 * Suspends the trust in an item's contributor, because a moderator rejected or removed the item. Every decision that
 * hides an item calls this function in its transaction. A decision of the contributor about their own item does not
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
  await insertAudit(trx, {
    id: newId(at),
    at,
    actorId: by.id,
    actorEmail: by.email,
    targetId: userId,
    targetEmail: person?.email ?? "",
    action: "suspendTrust",
    details: JSON.stringify({ itemId }),
  });
}
