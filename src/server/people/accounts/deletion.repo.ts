import { sql } from "kysely";
import { formerMember } from "../../../shared/former-member.ts";
import type { Database, Query } from "../../platform/index.ts";
import { removeFiles } from "../../files/index.ts";

/** What happened to a person's contributions. */
export interface Cleared {
  removed: number;
  /** Without their name. */
  kept: number;
  /** Of bytes to remove after the transaction. */
  sha256s: string[];
}

/** Removes the data under an email beside an account: the newsletter, and mailed links. */
export async function deleteEmail(trx: Query, email: string): Promise<void> {
  await trx.deleteFrom("subscription").where("email", "=", email).execute();
  await trx.deleteFrom("emailToken").where("email", "=", email).execute();
}

/**
 * Closes the open changes of these contributors, and releases their files.
 * @returns the SHA-256s of bytes that no file needs any more
 */
export type CloseChanges = (
  trx: Query,
  engine: Database["engine"],
  uploaderIds: string[],
) => Promise<string[]>;

export interface ClearOptions {
  userId: string;
  /** Whether the contributions go, too. */
  remove: boolean;
  closeChangesOf: CloseChanges;
}

/**
 * Takes a person's name off their contributions, and removes them if the person wants that. A question that another
 * person answered stays, because the answers are not the person's.
 */
export async function clearContributions(
  trx: Query,
  engine: Database["engine"],
  { userId, remove, closeChangesOf }: ClearOptions,
): Promise<Cleared> {
  const own = () => trx.selectFrom("resource").select("id").where("uploaderId", "=", userId);
  const before = (await own().execute()).length;
  // Undecided changes go with their author.
  const changes = await closeChangesOf(trx, engine, [userId]);
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

/** Files that await their item go; of those that an item keeps, whose they were is forgotten. */
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
  // Answers first: one's own below one's own question keeps nothing.
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
