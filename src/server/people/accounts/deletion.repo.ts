import { sql, type SqlBool } from "kysely";
import { formerMember } from "../../../shared/former-member.ts";
import { type Database, listOf, type Query } from "../../platform/index.ts";
import { removeFiles } from "../../files/index.ts";

/**
 * How many contributions one statement changes. A statement holds the event loop on SQLite, and its triggers take up to a
 * millisecond for each item.
 */
const CHUNK = 20;

/** The number of removed and kept contributions. */
export interface Cleared {
  removed: number;
  /** How many contributions stay in the archive, without the person's name. */
  kept: number;
  /** The SHA-256s of bytes to remove after the transaction. */
  sha256s: string[];
}

/**
 * Deletes the data about an email that is not part of an account: newsletter subscription and mailed links.
 */
export async function deleteEmail(trx: Query, email: string): Promise<void> {
  await trx.deleteFrom("subscription").where("email", "=", email).execute();
  await trx.deleteFrom("emailToken").where("email", "=", email).execute();
}

/**
 * Closes the open changes of these contributors, and releases their files.
 * @returns the SHA-256s of bytes that no file needs
 */
export type CloseChanges = (
  trx: Query,
  engine: Database["engine"],
  uploaderIds: string[],
) => Promise<string[]>;

export interface ClearOptions {
  userId: string;
  /** Whether to remove the contributions too. */
  remove: boolean;
  closeChangesOf: CloseChanges;
}

/**
 * Removes a person's name from their contributions, or removes the contributions. A question with answers by
 * other people always stays in the archive.
 */
export async function clearContributions(
  trx: Query,
  engine: Database["engine"],
  { userId, remove, closeChangesOf }: ClearOptions,
): Promise<Cleared> {
  const own = () => trx.selectFrom("resource").select("id").where("uploaderId", "=", userId);
  const ownIds = async () => (await own().execute()).map(({ id }) => id);
  const before = await ownIds();
  // The planning of mails locks this row first, so it must be deleted first.
  await trx.deleteFrom("noticeMailing").where("userId", "=", userId).execute();
  await trx.deleteFrom("noticeSetting").where("userId", "=", userId).execute();
  await trx.deleteFrom("notice").where("userId", "=", userId).execute();
  // Items are locked below, and a person who saves one locks the list first.
  await trx.deleteFrom("savedList").where("userId", "=", userId).execute();
  await trx.deleteFrom("courseFollow").where("userId", "=", userId).execute();
  await deleteRequests(trx, userId);
  // The rows and ZIPs of the piles go with them, and `deleteUploads` deletes their files.
  await trx.deleteFrom("pile").where("ownerId", "=", userId).execute();
  const changes = await closeChangesOf(trx, engine, [userId]);
  // `closeChangesOf` has locked the items, so that no undo can bring these states back.
  await trx
    .updateTable("deskDecisionItem")
    .set({ before: null, fileKey: null })
    .where("itemId", "in", own())
    .execute();
  const sha256s = [
    ...changes,
    ...(remove ? await removeOwn(trx, engine, userId) : []),
    ...(await deleteUploads(trx, userId)),
  ];
  // Read again, so that an item that the person just contributed loses their name, too.
  const left = await inChunks(await ownIds(), async (some) => {
    const anonymous = trx.updateTable("resource").set({ uploaderId: null, ...formerMember });
    const { numUpdatedRows } = await anonymous
      .where(sql<SqlBool>`id in ${listOf(engine, some)}`)
      .where("uploaderId", "=", userId)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
  return { removed: before.length - left, kept: left, sha256s };
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

/** Deletes the person's requests in the order of their exams, because each one locks a row that people share. */
async function deleteRequests(trx: Query, userId: string): Promise<void> {
  const exam = ["universityKey", "askedCode", "year", "examType", "term"] as const;
  const own = await trx
    .selectFrom("courseRequest")
    .select(exam)
    .where("userId", "=", userId)
    .orderBy("universityKey")
    .orderBy("codeNorm")
    .orderBy("year")
    .orderBy("examType")
    .orderBy("term")
    .execute();
  for (const request of own) {
    let one = trx.deleteFrom("courseRequest").where("userId", "=", userId);
    for (const column of exam) one = one.where(column, "=", request[column]);
    await one.execute();
  }
}

/** Deletes the person's unused files. Files that an item uses are kept without their owner and name. */
async function deleteUploads(trx: Query, userId: string): Promise<string[]> {
  const own = await trx.selectFrom("file").select("key").where("uploaderId", "=", userId).execute();
  await trx
    .updateTable("file")
    .set({ uploaderId: null, name: null })
    .where("uploaderId", "=", userId)
    .execute();
  return own.length > 0
    ? removeFiles(
        trx,
        own.map(({ key }) => key),
      )
    : [];
}

async function removeOwn(trx: Query, engine: Database["engine"], userId: string): Promise<string[]> {
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
      .where(sql<SqlBool>`not exists (select 1 from resource as child where child."parentId" = resource.id)`)
      .executeTakeFirst();
    return Number(numDeletedRows);
  };
  // Removes answers first, so that a question with only the person's own answers is removed too.
  await inChunks(idsOf(own.filter(({ parentId }) => parentId !== null)), remove);
  await inChunks(idsOf(own.filter(({ parentId }) => parentId === null)), remove);
  const keys = own.flatMap(({ fileKey }) => (fileKey === null ? [] : [fileKey]));
  return keys.length > 0 ? removeFiles(trx, keys) : [];
}
