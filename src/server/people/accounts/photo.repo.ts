import { type Database, type FileTable, lockUser, type UserTable } from "../../platform/index.ts";
import { insertFiles, type OverSpace, overSpace, removeFiles, type SpaceLimits } from "../../files/index.ts";

/** SQL for uploaded profile photos. */
export function createPhotoRepo(db: Database) {
  return {
    /**
     * Changes a person's data and replaces or removes their photo file.
     * @param photo the new photo, which must fit into the person's space
     * @returns the SHA-256s of bytes that no file needs; see `removeFiles`
     */
    async replace(
      userId: string,
      changes: Partial<Omit<UserTable, "photoKey">>,
      photo?: { file: FileTable; limits: SpaceLimits },
    ): Promise<string[] | OverSpace> {
      return db.transaction(async (trx) => {
        const old = (await lockUser(trx, db.engine, userId))?.photoKey ?? null;
        const size = photo?.file.size ?? 0;
        const over = photo && (await overSpace(trx, userId, { size, papers: 0, but: old }, photo.limits));
        if (over) return over;
        if (photo) await insertFiles(trx, [photo.file]);
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
