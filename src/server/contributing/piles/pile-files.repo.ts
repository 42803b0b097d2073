import { setStorageTime, removeFiles } from "../../files/index.ts";
import type { PileFileTable, Query } from "../../platform/index.ts";

const YEAR = 366 * 24 * 3_600_000;

/**
 * Dates files a year ahead. The release before 0.3.0 doesn't know piles, and deletes files of more than a day that no item
 * uses; if an operator returns to it, it keeps these files.
 */
export async function keepFiles(trx: Query, keys: string[], at: number): Promise<void> {
  if (keys.length === 0) return;
  await setStorageTime(trx, keys, at + YEAR);
}

/** Inserts the files of a row in this order. */
export async function insertFiles(
  trx: Query,
  rowId: string,
  files: Omit<PileFileTable, "rowId" | "position">[],
): Promise<void> {
  if (files.length === 0) return;
  await trx
    .insertInto("pileFile")
    .values(files.map((file, position) => ({ ...file, rowId, position })))
    .execute();
}

/** Deletes the files of a row. @returns the SHA-256s of bytes that no file needs */
export async function releaseFiles(trx: Query, rowIds: string[]): Promise<string[]> {
  if (rowIds.length === 0) return [];
  const gone = await trx.deleteFrom("pileFile").where("rowId", "in", rowIds).returning("fileKey").execute();
  const keys = [...new Set(gone.map(({ fileKey }) => fileKey))];
  return keys.length > 0 ? removeFiles(trx, keys) : [];
}
