import { sql } from "kysely";
import type { Database } from "../../platform/index.ts";

export interface DueLink {
  itemId: string;
  link: string;
  /** The number of failed checks in a row. */
  failures: number;
}

export function createLinkCheckRepo(db: Database) {
  return {
    /**
     * Takes due links of public items and postpones them, so other servers take other links. Unchecked links
     * come first, and the links of a server that dies become due again.
     * @param now epoch milliseconds
     * @param until when the links are due again if no result is stored, in epoch milliseconds
     */
    async take(limit: number, now: number, until: number): Promise<DueLink[]> {
      return db.transaction(async (trx) => {
        const query = trx
          .selectFrom("resource")
          .leftJoin("linkCheck", "linkCheck.itemId", "resource.id")
          .where("resource.status", "=", "Approved")
          .where("resource.link", "is not", null)
          .where((eb) =>
            eb.or([
              eb("linkCheck.itemId", "is", null),
              eb("linkCheck.dueAt", "<=", now),
              eb("linkCheck.link", "!=", eb.ref("resource.link")),
            ]),
          )
          .select(["resource.id as itemId", "resource.link", "linkCheck.link as before", "failures"])
          .orderBy(sql`coalesce("linkCheck"."dueAt", 0)`)
          .orderBy("resource.id")
          .limit(limit);
        const locked = db.engine === "postgres" ? query.forUpdate("resource").skipLocked() : query;
        const found = (await locked.execute()).map(({ itemId, link, before, failures }) => ({
          itemId,
          link: link as string,
          failures: before === link ? (failures ?? 0) : 0,
        }));
        if (found.length === 0) return [];
        // On PostgreSQL another server may have taken the same links after this query's snapshot, and unlocked them.
        const taken = await trx
          .insertInto("linkCheck")
          .values(found.map((due) => ({ ...due, dueAt: until })))
          .onConflict((conflict) =>
            conflict
              .column("itemId")
              .doUpdateSet((eb) => ({
                link: eb.ref("excluded.link"),
                failures: eb.ref("excluded.failures"),
                dueAt: until,
              }))
              .where((eb) =>
                eb.or([
                  eb("linkCheck.dueAt", "<=", now),
                  eb("linkCheck.link", "!=", eb.ref("excluded.link")),
                ]),
              ),
          )
          .returning("itemId")
          .execute();
        const ids = new Set(taken.map(({ itemId }) => itemId));
        return found.filter(({ itemId }) => ids.has(itemId));
      });
    },

    /** Stores the result of a check, unless the item has a different link by now. */
    async note({ itemId, link, failures }: DueLink, dueAt: number): Promise<void> {
      await db.write
        .updateTable("linkCheck")
        .set({ failures, dueAt })
        .where("itemId", "=", itemId)
        .where("link", "=", link)
        .execute();
    },
  };
}

export type LinkCheckRepo = ReturnType<typeof createLinkCheckRepo>;
