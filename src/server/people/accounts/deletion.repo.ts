import { sql } from "kysely";
import { formerMember } from "../../../shared/former-member.ts";
import type { Database, Query } from "../../platform/index.ts";
import { removeFiles } from "../../files/index.ts";

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
  const before = (await own().execute()).length;
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
    ...(remove ? await removeOwn(trx, userId) : []),
    ...(await deleteUploads(trx, userId)),
  ];
  const kept = await trx
    .updateTable("resource")
    .set({ uploaderId: null, ...formerMember })
    .where("uploaderId", "=", userId)
    .executeTakeFirst();
  const left = Number(kept.numUpdatedRows);
  return { removed: before - left, kept: left, sha256s };
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

async function removeOwn(trx: Query, userId: string): Promise<string[]> {
  const files = await trx
    .selectFrom("resource")
    .select("fileKey")
    .where("uploaderId", "=", userId)
    .where("fileKey", "is not", null)
    .execute();
  // Removes answers first, so that a question with only the person's own answers is removed too.
  await trx
    .deleteFrom("resource")
    .where("uploaderId", "=", userId)
    .where("parentId", "is not", null)
    .execute();
  await trx
    .deleteFrom("resource")
    .where("uploaderId", "=", userId)
    .where(sql<boolean>`not exists (select 1 from resource as child where child."parentId" = resource.id)`)
    .execute();
  const keys = files.flatMap(({ fileKey }) => (fileKey === null ? [] : [fileKey]));
  return keys.length > 0 ? removeFiles(trx, keys) : [];
}
