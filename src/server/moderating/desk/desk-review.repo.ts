import { sql, type SqlBool } from "kysely";
import {
  type Database,
  type DeskEntryTable,
  listOf,
  type Query,
  type ResourceTable,
} from "../../platform/index.ts";

/** How long the server waits before it checks an item again whose file is still read, in ms. */
const PAUSE = 60_000;

/** All SQL for the doubts about waiting items, which the server finds out in advance. */
export function createDeskReviewRepo(db: Database) {
  return {
    /**
     * Pending items that were never checked in their current version, or whose file was still being read.
     * @param now epoch milliseconds
     */
    async unchecked(now: number, limit: number): Promise<string[]> {
      const items = await db.read
        .selectFrom("resource")
        .leftJoin("deskEntry", "deskEntry.itemId", "resource.id")
        .select("resource.id")
        .where(sql<SqlBool>`resource.status = 'Pending' and resource.status <> 'Approved'`)
        .where(
          sql<SqlBool>`("deskEntry"."itemId" is null or "deskEntry".version <> resource.version
            or "deskEntry".doubts not like '%"unread"%'
            or ("deskEntry"."isWaiting" = 1 and "deskEntry"."checkedAt" <= ${now - PAUSE}))`,
        )
        .orderBy("resource.createdAt")
        .limit(limit)
        .execute();
      return items.map(({ id }) => id);
    },

    /** These items, without a visibility check. */
    async rows(ids: readonly string[]): Promise<ResourceTable[]> {
      const items = db.read.selectFrom("resource").selectAll();
      return items.where(sql<SqlBool>`id in ${listOf(db.engine, ids)}`).execute();
    },

    /** Reads the hash of the file and the university of each of these items. Items without a file are absent. */
    papers: (ids: readonly string[]): Promise<{ id: string; sha256: string; university: string | null }[]> =>
      db.read
        .selectFrom("resource")
        .innerJoin("file", "file.key", "resource.fileKey")
        .select(["resource.id", "file.sha256", "resource.university"])
        .where(sql<SqlBool>`resource.id in ${listOf(db.engine, ids)}`)
        .execute(),

    /**
     * Stores the results of checks of items. Items that were deleted meanwhile are left out.
     * @param similar the possible duplicates of each item
     */
    async store(
      entries: readonly DeskEntryTable[],
      similar: ReadonlyMap<string, readonly string[]>,
    ): Promise<void> {
      const pairs = entries.flatMap(({ itemId }) =>
        (similar.get(itemId) ?? []).flatMap((otherId) => [
          { itemId, otherId },
          { itemId: otherId, otherId: itemId },
        ]),
      );
      const ids = [
        ...new Set([...entries.map(({ itemId }) => itemId), ...pairs.map(({ itemId }) => itemId)]),
      ];
      await db.transaction(async (trx) => {
        const items = trx.selectFrom("resource").select("id").where("id", "in", ids).orderBy("id");
        const locked = await (db.engine === "postgres" ? items.forKeyShare() : items).execute();
        const there = new Set(locked.map(({ id }) => id));
        const kept = entries.filter(({ itemId }) => there.has(itemId));
        if (kept.length === 0) return;
        await trx
          .insertInto("deskEntry")
          .values(kept)
          .onConflict((conflict) =>
            conflict.column("itemId").doUpdateSet((eb) => ({
              version: eb.ref("excluded.version"),
              confidence: eb.ref("excluded.confidence"),
              doubts: eb.ref("excluded.doubts"),
              isWaiting: eb.ref("excluded.isWaiting"),
              checkedAt: eb.ref("excluded.checkedAt"),
            })),
          )
          .execute();
        const checked = kept.map(({ itemId }) => itemId);
        await trx
          .deleteFrom("deskSimilar")
          .where((eb) => eb.or([eb("itemId", "in", checked), eb("otherId", "in", checked)]))
          .execute();
        const found = pairs.filter(({ itemId, otherId }) => there.has(itemId) && there.has(otherId));
        if (found.length === 0) return;
        await trx
          .insertInto("deskSimilar")
          .values(found)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    },

    /** Deletes what is known of items that no longer wait. */
    async sweep(): Promise<void> {
      const waiting = sql<SqlBool>`"itemId" not in (select id from resource where status = 'Pending'
        and status <> 'Approved')`;
      await db.write.deleteFrom("deskEntry").where(waiting).execute();
      await db.write.deleteFrom("deskSimilar").where(waiting).execute();
    },
  };
}

/** Forgets that two items may be duplicates. */
export async function deleteSimilar(trx: Query, ids: [string, string]): Promise<void> {
  await trx.deleteFrom("deskSimilar").where("itemId", "in", ids).where("otherId", "in", ids).execute();
}

export type DeskReviewRepo = ReturnType<typeof createDeskReviewRepo>;
