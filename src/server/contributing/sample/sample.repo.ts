import {
  closeChangesOf,
  deleteItems,
  deleteNotices,
  insertMissingItems,
  insertNotices,
} from "../../library/index.ts";
import { deleteUsers, insertUsers } from "../../people/index.ts";
import {
  addSetting,
  type Database,
  deleteSettings,
  type Hook,
  type Query,
  readSetting,
  replaceSetting,
} from "../../platform/index.ts";
import { forgetUploaders, insertFiles, insertPapers, removeFiles } from "../../files/index.ts";
import type { SampleRows } from "./load.ts";

const SETTING = "sample";
/** This setting is not deleted with the sample, so the next start doesn't load the sample again. */
const REMOVED = "sampleRemoved";

/** The ids of the rows that loading the sample created. Rows that existed before are not listed. */
export interface Made {
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

export interface SampleHooks {
  /** Runs in the transaction that loads the sample, after its items are stored. */
  sampleAdded: Hook<(trx: Query, rows: SampleRows) => Promise<void>>;
  /** Runs in the transaction that removes the sample, before its items are deleted. */
  sampleRemoved: Hook<(trx: Query, made: Made) => Promise<void>>;
}

/** All SQL for the sample. Each change is one transaction, so the sample is either complete or absent. */
export function createSampleRepo(db: Database, { sampleAdded, sampleRemoved }: SampleHooks) {
  return {
    async isLoaded(): Promise<boolean> {
      return (await readMade(db.read)) !== undefined;
    },

    async wasRemoved(): Promise<boolean> {
      return (await readSetting(db.read, REMOVED)) !== undefined;
    },

    /**
     * @param also runs in the same transaction
     * @returns "stored"; "loaded" if the sample exists already; "taken" if an account has one of its emails
     */
    insert(rows: SampleRows, also: (trx: Query) => Promise<void>): Promise<"stored" | "loaded" | "taken"> {
      return db.transaction(async (trx) => {
        // This insert is first, so if two processes start together, the second process waits here.
        if (!(await addSetting(trx, SETTING, "{}"))) return "loaded";
        const emails = rows.users.map((user) => user.email);
        if (await trx.selectFrom("users").select("id").where("email", "in", emails).executeTakeFirst()) {
          await deleteSettings(trx, SETTING);
          return "taken";
        }
        await insertUsers(trx, rows.users, rows);
        const made: Made = {
          users: rows.users.map((user) => user.id),
          files: rows.files.map((file) => file.key),
          resources: await insertRows(trx, db.engine, rows),
          reviews: rows.reviews.map((review) => review.id),
        };
        for (const { by, at, ...notice } of rows.notices) await insertNotices(trx, { by, at }, [notice]);
        await sampleAdded.run(trx, rows);
        await replaceSetting(trx, SETTING, JSON.stringify(made));
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
        for (const id of made.users) await deleteNotices(trx, id);
        await sampleRemoved.run(trx, made);
        // We count before the deletion, because the result of the deletion doesn't include the answers that
        // are deleted with their questions.
        const gone = await trx.selectFrom("resource").select("id").where("id", "in", items).execute();
        await deleteItems(trx, items);
        const uploaded = trx.selectFrom("file").select("key").where("uploaderId", "in", made.users);
        const files = [...made.files, ...(await uploaded.execute()).map((file) => file.key)];
        const sha256s = [...closed, ...(await removeFiles(trx, files))];
        // The remaining files are used by other items, so only the uploader is removed.
        await forgetUploaders(trx, made.users);
        await deleteUsers(trx, made.users);
        await deleteSettings(trx, SETTING);
        await addSetting(trx, REMOVED, "");
        return { items: gone.length, kept: kept.size, people: made.users.length, sha256s };
      });
    },
  };
}

export type SampleRepo = ReturnType<typeof createSampleRepo>;

async function readMade(db: Query): Promise<Made | undefined> {
  const value = await readSetting(db, SETTING);
  return value === undefined ? undefined : (JSON.parse(value) as Made);
}

/** SQL has no empty list on PostgreSQL, so an empty list becomes a list with "", which is not a valid id. */
const listed = (ids: string[]): string[] => (ids.length > 0 ? ids : [""]);

/**
 * Stores the rows that don't exist yet. Some rows exist if an admin imported an export of the sample.
 * @returns the ids of the stored items
 */
async function insertRows(
  trx: Query,
  engine: Database["engine"],
  { files, papers, resources }: SampleRows,
): Promise<string[]> {
  await insertFiles(trx, files);
  if (papers.length > 0) await insertPapers(trx, papers);
  return insertMissingItems(trx, engine, resources);
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
