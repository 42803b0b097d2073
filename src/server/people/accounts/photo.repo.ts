import { type Database, type FileTable, lockUser, type UserTable } from "../../platform/index.ts";
import { removeFiles, usedBy } from "../../files/index.ts";

/** SQL for uploaded profile photos. */
export function createPhotoRepo(db: Database) {
  return {
    /**
     * Changes a person's data and replaces or removes their photo file.
     * @param file the new photo; it must fit into `quota` (bytes)
     * @returns the SHA-256s of bytes that no file needs; see `removeFiles`
     */
    async replace(
      userId: string,
      changes: Partial<Omit<UserTable, "photoKey">>,
      photo?: { file: FileTable; quota: number },
    ): Promise<string[] | "overQuota"> {
      return db.transaction(async (trx) => {
        const old = (await lockUser(trx, db.engine, userId))?.photoKey ?? null;
        if (photo && (await usedBy(trx, userId, old)) + photo.file.size > photo.quota) return "overQuota";
        if (photo) await trx.insertInto("file").values(photo.file).execute();
        const photoKey = photo?.file.key ?? null;
        await trx
          .updateTable("users")
          .set({ ...changes, photoKey })
          .where("id", "=", userId)
          .execute();
        return old === null ? [] : removeFiles(trx, [old]);
      });
    },
  };
}

export type PhotoRepo = ReturnType<typeof createPhotoRepo>;
