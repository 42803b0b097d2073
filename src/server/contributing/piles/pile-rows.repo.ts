import { sql, type SqlBool } from "kysely";
import {
  type Database,
  listOf,
  type PileFileTable,
  type PileRowTable,
  type PileTable,
  type PileZipTable,
  type Query,
} from "../../platform/index.ts";
import { endUpload } from "../../files/index.ts";
import { duplicateQueries } from "./pile-duplicates.repo.ts";
import { insertFiles, keepFiles } from "./pile-files.repo.ts";

/** A new row without its place, and its files. */
export interface NewPileRow {
  /** The position of the row; undefined for a row at the end. */
  place?: number | undefined;
  row: Omit<PileRowTable, "position">;
  files: Omit<PileFileTable, "rowId" | "position">[];
}

/** How many rows one statement inserts. */
const CHUNK = 100;

/** All SQL for the rows of piles. */
export function createPileRowsRepo(db: Database) {
  /**
   * Runs a change of a pile's rows, which locks the pile, so that changes of one pile happen one after another.
   * @param at the time of the change, in epoch milliseconds; undefined if the person didn't change anything
   * @returns undefined if the pile is gone
   */
  async function change<T>(
    pileId: string,
    at: number | undefined,
    work: (trx: Query, pile: PileTable) => Promise<T>,
  ): Promise<T | undefined> {
    return db.transaction(async (trx) => {
      const query = trx.selectFrom("pile").selectAll().where("id", "=", pileId);
      const pile = await (db.engine === "postgres" ? query.forUpdate() : query).executeTakeFirst();
      if (!pile) return undefined;
      const result = await work(trx, pile);
      if (at !== undefined)
        await trx.updateTable("pile").set({ changedAt: at }).where("id", "=", pileId).execute();
      return result;
    });
  }

  return {
    change,

    /**
     * Adds rows to a pile at their places or at the end, all or none. A row that exists already stays as it is.
     * @param most the largest number of rows of a pile
     * @param upload its large PDF has a place already, which its row takes
     * @param also runs in the same transaction
     * @returns how many rows are too many, 0 if all were added; undefined if the pile is gone
     */
    add: (
      pileId: string,
      given: NewPileRow[],
      {
        at,
        most,
        upload,
        also,
      }: { at: number; most: number; upload?: string | undefined; also?: (trx: Query) => Promise<void> },
    ): Promise<number | undefined> =>
      change(pileId, at, async (trx) => {
        const { last } = await trx
          .selectFrom("pileRow")
          .where("pileId", "=", pileId)
          .select((eb) => eb.fn.coalesce(eb.fn.max("position"), eb.lit(0)).as("last"))
          .executeTakeFirstOrThrow();
        const known = await idsIn(
          trx,
          db.engine,
          given.map(({ row }) => row.id),
        );
        const fresh = given.filter(({ row }) => !known.has(row.id));
        const left = fresh.length + (await takenPlaces(trx, pileId, upload)) - most;
        if (fresh.length > 0 && left > 0) return left;
        const rows = fresh.map(({ row, place }, index) => ({
          ...row,
          position: place ?? Number(last) + 1 + index,
        }));
        for (let start = 0; start < rows.length; start += CHUNK)
          await trx
            .insertInto("pileRow")
            .values(rows.slice(start, start + CHUNK))
            .execute();
        for (const { row, files } of fresh) await insertFiles(trx, row.id, files);
        await keepFiles(
          trx,
          fresh.flatMap(({ files }) => files.map(({ fileKey }) => fileKey)),
          at,
        );
        await also?.(trx);
        return 0;
      }),

    /** The ids of all rows of a pile. */
    async rowIds(pileId: string): Promise<Set<string>> {
      const rows = db.read.selectFrom("pileRow").select("id").where("pileId", "=", pileId);
      return new Set((await rows.execute()).map(({ id }) => id));
    },

    /** How many places of a pile are taken. @param upload its large PDF doesn't count */
    takenPlaces: (pileId: string, upload?: string): Promise<number> => takenPlaces(db.write, pileId, upload),

    /**
     * Whether the pile has this row with a file. A refused row goes, so that the person can upload the file again.
     */
    async hasRow(pileId: string, rowId: string): Promise<boolean> {
      const rows = db.read.selectFrom("pileRow").select("state").where("pileId", "=", pileId);
      const row = await rows.where("id", "=", rowId).executeTakeFirst();
      if (row?.state !== "refused") return row !== undefined;
      await db.write
        .deleteFrom("pileRow")
        .where("id", "=", rowId)
        .where("pileId", "=", pileId)
        .where("state", "=", "refused")
        .execute();
      return false;
    },

    ...duplicateQueries(db),

    /**
     * The rows that wait to be sent, in the order of the pile. Rows that could not be sent come last, those of the last
     * attempt at the end.
     */
    waiting: (pileId: string, limit: number): Promise<PileRowTable[]> =>
      db.write
        .selectFrom("pileRow")
        .selectAll()
        .where("pileId", "=", pileId)
        .where("state", "=", "draft")
        .where("sendAt", "is not", null)
        .orderBy((eb) => eb.case().when("failure", "is", null).then(0).else(1).end())
        .orderBy("sendAt")
        .orderBy("position")
        .limit(limit)
        .execute(),

    /**
     * Puts waiting rows that could not be sent behind the others, unless they have changed meanwhile. The version stays,
     * so that the next attempt stores no new file.
     * @param at in epoch milliseconds
     */
    async putBehind(rows: PileRowTable[], failure: string, at: number): Promise<void> {
      for (const { id, version } of rows)
        await db.write
          .updateTable("pileRow")
          .set({ failure, sendAt: at })
          .where("id", "=", id)
          .where("version", "=", version)
          .where("state", "=", "draft")
          .where("sendAt", "is not", null)
          .execute();
    },

    /** Ends the wait of the rows that could not be sent; they keep the reason. */
    async giveUp(pileId: string): Promise<void> {
      await change(pileId, undefined, (trx) =>
        trx
          .updateTable("pileRow")
          .set((eb) => ({ sendAt: null, version: eb("version", "+", 1) }))
          .where("pileId", "=", pileId)
          .where("state", "=", "draft")
          .where("sendAt", "is not", null)
          .where("failure", "is not", null)
          .execute(),
      );
    },

    /**
     * Locks a pile until the transaction ends. Removing and sending rows both begin with this lock, and lock rows and files
     * afterwards, so neither waits for the other in a circle.
     */
    lockPile: async (trx: Query, pileId: string): Promise<void> => {
      const pile = trx.selectFrom("pile").select("id").where("id", "=", pileId);
      if (db.engine === "postgres") await pile.forUpdate().execute();
    },

    /** Marks drafts as waiting to be sent. @param at in epoch milliseconds */
    async markToSend(pileId: string, ids: string[], at: number): Promise<void> {
      if (ids.length === 0) return;
      await change(pileId, at, (trx) =>
        trx
          .updateTable("pileRow")
          .set({ sendAt: at, failure: null })
          .where("pileId", "=", pileId)
          .where(sql<SqlBool>`id in ${listOf(db.engine, ids)}`)
          .where("state", "=", "draft")
          .where("sendAt", "is", null)
          .execute(),
      );
    },

    /**
     * Changes a row that is being sent, unless it has changed since it was read.
     * @returns whether it was changed
     */
    updateIfUnchanged: (row: PileRowTable, changes: Partial<PileRowTable>): Promise<boolean> =>
      db.transaction((trx) => updateRowIfUnchanged(trx, row, changes)),

    /** Stores a ZIP, unless it is stored already. @returns whether the pile exists */
    insertZip: (zip: PileZipTable, also: (trx: Query) => Promise<void>): Promise<boolean> =>
      change(zip.pileId, zip.createdAt, async (trx) => {
        const known = trx.selectFrom("pileZip").select("id").where("id", "=", zip.id);
        if (await known.executeTakeFirst()) return true;
        await trx.insertInto("pileZip").values(zip).execute();
        await endUpload(trx, zip.id);
        await also(trx);
        return true;
      }).then((done) => done ?? false),

    findZip: (id: string): Promise<PileZipTable | undefined> =>
      db.write.selectFrom("pileZip").selectAll().where("id", "=", id).executeTakeFirst(),

    async updateZip(id: string, changes: Partial<PileZipTable>, within: Query = db.write): Promise<void> {
      await within.updateTable("pileZip").set(changes).where("id", "=", id).execute();
    },

    /** Which of these ZIPs still wait. */
    async waitingZips(ids: string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = db.read.selectFrom("pileZip").select("id").where("id", "in", ids);
      const found = await rows.where("state", "=", "waiting").execute();
      return new Set(found.map(({ id }) => id));
    },
  };
}

export type PileRowsRepo = ReturnType<typeof createPileRowsRepo>;

/** See `updateIfUnchanged`. */
export async function updateRowIfUnchanged(
  trx: Query,
  { id, version }: Pick<PileRowTable, "id" | "version">,
  changes: Partial<PileRowTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("pileRow")
    .set({ ...changes, version: version + 1 })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("state", "=", "draft")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The rows of a pile and its large PDFs that will become rows. @param upload its large PDF doesn't count */
export async function takenPlaces(query: Query, pileId: string, upload = ""): Promise<number> {
  const { rows } = await query
    .selectFrom("pileRow")
    .where("pileId", "=", pileId)
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  const { pdfs } = await query
    .selectFrom("largePdf")
    .where("pileId", "=", pileId)
    .where("state", "!=", "refused")
    .where("id", "!=", upload)
    .select((eb) => eb.fn.countAll<number>().as("pdfs"))
    .executeTakeFirstOrThrow();
  return Number(rows) + Number(pdfs);
}

/** Rows of the pile, locked with it. @param ids undefined for all rows */
export const rowsOf = (
  trx: Query,
  engine: Database["engine"],
  pileId: string,
  ids?: string[],
): Promise<PileRowTable[]> =>
  trx
    .selectFrom("pileRow")
    .selectAll()
    .where("pileId", "=", pileId)
    .$if(ids !== undefined, (query) => query.where(sql<SqlBool>`id in ${listOf(engine, ids ?? [])}`))
    .orderBy("position")
    .execute();

async function idsIn(trx: Query, engine: Database["engine"], ids: string[]): Promise<Set<string>> {
  const all = trx.selectFrom("pileRow").select("id");
  const rows = await all.where(sql<SqlBool>`id in ${listOf(engine, ids)}`).execute();
  return new Set(rows.map(({ id }) => id));
}
