import { sql, type SqlBool } from "kysely";
import type { Allowed } from "../../../shared/people/authorize.ts";
import { type Act, type Database, insertItemAudit } from "../../platform/index.ts";
import { lockItem, moderated, resourceRows, type ResourceRow } from "../../library/index.ts";

/** The filter of the queue; undefined means all. */
export interface UncheckedFilter {
  kind?: string | undefined;
  /** The contributor's id. */
  userId?: string | undefined;
}

/** SQL for the published items that nobody has checked yet. */
export function createUncheckedRepo(db: Database) {
  const unchecked = (by: Allowed<"setStatus">, { kind, userId }: UncheckedFilter) =>
    db.read
      .selectFrom("trustedItem")
      .where("trustedItem.checkedAt", "is", null)
      .$if(userId !== undefined, (query) => query.where("trustedItem.userId", "=", userId as string))
      .where(sql<SqlBool>`exists (select 1 from resource where resource.id = "trustedItem"."resourceId"
        and resource.status = 'Approved' and ${kind === undefined ? sql`1 = 1` : sql`resource.kind = ${kind}`}
        and ${moderated(by)})`);

  return {
    /** One page of this person's areas, the oldest first. @param page starts at 0 */
    async list(
      by: Allowed<"setStatus">,
      filter: UncheckedFilter,
      { page, size }: { page: number; size: number },
    ): Promise<ResourceRow[]> {
      const found = await unchecked(by, filter)
        .select("trustedItem.resourceId as id")
        .orderBy("trustedItem.publishedAt")
        .orderBy("trustedItem.resourceId")
        .limit(size)
        .offset(page * size)
        .execute();
      if (found.length === 0) return [];
      const ids = found.map(({ id }) => id);
      const rows = await resourceRows(db.read).where("resource.id", "in", ids).where(moderated(by)).execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    async count(by: Allowed<"setStatus">, filter: UncheckedFilter = {}): Promise<number> {
      const { count } = await unchecked(by, filter)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /**
     * Marks an item as checked.
     * @param version the version that the moderator saw
     * @returns false if the item is not Approved, has another version, or was checked already
     */
    check: (itemId: string, version: number | undefined, act: Act<"decide">): Promise<boolean> =>
      db.transaction(async (trx) => {
        const expected = {
          status: "Approved",
          by: act.by,
          ...(version === undefined ? {} : { version }),
        } as const;
        if (!(await lockItem(trx, db.engine, itemId, expected))) return false;
        const { numUpdatedRows } = await trx
          .updateTable("trustedItem")
          .set({ checkedAt: act.at })
          .where("resourceId", "=", itemId)
          .where("checkedAt", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await insertItemAudit(trx, { ...act, action: "checkItem", itemId, status: "Approved" });
        return true;
      }),
  };
}

export type UncheckedRepo = ReturnType<typeof createUncheckedRepo>;
