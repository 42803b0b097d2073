import { removeFiles } from "../../files/index.ts";
import type { Allowed } from "../../../shared/people/authorize.ts";
import type {
  Database,
  LargePdfTable,
  PileRowTable,
  PileTable,
  PileZipTable,
  Query,
} from "../../platform/index.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { jobQueries } from "./pile-jobs.repo.ts";
import { sentQueries } from "./pile-sent.repo.ts";
import type { PileFile } from "./pile-types.ts";

/** The kinds whose items have a department. */
const DEPARTMENT_KINDS = standaloneKinds
  .filter(({ fields }) => Object.values(fields).some(({ column }) => column === "department"))
  .map(({ name }) => name);
/** How many old piles one transaction removes. */
const CHUNK = 50;

/** All SQL for piles, except the SQL of their rows. */
export function createPilesRepo(db: Database) {
  const find = (id: string): Promise<PileTable | undefined> =>
    db.read.selectFrom("pile").selectAll().where("id", "=", id).executeTakeFirst();

  return {
    find,

    /** @returns false, without an insert, if the person has `most` piles */
    insert: (pile: PileTable, most: number): Promise<boolean> =>
      db.transaction(async (trx) => {
        // The lock makes the count correct if a person creates several piles at once.
        const owner = trx.selectFrom("users").select("id").where("id", "=", pile.ownerId);
        await (db.engine === "postgres" ? owner.forUpdate() : owner).execute();
        const own = await trx.selectFrom("pile").select("id").where("ownerId", "=", pile.ownerId).execute();
        if (own.length >= most) return false;
        await trx.insertInto("pile").values(pile).execute();
        return true;
      }),

    /** Returns a person's piles, the newest first, with their rows in order. */
    async own(by: Allowed<"contribute">) {
      const piles = await db.read
        .selectFrom("pile")
        .selectAll()
        .where("ownerId", "=", by.id)
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .execute();
      const rows = await db.read
        .selectFrom("pileRow")
        .innerJoin("pile", "pile.id", "pileRow.pileId")
        .where("pile.ownerId", "=", by.id)
        .select(["pileRow.id", "pileId", "state", "sendAt", "sendAnyway", "betterCopyOf", "duplicate"])
        .orderBy("position")
        .orderBy("pileRow.id")
        .execute();
      const byPile = Map.groupBy(rows, ({ pileId }) => pileId);
      return piles.map((pile) => ({ ...pile, rows: byPile.get(pile.id) ?? [] }));
    },

    /** The rows of a pile in order. */
    rows: (pileId: string): Promise<PileRowTable[]> =>
      db.read
        .selectFrom("pileRow")
        .selectAll()
        .where("pileId", "=", pileId)
        .orderBy("position")
        .orderBy("id")
        .execute(),

    /** The files of all rows of a pile, in the order of each row. */
    async files(pileId: string): Promise<PileFile[]> {
      return db.read
        .selectFrom("pileFile")
        .innerJoin("pileRow", "pileRow.id", "pileFile.rowId")
        .innerJoin("file", "file.key", "pileFile.fileKey")
        .leftJoin("paper", "paper.sha256", "file.sha256")
        .where("pileRow.pileId", "=", pileId)
        .selectAll("pileFile")
        .select((eb) => [
          "file.name",
          "file.type",
          "file.size",
          "file.sha256",
          eb.fn.coalesce("paper.pages", eb.lit(1)).as("pages"),
        ])
        .orderBy("pileFile.position")
        .execute();
    },

    zips: (pileId: string): Promise<PileZipTable[]> =>
      db.read
        .selectFrom("pileZip")
        .selectAll()
        .where("pileId", "=", pileId)
        .orderBy("createdAt")
        .orderBy("id")
        .execute(),

    /** The large PDFs of a pile that become smaller, or were refused. */
    largePdfs: (pileId: string): Promise<LargePdfTable[]> =>
      db.read
        .selectFrom("largePdf")
        .selectAll()
        .where("pileId", "=", pileId)
        .orderBy("createdAt")
        .orderBy("id")
        .execute(),

    /** Returns the uploads to a pile that are not finished, the oldest first. Older releases stored no name. */
    async unfinished(pileId: string): Promise<{ id: string; name: string; size: number }[]> {
      const uploads = await db.read
        .selectFrom("openUpload")
        .select(["id", "name", "size"])
        .where("pileId", "=", pileId)
        .where("name", "is not", null)
        .orderBy("id")
        .execute();
      return uploads.map(({ id, name, size }) => ({ id, name: name ?? "", size: Number(size) }));
    },

    /** Changes a pile. @returns whether it exists */
    async update(id: string, changes: Partial<PileTable>): Promise<boolean> {
      const { numUpdatedRows } = await db.write
        .updateTable("pile")
        .set(changes)
        .where("id", "=", id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Removes a pile, its unsent files and its ZIPs. */
    remove: (id: string): Promise<RemovedPiles> =>
      db.transaction(async (trx) => {
        const own = trx.selectFrom("pile").select("id").where("id", "=", id);
        return removePiles(trx, await (db.engine === "postgres" ? own.forUpdate() : own).execute());
      }),

    /** Removes some piles that nobody changed since `before` (epoch milliseconds), as `remove`. */
    removeOld: (before: number): Promise<RemovedPiles> =>
      db.transaction(async (trx) => {
        const old = trx
          .selectFrom("pile")
          .select("id")
          .where("changedAt", "<", before)
          .orderBy("changedAt")
          .limit(CHUNK);
        // A pile that is changed at this moment is skipped.
        return removePiles(
          trx,
          await (db.engine === "postgres" ? old.forUpdate().skipLocked() : old).execute(),
        );
      }),

    /**
     * The last item that a person contributed, for the details that rarely change. The index has the items of a person by
     * kind and time, so each kind has a query of its own, which reads one row.
     */
    async lastItem(ownerId: string) {
      const lastOf = (kind: string) =>
        db.read
          .selectFrom("resource")
          .select(["department", "university", "createdAt"])
          .where("uploaderId", "=", ownerId)
          .where("kind", "=", kind)
          .where("department", "is not", null)
          .orderBy("createdAt", "desc")
          .limit(1)
          .executeTakeFirst();
      const found = await Promise.all(DEPARTMENT_KINDS.map(lastOf));
      return found.reduce((last, item) => (item && item.createdAt > (last?.createdAt ?? 0) ? item : last));
    },

    ...jobQueries(db),

    ...sentQueries(db),

    /** The person of a job; undefined if the account is gone or suspended. */
    person: (id: string) =>
      db.read
        .selectFrom("users")
        .select(["id", "email", "displayName", "photoURL", "role", "department", "university"])
        .where("id", "=", id)
        .where("suspendedAt", "is", null)
        .executeTakeFirst(),
  };
}

/** Deletes a person's piles with their rows and ZIPs. The rows of the files stay. */
export async function deletePiles(trx: Query, ownerId: string): Promise<void> {
  await trx.deleteFrom("pile").where("ownerId", "=", ownerId).execute();
}

export type PilesRepo = ReturnType<typeof createPilesRepo>;

/** The bytes that the caller removes after piles are gone. */
export interface RemovedPiles {
  /** The number of removed piles. */
  piles: number;
  /** The SHA-256s of bytes that no file needs. */
  sha256s: string[];
  /** The ids of the piles' ZIPs. */
  zips: string[];
}

/** Removes locked piles, so that no row or ZIP is added meanwhile. */
async function removePiles(trx: Query, piles: { id: string }[]): Promise<RemovedPiles> {
  const ids = piles.map(({ id }) => id);
  if (ids.length === 0) return { piles: 0, sha256s: [], zips: [] };
  const zips = await trx.selectFrom("pileZip").select("id").where("pileId", "in", ids).execute();
  const keys = await fileKeys(trx, ids);
  await trx.deleteFrom("pile").where("id", "in", ids).execute();
  const sha256s = keys.length > 0 ? await removeFiles(trx, keys) : [];
  return { piles: ids.length, sha256s, zips: zips.map(({ id }) => id) };
}

async function fileKeys(trx: Query, pileIds: string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom("pileFile")
    .innerJoin("pileRow", "pileRow.id", "pileFile.rowId")
    .select("pileFile.fileKey")
    .distinct()
    .where("pileRow.pileId", "in", pileIds)
    .execute();
  return rows.map(({ fileKey }) => fileKey);
}
