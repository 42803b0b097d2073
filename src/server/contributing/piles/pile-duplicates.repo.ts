import type { Database } from "../../platform/index.ts";
import type { PileDuplicate } from "./pile-types.ts";

/** A department whose papers all look alike would otherwise fill the rows. */
const MAX_ALIKE = 20;

/** The SQL for duplicates among the rows of a pile. */
export const duplicateQueries = (db: Database) => ({
  /** Stores the duplicate that was found for a row. */
  async setDuplicate(rowId: string, duplicate: PileDuplicate | undefined): Promise<void> {
    await db.write
      .updateTable("pileRow")
      .set({ duplicate: duplicate ? JSON.stringify(duplicate) : null })
      .where("id", "=", rowId)
      .execute();
  },

  /** Stores which other rows of the pile show the same pages as this row. */
  async setAlike(pileId: string, rowId: string, sha256s: string[]): Promise<void> {
    if (sha256s.length === 0) return;
    const rows = await db.read
      .selectFrom("pileFile")
      .innerJoin("pileRow", "pileRow.id", "pileFile.rowId")
      .innerJoin("file", "file.key", "pileFile.fileKey")
      .select("pileRow.id")
      .distinct()
      .where("pileRow.pileId", "=", pileId)
      .where("pileRow.id", "!=", rowId)
      .where("file.sha256", "in", sha256s)
      // The fingerprints are those of the first pages of the whole file.
      .where((eb) => eb.or([eb("pileFile.firstPage", "is", null), eb("pileFile.firstPage", "=", 1)]))
      .orderBy("pileRow.id")
      .limit(MAX_ALIKE)
      .execute();
    if (rows.length === 0) return;
    const alike = JSON.stringify(rows.map(({ id }) => id));
    await db.write.updateTable("pileRow").set({ alike }).where("id", "=", rowId).execute();
  },

  /** An earlier row of the pile with a file of the same bytes. @param sha256s of the stored and the uploaded bytes */
  async sameInPile(pileId: string, rowId: string, sha256s: string[]): Promise<string | undefined> {
    const found = await db.read
      .selectFrom("pileFile")
      .innerJoin("pileRow", "pileRow.id", "pileFile.rowId")
      .innerJoin("file", "file.key", "pileFile.fileKey")
      .innerJoin("pileRow as own", (join) => join.on("own.id", "=", rowId))
      .select("pileRow.id")
      .where("pileRow.pileId", "=", pileId)
      .where("pileRow.id", "!=", rowId)
      .whereRef("pileRow.position", "<", "own.position")
      .where((eb) => eb.or([eb("file.sha256", "in", sha256s), eb("file.uploadedSha256", "in", sha256s)]))
      .orderBy("pileRow.position")
      .limit(1)
      .executeTakeFirst();
    return found?.id;
  },

  /**
   * Makes later rows of the pile duplicates of a row with the same bytes. Files that are uploaded at the same time arrive
   * in any order.
   * @param sha256s of the stored and the uploaded bytes
   */
  async setLaterCopies(pileId: string, rowId: string, sha256s: string[]): Promise<void> {
    const duplicate: PileDuplicate = { reason: "sameFile", rowId };
    await db.write
      .updateTable("pileRow")
      .set({ duplicate: JSON.stringify(duplicate) })
      .where("pileId", "=", pileId)
      .where("state", "=", "draft")
      .where("duplicate", "is", null)
      .where("position", ">", (eb) =>
        eb.selectFrom("pileRow as own").select("own.position").where("own.id", "=", rowId),
      )
      .where("id", "in", (eb) =>
        eb
          .selectFrom("pileFile")
          .innerJoin("file", "file.key", "pileFile.fileKey")
          .innerJoin("pileRow as copy", "copy.id", "pileFile.rowId")
          .select("copy.id")
          .where("copy.pileId", "=", pileId)
          .where((both) =>
            both.or([both("file.sha256", "in", sha256s), both("file.uploadedSha256", "in", sha256s)]),
          ),
      )
      .execute();
  },
});
