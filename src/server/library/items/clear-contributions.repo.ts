import { sql, type SqlBool } from "kysely";
import { formerMember } from "../../../shared/people/former-member.ts";
import { removeFiles } from "../../files/index.ts";
import { type Database, listOf, type Query } from "../../platform/index.ts";

/**
 * How many contributions one statement changes. A statement holds the event loop on SQLite, and its triggers take up to a
 * millisecond for each item.
 */
const CHUNK = 20;

/**
 * Removes a person's contributions. A question with answers by other people, and an item with another person's better copy,
 * always stay in the archive.
 * @returns how many it removed, and the result of `removeFiles`
 */
export async function removeContributions(
  trx: Query,
  engine: Database["engine"],
  userId: string,
): Promise<{ removed: number; sha256s: string[] }> {
  const own = await trx
    .selectFrom("resource")
    .select(["id", "parentId", "fileKey"])
    .where("uploaderId", "=", userId)
    .execute();
  const idsOf = (items: typeof own) => items.map(({ id }) => id);
  const remove = async (some: string[]) => {
    const { numDeletedRows } = await trx
      .deleteFrom("resource")
      .where(sql<SqlBool>`id in ${listOf(engine, some)}`)
      .where(sql<SqlBool>`coalesce("betterCopyBy", ${userId}) = ${userId}`)
      .where(sql<SqlBool>`not exists (select 1 from resource as child where child."parentId" = resource.id)`)
      .executeTakeFirst();
    return Number(numDeletedRows);
  };
  // Removes answers first, so that a question with only the person's own answers is removed too.
  const answers = await inChunks(idsOf(own.filter(({ parentId }) => parentId !== null)), remove);
  const others = await inChunks(idsOf(own.filter(({ parentId }) => parentId === null)), remove);
  const keys = own.flatMap(({ fileKey }) => (fileKey === null ? [] : [fileKey]));
  return { removed: answers + others, sha256s: keys.length > 0 ? await removeFiles(trx, keys) : [] };
}

/** Removes a person's name from their contributions and better copies. @returns how many contributions have lost it */
export async function forgetContributor(
  trx: Query,
  engine: Database["engine"],
  userId: string,
): Promise<number> {
  const better = await trx.selectFrom("resource").select("id").where("betterCopyBy", "=", userId).execute();
  await inChunks(
    better.map(({ id }) => id),
    async (some) => {
      const nobody = trx.updateTable("resource").set({ betterCopyBy: null });
      const { numUpdatedRows } = await nobody
        .where(sql<SqlBool>`id in ${listOf(engine, some)}`)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  );
  const own = await trx.selectFrom("resource").select("id").where("uploaderId", "=", userId).execute();
  return inChunks(
    own.map(({ id }) => id),
    async (some) => {
      const anonymous = trx.updateTable("resource").set({ uploaderId: null, ...formerMember });
      const { numUpdatedRows } = await anonymous
        .where(sql<SqlBool>`id in ${listOf(engine, some)}`)
        .where("uploaderId", "=", userId)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  );
}

/** Runs a change for some ids at a time. @returns the sum of its results */
async function inChunks(
  ids: readonly string[],
  change: (some: string[]) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (let start = 0; start < ids.length; start += CHUNK)
    sum += await change(ids.slice(start, start + CHUNK));
  return sum;
}
