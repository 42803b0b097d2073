import type { RawBuilder, SqlBool } from "kysely";
import { factLines } from "../../../shared/facets/facets.ts";
import type { Actor, User } from "../../../shared/people/policy.ts";
import {
  type Database,
  type FileTable,
  isBackupRunning,
  lockUser,
  type PaperTable,
  type Query,
} from "../../platform/index.ts";
import type { PaperPrints } from "../rendering/packed-prints.ts";
import { insertPapers, type NewPaper, setPrints } from "./insert-papers.repo.ts";
import { endUpload } from "./upload-space.repo.ts";
import { type OverSpace, overSpace, type SpaceLimits } from "./used-space.repo.ts";

/** How many papers one statement deletes. */
const CHUNK = 500;

/** A condition on `resource` that selects items for this reader. */
type ItemCondition = (actor: Actor) => RawBuilder<SqlBool>;

export interface ItemConditions {
  /** The items that this reader may open. */
  mayOpenItem: ItemCondition;
  /** The items that this reader may see in every status, with their waiting changes. */
  moderates: ItemCondition;
}

/**
 * @param mayOpenItem the items that a reader may open
 * @param moderates the items that a reader moderates
 * @param clock the time now, in epoch milliseconds
 */
export function createFilesRepo(
  db: Database,
  { mayOpenItem, moderates }: ItemConditions,
  clock: () => number = Date.now,
) {
  /** A file that belongs to a waiting change, for the item's contributor and its moderators. */
  const findWaiting = (key: string, actor: User): Promise<FileTable | undefined> =>
    db.read
      .selectFrom("file")
      .innerJoin("change", "change.fileKey", "file.key")
      .innerJoin("resource", "resource.id", "change.resourceId")
      .selectAll("file")
      .where("file.key", "=", key)
      .where((eb) => eb.or([eb("resource.uploaderId", "=", actor.id), moderates(actor)]))
      .executeTakeFirst();

  /** A file that a better copy replaced and that an undo needs, for the readers of the item. */
  const findReplaced = (key: string, actor: Actor): Promise<FileTable | undefined> =>
    db.read
      .selectFrom("file")
      .innerJoin("deskDecisionItem as decided", "decided.fileKey", "file.key")
      .innerJoin("resource as copy", "copy.id", "decided.itemId")
      .innerJoin("resource", "resource.id", "copy.movedTo")
      .selectAll("file")
      .where("file.key", "=", key)
      .where("decided.state", "=", "done")
      .where(mayOpenItem(actor))
      .limit(1)
      .executeTakeFirst();

  /** A file that a person uploaded and that no item uses yet, read from the write connection. */
  const findUnused = (key: string, uploaderId: string): Promise<FileTable | undefined> =>
    unused(db.write).where("file.key", "=", key).where("file.uploaderId", "=", uploaderId).executeTakeFirst();

  return {
    /**
     * A file, if this reader may open an item that shows it or showed it before a better copy, may see the change that
     * holds it, or uploaded it and has not used it yet.
     */
    async find(key: string, actor: Actor): Promise<FileTable | undefined> {
      const shown = await db.read
        .selectFrom("file")
        .innerJoin("resource", "resource.fileKey", "file.key")
        .selectAll("file")
        .where("file.key", "=", key)
        .where(mayOpenItem(actor))
        .executeTakeFirst();
      const found = shown ?? (await findReplaced(key, actor));
      if (found || !actor) return found;
      return (await findWaiting(key, actor)) ?? findUnused(key, actor.id);
    },

    findUnused,

    /** The title and other names of the item that shows a file. */
    shownBy: (key: string) =>
      db.read
        .selectFrom("resource")
        .leftJoin("resource as parent", "parent.id", "resource.parentId")
        .select(["resource.kind", "resource.title", "resource.code", "resource.parentId"])
        .select(factLines.exam.map((name) => `resource.${name}` as const))
        .select(["parent.subject as parentSubject", "parent.code as parentCode", "parent.year as parentYear"])
        .where("resource.fileKey", "=", key)
        .executeTakeFirst(),

    /** The code, exam and year of the item that shows a file. */
    wordsOf: (key: string) =>
      db.read
        .selectFrom("resource")
        .select(["code", "examType", "year"])
        .where("fileKey", "=", key)
        .executeTakeFirst(),

    /**
     * Why a person's file can't be used now: an item already shows it, or it is still becoming smaller. The result is
     * read from the write connection.
     * @returns undefined if the person has no such file
     */
    async absenceOf(key: string, uploaderId: string): Promise<"fileUsed" | "fileShrinking" | undefined> {
      const file = db.write.selectFrom("file").select("key").where("key", "=", key);
      const own = file.where("uploaderId", "=", uploaderId).where("name", "is not", null);
      if (await own.executeTakeFirst()) return "fileUsed";
      const large = db.write.selectFrom("largePdf").select("id").where("id", "=", key);
      const waiting = large.where("ownerId", "=", uploaderId).where("state", "!=", "refused");
      return (await waiting.executeTakeFirst()) && "fileShrinking";
    },

    /** A profile photo, with the email of its owner. */
    findPhoto: (key: string): Promise<(FileTable & { email: string }) | undefined> =>
      db.read
        .selectFrom("file")
        .innerJoin("users", "users.photoKey", "file.key")
        .selectAll("file")
        .select("users.email")
        .where("file.key", "=", key)
        .executeTakeFirst(),

    /** The stored data about a file's content. */
    paper: (sha256: string): Promise<PaperTable | undefined> =>
      db.read.selectFrom("paper").selectAll().where("sha256", "=", sha256).executeTakeFirst(),

    /** Stores the fingerprints of a paper that has none of its later pages. */
    setPrints: (sha256: string, prints: PaperPrints): Promise<void> =>
      db.transaction((trx) => setPrints(trx, sha256, prints)),

    /**
     * Stores a file within its owner's space. A second call with the same key changes nothing.
     * @param also runs in the same transaction if the file is new
     * @param replaces the size of files that the caller removes for this one, in bytes
     * @returns why the file does not fit, if it doesn't
     */
    async insert(
      file: FileTable,
      paper: NewPaper,
      limits: SpaceLimits,
      also: (trx: Query) => Promise<void>,
      replaces = 0,
    ): Promise<"kept" | OverSpace> {
      return db.transaction(async (trx) => {
        if (file.uploaderId !== null) await lockUser(trx, db.engine, file.uploaderId);
        const same = await trx
          .selectFrom("file")
          .select("key")
          .where("key", "=", file.key)
          .executeTakeFirst();
        if (same) return "kept";
        // A photo of a pile may become a part of a paper.
        const papers = isImage(file) ? 0 : 1;
        const size = Math.max(0, file.size - replaces);
        const over =
          file.uploaderId !== null &&
          (await overSpace(trx, file.uploaderId, { size, papers, but: file.key }, limits));
        if (over) return over;
        await endUpload(trx, file.key);
        await trx.insertInto("file").values(file).execute();
        await insertPapers(trx, [paper]);
        await also(trx);
        return "kept";
      });
    },

    /**
     * Deletes files older than `before` (epoch milliseconds) that no item, no person and no pile uses, and that no undo of
     * a decision needs.
     * @returns their SHA-256s
     */
    async deleteUnused(before: number, limit: number): Promise<string[]> {
      return db.transaction(async (trx) => {
        const old = unusedByAnybody(trx).select("key").where("createdAt", "<", before).limit(limit);
        // On PostgreSQL, another transaction may have locked a file's row: such rows are skipped, and the
        // others are locked.
        const rows = db.engine === "postgres" ? old.forUpdate("file").skipLocked() : old;
        const keys = (await rows.execute()).map(({ key }) => key);
        if (keys.length === 0) return [];
        // Checks again after the lock, because an item may have started to use a file just before.
        const still = unusedByAnybody(trx).select("key").where("key", "in", keys);
        const gone = await trx.deleteFrom("file").where("key", "in", still).returning("sha256").execute();
        return [...new Set(gone.map((file) => file.sha256))];
      });
    },

    /**
     * Which of these bytes a file still needs, read from the write connection. While a backup is running, it
     * may still have to copy any of them.
     */
    async needed(sha256s: string[]): Promise<string[]> {
      if (await isBackupRunning(db.write, clock())) return sha256s;
      const rows = await db.write
        .selectFrom("file")
        .select("sha256")
        .distinct()
        .where("sha256", "in", sha256s)
        .execute();
      return rows.map((row) => row.sha256);
    },

    /** Deletes the data of bytes that no file needs. */
    async deletePapers(sha256s: string[]): Promise<void> {
      await db.transaction((trx) => deletePapers(trx, db.engine, sha256s));
    },

    /** Deletes papers older than `before` (epoch milliseconds) that no file needs. */
    async deleteUnreferencedPapers(before: number): Promise<void> {
      await db.transaction(async (trx) => {
        const lone = await withoutFile(trx)
          .select("sha256")
          .where("createdAt", "<", before)
          .limit(CHUNK)
          .execute();
        await deletePapers(
          trx,
          db.engine,
          lone.map(({ sha256 }) => sha256),
        );
      });
    },
  };
}

export type FilesRepo = ReturnType<typeof createFilesRepo>;

/** Deletes papers that no file needs. It locks the rows first, so that no new file can start to use them. */
async function deletePapers(trx: Query, engine: Database["engine"], sha256s: string[]): Promise<void> {
  if (sha256s.length === 0) return;
  const rows = trx.selectFrom("paper").select("sha256").where("sha256", "in", sha256s).orderBy("sha256");
  await (engine === "postgres" ? rows.forUpdate() : rows).execute();
  const lone = withoutFile(trx).select("sha256").where("sha256", "in", sha256s);
  await trx.deleteFrom("paper").where("sha256", "in", lone).execute();
}

const withoutFile = (trx: Query) =>
  trx
    .selectFrom("paper")
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("file").select("key").whereRef("file.sha256", "=", "paper.sha256"))),
    );

/** Returns whether a file is a picture. */
export const isImage = ({ type }: Pick<FileTable, "type">): boolean => type.startsWith("image/");

/** An item can't show a file that the archive made itself, such as a profile photo. */
const unused = (db: Query) => unshown(db).where("file.name", "is not", null);

const unshown = (db: Query) => withoutItem(db).selectAll("file");

/** Files that no item, no person and no pile uses, and that no undo needs. */
const unusedByAnybody = (db: Query) =>
  withoutItem(db).where((eb) =>
    eb.not(
      eb.or([
        eb.exists(eb.selectFrom("users").select("id").whereRef("users.photoKey", "=", "file.key")),
        eb.exists(
          eb.selectFrom("pileFile").select("pileFile.id").whereRef("pileFile.fileKey", "=", "file.key"),
        ),
        eb.exists(
          eb
            .selectFrom("deskDecisionItem")
            .select("deskDecisionItem.itemId")
            .whereRef("deskDecisionItem.fileKey", "=", "file.key")
            .where("deskDecisionItem.state", "=", "done"),
        ),
      ]),
    ),
  );

/** Files that no item shows and no change holds. */
function withoutItem(db: Query) {
  return db
    .selectFrom("file")
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(
            eb.selectFrom("resource").select("resource.id").whereRef("resource.fileKey", "=", "file.key"),
          ),
          eb.exists(eb.selectFrom("change").select("change.id").whereRef("change.fileKey", "=", "file.key")),
        ]),
      ),
    );
}
