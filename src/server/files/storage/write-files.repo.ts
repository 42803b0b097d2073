import type { FileTable, Query } from "../../platform/index.ts";
import { removeFiles } from "./remove-files.repo.ts";

/** Stores the rows of files. */
export async function insertFiles(trx: Query, files: FileTable[]): Promise<void> {
  if (files.length > 0) await trx.insertInto("file").values(files).execute();
}

/** Sets the time at which files were stored, so that they count as unused earlier or later. @param at epoch milliseconds */
export async function setStorageTime(trx: Query, keys: string[], at: number): Promise<void> {
  await trx.updateTable("file").set({ createdAt: at }).where("key", "in", keys).execute();
}

/** Removes the owner and the name from the files of these people. */
export async function forgetUploaders(trx: Query, userIds: string[]): Promise<void> {
  await trx
    .updateTable("file")
    .set({ uploaderId: null, name: null })
    .where("uploaderId", "in", userIds)
    .execute();
}

/** Deletes a person's unused files. Files that an item uses stay without their owner and name. */
export async function deleteUploads(trx: Query, userId: string): Promise<string[]> {
  const own = await trx.selectFrom("file").select("key").where("uploaderId", "=", userId).execute();
  await forgetUploaders(trx, [userId]);
  return own.length > 0
    ? removeFiles(
        trx,
        own.map(({ key }) => key),
      )
    : [];
}
