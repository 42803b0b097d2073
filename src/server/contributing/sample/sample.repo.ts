import { closeChangesOf, withUniversities } from "../../library/index.ts";
import type { Database, Query } from "../../platform/index.ts";
import { insertPapers, removeFiles } from "../../files/index.ts";
import type { SampleRows } from "./load.ts";

/** The number of rows in one INSERT. SQLite accepts at most 32,766 parameters in a statement. */
const CHUNK = 200;
const SETTING = "sample";
/** This setting is not deleted with the sample, so the next start doesn't load the sample again. */
const REMOVED = "sampleRemoved";

/** The ids of the rows that loading the sample created. Rows that existed before are not listed. */
interface Made {
  users: string[];
  files: string[];
  resources: string[];
  reviews: string[];
}

export interface Removed {
  /** The number of removed items and answers. */
  items: number;
  /** The number of questions that were not removed, because another person answered them. */
  kept: number;
  people: number;
  /** The hashes of files that nothing uses now. */
  sha256s: string[];
}

/** All SQL for the sample. Each change is one transaction, so the sample is either complete or absent. */
export function createSampleRepo(db: Database) {
  return {
    async isLoaded(): Promise<boolean> {
      return (await readMade(db.read)) !== undefined;
    },

    async wasRemoved(): Promise<boolean> {
      const mark = db.read.selectFrom("setting").select("name").where("name", "=", REMOVED);
      return (await mark.executeTakeFirst()) !== undefined;
    },

    /**
     * @param also runs in the same transaction
     * @returns "stored"; "loaded" if the sample exists already; "taken" if an account has one of its emails
     */
    insert(rows: SampleRows, also: (trx: Query) => Promise<void>): Promise<"stored" | "loaded" | "taken"> {
      return db.transaction(async (trx) => {
        // This insert is first, so if two processes start together, the second process waits here.
        const mark = { name: SETTING, value: "{}" };
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("setting")
          .values(mark)
          .onConflict((conflict) => conflict.column("name").doNothing())
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) return "loaded";
        const emails = rows.users.map((user) => user.email);
        if (await trx.selectFrom("users").select("id").where("email", "in", emails).executeTakeFirst()) {
          await unmark(trx);
          return "taken";
        }
        await trx.insertInto("users").values(rows.users).execute();
        await trx.insertInto("password").values(rows.passwords).execute();
        const made: Made = {
          users: rows.users.map((user) => user.id),
          files: rows.files.map((file) => file.key),
          resources: await insertItems(trx, db.engine, rows),
          reviews: rows.reviews.map((review) => review.id),
        };
        await trx.insertInto("review").values(rows.reviews).execute();
        await trx
          .updateTable("setting")
          .set({ value: JSON.stringify(made) })
          .where("name", "=", SETTING)
          .execute();
        await also(trx);
        return "stored";
      });
    },

    /** @returns what was removed; undefined if no sample is loaded */
    remove(): Promise<Removed | undefined> {
      return db.transaction(async (trx) => {
        const made = await readMade(trx);
        if (!made) return undefined;
        const kept = await answeredByOthers(trx, made.resources, db.engine === "postgres");
        const closed = await closeChangesOf(trx, db.engine, made.users);
        const items = listed(made.resources.filter((id) => !kept.has(id)));
        await trx.deleteFrom("review").where("id", "in", made.reviews).execute();
        // We count before the deletion, because the result of the deletion doesn't include the answers that
        // are deleted with their questions.
        const gone = await trx.selectFrom("resource").select("id").where("id", "in", items).execute();
        await trx.deleteFrom("resource").where("id", "in", items).execute();
        const uploaded = trx.selectFrom("file").select("key").where("uploaderId", "in", made.users);
        const files = [...made.files, ...(await uploaded.execute()).map((file) => file.key)];
        const sha256s = [...closed, ...(await removeFiles(trx, files))];
        // The remaining files are used by other items, so only the uploader is removed.
        const nobodys = { uploaderId: null, name: null };
        await trx.updateTable("file").set(nobodys).where("uploaderId", "in", made.users).execute();
        await trx.deleteFrom("users").where("id", "in", made.users).execute();
        await unmark(trx);
        const mark = { name: REMOVED, value: "" };
        await trx
          .insertInto("setting")
          .values(mark)
          .onConflict((conflict) => conflict.column("name").doNothing())
          .execute();
        return { items: gone.length, kept: kept.size, people: made.users.length, sha256s };
      });
    },
  };
}

export type SampleRepo = ReturnType<typeof createSampleRepo>;

async function readMade(db: Query): Promise<Made | undefined> {
  const setting = await db
    .selectFrom("setting")
    .select("value")
    .where("name", "=", SETTING)
    .executeTakeFirst();
  return setting && (JSON.parse(setting.value) as Made);
}

/** SQL has no empty list on PostgreSQL, so an empty list becomes a list with "", which is not a valid id. */
const listed = (ids: string[]): string[] => (ids.length > 0 ? ids : [""]);

async function unmark(trx: Query): Promise<void> {
  await trx.deleteFrom("setting").where("name", "=", SETTING).execute();
}

/**
 * Stores the rows that don't exist yet. Some rows exist if an admin imported an export of the sample.
 * @returns the ids of the stored items
 */
async function insertItems(
  trx: Query,
  engine: Database["engine"],
  { files, papers, resources }: SampleRows,
): Promise<string[]> {
  if (files.length > 0) await trx.insertInto("file").values(files).execute();
  if (papers.length > 0) await insertPapers(trx, papers);
  const ids: string[] = [];
  for (let start = 0; start < resources.length; start += CHUNK) {
    const inserted = await trx
      .insertInto("resource")
      .values(await withUniversities(trx, engine, resources.slice(start, start + CHUNK)))
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .execute();
    ids.push(...inserted.map((row) => row.id));
  }
  return ids;
}

/** @param lock locks the questions, so that a concurrent answer isn't deleted with its question */
async function answeredByOthers(trx: Query, made: string[], lock: boolean): Promise<Set<string>> {
  const items = listed(made);
  if (lock) await trx.selectFrom("resource").select("id").where("id", "in", items).forUpdate().execute();
  const answers = await trx
    .selectFrom("resource")
    .select("parentId")
    .where("parentId", "in", items)
    .where("id", "not in", items)
    .execute();
  return new Set(answers.map((answer) => answer.parentId as string));
}
