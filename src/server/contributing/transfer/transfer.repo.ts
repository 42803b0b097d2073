import { sql } from "kysely";
import { type Status, statuses } from "../../../shared/items/status.ts";
import type { ExportedChange } from "./transferred-change.ts";
import type { ChangeTable, Database, FileTable, Query, ResourceTable } from "../../platform/index.ts";
import { insertFiles } from "../../files/index.ts";
import { insertChanges, insertItems } from "../../library/index.ts";
import { type Identified, identityOf } from "./identity.ts";

/**
 * The key of an advisory lock, so that only one import batch runs at a time. No other lock may use this
 * number.
 */
const IMPORT_LOCK = 2_026_112_101;

export interface KnownItem {
  id: string;
  kind: string;
  status: Status;
}

export type ImportBatch = ReturnType<typeof importBatch>;

/** The position of an export: the time and id of the last item. */
export interface Cursor {
  createdAt: number;
  id: string;
}

export interface ExportRow extends ResourceTable {
  /** The name of the account, or the imported name if there is no account. */
  uploaderName: string;
  uploaderEmail: string;
  fileSha256: string | null;
  fileType: string | null;
  parentCode: string | null;
  parentSubject: string | null;
  parentYear: number | null;
  /** The change that waits for an admin. */
  change?: ExportedChange | undefined;
}

export interface ExportPage {
  /** Without the items that were deleted in the meantime, so possibly none. */
  rows: ExportRow[];
  /** The position from which the export continues. */
  last: Cursor;
}

/** All SQL for import and export. */
export function createTransferRepo(db: Database) {
  /** The current data of these items, oldest first. */
  async function rowsOf(read: Query, page: string[]): Promise<ExportRow[]> {
    const changes = await changesOf(read, page);
    const rows = await read
      .selectFrom("resource")
      .leftJoin("users", "users.id", "resource.uploaderId")
      .leftJoin("file", "file.key", "resource.fileKey")
      .leftJoin("resource as parent", "parent.id", "resource.parentId")
      .selectAll("resource")
      .select((eb) => [
        eb.fn.coalesce("users.displayName", "resource.userName").as("uploaderName"),
        eb.fn.coalesce("users.email", "resource.email").as("uploaderEmail"),
        "file.sha256 as fileSha256",
        "file.type as fileType",
        "parent.code as parentCode",
        "parent.subject as parentSubject",
        "parent.year as parentYear",
      ])
      .where("resource.id", "in", page)
      .orderBy("resource.createdAt")
      .orderBy("resource.id")
      .execute();
    return rows.map((row) => ({ ...row, change: changes.get(row.id) }));
  }

  return {
    /**
     * Runs one batch of an import in a transaction, so that the looked-up rows don't change before the batch
     * is stored.
     */
    importBatch<T>(work: (batch: ImportBatch) => Promise<T>): Promise<T> {
      return db.transaction(async (trx) => {
        if (db.engine === "postgres") await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(trx);
        return work(importBatch(trx, db.engine));
      });
    },

    /** The next items of these kinds in every status, oldest first; undefined after the last one. */
    exportPage(kinds: string[], after: Cursor, size: number): Promise<ExportPage | undefined> {
      return db.onReplica(async (read) => {
        const page = await nextPositions(read, kinds, after, size);
        const last = page.at(-1);
        if (!last) return undefined;
        const ids = page.map(({ id }) => id);
        return { rows: await rowsOf(read, ids), last };
      });
    },

    /** The current data of these items, oldest first. */
    exportRows: (page: string[]): Promise<ExportRow[]> => db.onReplica((read) => rowsOf(read, page)),
  };
}

/** The changes of these items that wait for an admin. */
async function changesOf(db: Query, ids: string[]): Promise<Map<string, ExportedChange>> {
  const rows = await db
    .selectFrom("change")
    .innerJoin("resource", "resource.id", "change.resourceId")
    .leftJoin("file", "file.key", "change.fileKey")
    .select(["change.resourceId", "change.fields", "change.fileKey", "change.createdAt"])
    .select(["change.baseVersion", "resource.version", "file.sha256", "file.type as fileType"])
    .where("change.resourceId", "in", ids)
    .execute();
  return new Map(
    rows.map(({ resourceId, baseVersion, version, ...change }) => [
      resourceId,
      { ...change, isStale: baseVersion !== version },
    ]),
  );
}

export type TransferRepo = ReturnType<typeof createTransferRepo>;

/**
 * Merges the first items of each kind and status. Each part reads the start of an index (kind, status,
 * createdAt, id), so the last page is as fast as the first.
 */
async function nextPositions(db: Query, kinds: string[], after: Cursor, size: number): Promise<Cursor[]> {
  const parts = kinds.flatMap((kind) =>
    statuses.map(
      (status) => sql`select * from (select id, "createdAt" from resource
        where kind = ${kind} and status = ${status} and ("createdAt", id) > (${after.createdAt}, ${after.id})
        order by "createdAt", id limit ${size}) as part`,
    ),
  );
  const { rows } = await sql<Cursor>`${sql.join(parts, sql` union all `)}
    order by "createdAt", id limit ${size}`.execute(db);
  return rows;
}

function importBatch(trx: Query, engine: Database["engine"]) {
  return {
    async items(ids: string[]): Promise<Map<string, KnownItem>> {
      if (ids.length === 0) return new Map();
      const found = await trx
        .selectFrom("resource")
        .select(["id", "kind", "status"])
        .where("id", "in", ids)
        .execute();
      return new Map(found.map((item) => [item.id, item]));
    },

    /** @returns the ids of accounts by email */
    async people(emails: string[]): Promise<Map<string, string>> {
      if (emails.length === 0) return new Map();
      const found = await trx
        .selectFrom("users")
        .select(["id", "email"])
        .where("email", "in", emails)
        .execute();
      return new Map(found.map((user) => [user.email, user.id]));
    },

    /** @returns the identities of existing items with the same link or title */
    async identities(items: Identified[]): Promise<Set<string>> {
      const links = items.map((item) => item.linkKey).filter((key) => key !== null);
      const linkless = items.filter((item) => item.linkKey === null);
      // Only items without a link are looked up by title. For an item with a link, the title may be spelled
      // differently.
      const titles = [...new Set(linkless.map((item) => item.title))];
      const base = trx
        .selectFrom("resource")
        .leftJoin("users", "users.id", "resource.uploaderId")
        .select(["kind", "linkKey", "title", "year", "parentId"])
        .select((eb) => eb.fn.coalesce("users.email", "resource.email").as("email"));
      const found = [];
      if (links.length > 0) found.push(...(await base.where("linkKey", "in", links).execute()));
      if (linkless.length > 0) {
        const ofKinds = base.where("kind", "in", [...new Set(linkless.map((item) => item.kind))]);
        found.push(...(await ofKinds.where("title", "in", titles).where("linkKey", "is", null).execute()));
      }
      return new Set(found.map(identityOf));
    },

    async insert(rows: ResourceTable[], changes: ChangeTable[], files: FileTable[]): Promise<void> {
      await insertFiles(trx, files);
      await insertItems(trx, engine, rows);
      await insertChanges(trx, changes);
    },
  };
}
