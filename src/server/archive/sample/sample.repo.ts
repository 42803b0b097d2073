import { closeChangesOf } from "../items/close-change.repo.ts";
import type { Database, Query } from "../../platform/index.ts";
import { insertPapers, removeFiles } from "../../files/index.ts";
import type { SampleRows } from "./load.ts";

/** Rows of one INSERT: SQLite takes 32,766 parameters in one statement. */
const CHUNK = 200;
const SETTING = "sample";
/** Stays once a sample was taken away, so that the next start doesn't bring it back. */
const REMOVED = "sampleRemoved";

/** The ids of what the sample made; what was there before is not among them. */
interface Made {
  users: string[];
  files: string[];
  resources: string[];
  reviews: string[];
}

export interface Removed {
  /** Items and answers. */
  items: number;
  /** Questions that stay, because another person answered them. */
  kept: number;
  people: number;
  /** Of files that nothing shows any more. */
  sha256s: string[];
}

/** All SQL of the sample. Each change is one transaction: the sample is there whole or not at all. */
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
     * @param also done in the same transaction
     * @returns whether it was stored: "loaded" if it exists already, "taken" if one of its emails has an account
     */
    insert(rows: SampleRows, also: (trx: Query) => Promise<void>): Promise<"stored" | "loaded" | "taken"> {
      return db.transaction(async (trx) => {
        // First, so that of two processes that start together one waits here for the other.
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
          resources: await insertItems(trx, rows),
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

    /** @returns the removed parts, or undefined without a sample */
    remove(): Promise<Removed | undefined> {
      return db.transaction(async (trx) => {
        const made = await readMade(trx);
        if (!made) return undefined;
        const kept = await answeredByOthers(trx, made.resources, db.engine === "postgres");
        const closed = await closeChangesOf(trx, db.engine, made.users);
        const items = listed(made.resources.filter((id) => !kept.has(id)));
        await trx.deleteFrom("review").where("id", "in", made.reviews).execute();
        // Counted first: a deletion does not tell of the answers that go with their questions.
        const gone = await trx.selectFrom("resource").select("id").where("id", "in", items).execute();
        await trx.deleteFrom("resource").where("id", "in", items).execute();
        const uploaded = trx.selectFrom("file").select("key").where("uploaderId", "in", made.users);
        const files = [...made.files, ...(await uploaded.execute()).map((file) => file.key)];
        const sha256s = [...closed, ...(await removeFiles(trx, files))];
        // Of those that an item keeps, whose they were is forgotten.
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

/** PostgreSQL knows no empty list; no id is the empty text. */
const listed = (ids: string[]): string[] => (ids.length > 0 ? ids : [""]);

async function unmark(trx: Query): Promise<void> {
  await trx.deleteFrom("setting").where("name", "=", SETTING).execute();
}

/** Stores what is not there yet, such as by the import of a sample's export. @returns the ids of what was stored */
async function insertItems(trx: Query, { files, papers, resources }: SampleRows): Promise<string[]> {
  if (files.length > 0) await trx.insertInto("file").values(files).execute();
  if (papers.length > 0) await insertPapers(trx, papers);
  const ids: string[] = [];
  for (let start = 0; start < resources.length; start += CHUNK) {
    const inserted = await trx
      .insertInto("resource")
      .values(resources.slice(start, start + CHUNK))
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .execute();
    ids.push(...inserted.map((row) => row.id));
  }
  return ids;
}

/** @param lock keeps an answer that is being stored from vanishing with its question */
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
