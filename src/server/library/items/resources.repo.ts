import type { Placed } from "../../../shared/moderating/areas.ts";
import type { OfferedFacet } from "../../../shared/facets/facets.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { Status } from "../../../shared/items/status.ts";
import {
  type Act,
  type Database,
  type FileTable,
  insertItemAudit,
  type Query,
  type ResourceTable,
} from "../../platform/index.ts";
import { type PlanCopy, planNoCopy } from "./copy-plan.ts";
import { planCopyOf } from "./drive-copy.repo.ts";
import { claimFile, insertFiles, removeFiles } from "../../files/index.ts";
import { placedItem } from "./place-items.repo.ts";
import { type OutsideArea, outsideArea } from "./outside-area.ts";
import { createStatusWriter, type SetStatus, type StatusDecision } from "./set-status.repo.ts";
import { type Expected, lockItem } from "./lock-item.repo.ts";
import { resourceRows as rows, type ResourceRow, visibleRows } from "./resource-rows.repo.ts";
import {
  countsWhole,
  isNarrowed,
  type ListFilter,
  listed,
  listedStatuses,
  type FilterParts,
  partsOf,
  placeColumns,
  reachable,
  visible,
} from "./resource-filter.repo.ts";
import { insertItems, updateItem } from "./write-items.repo.ts";
import { countFacets, countListed } from "./counts.repo.ts";
import { type Facets, seekPage } from "./totals.repo.ts";

export type { ResourceRow } from "./resource-rows.repo.ts";
export type { Facets } from "./totals.repo.ts";
export type { ListFilter } from "./resource-filter.repo.ts";

type StatusChange = Act<"decide"> & StatusDecision;

interface InsertSteps {
  first?: ((trx: Query) => Promise<void>) | undefined;
  also?: ((trx: Query, id: string) => Promise<void>) | undefined;
}

interface UpdateOptions {
  file?: FileTable | undefined;
  act?: Act<"decide"> | undefined;
  again?: boolean | undefined;
}

const SENT_AGAIN = { status: "Pending", reason: null, returned: 0 } as const;

const MAX_UNPAGED = 1_000;
/** From this offset on, it is faster to look up where the page begins than to skip the earlier rows. */
const DEEP = 1_000;

/**
 * All SQL for resources, except the SQL of import and export.
 * @param planCopy by default, plans no copies
 * @param setStatus by default, tells no other module
 */
export function createResourcesRepo(
  db: Database,
  planCopy: PlanCopy = planNoCopy,
  setStatus: SetStatus = createStatusWriter({ planCopy }),
) {
  return {
    /**
     * Inserts one item.
     * @param file the item's file, if it is not stored yet
     * @param first runs first in the same transaction
     * @param also runs last in the same transaction, with the item's id
     * @returns false, without an insert, if another item already uses its file
     */
    async insert(row: ResourceTable, file?: FileTable, { first, also }: InsertSteps = {}): Promise<boolean> {
      return db.transaction(async (trx) => {
        await first?.(trx);
        if (file) await insertFiles(trx, [file]);
        else if (row.fileKey && !(await claimFile(trx, db.engine, row.fileKey))) return false;
        await insertItems(trx, db.engine, [row]);
        await planCopy(trx, row);
        await also?.(trx, row.id);
        return true;
      });
    },

    /** @param kind the item's kind; undefined finds an item of any kind */
    async find(id: string, actor: Actor, kind?: string): Promise<ResourceRow | undefined> {
      const query = rows(db.read).where("resource.id", "=", id).where(reachable(actor));
      return (kind ? query.where("resource.kind", "=", kind) : query).executeTakeFirst();
    },

    /**
     * Lists items, newest first.
     * @param page `size` is the maximum number of rows, `offset` the number of rows to skip
     */
    async list(
      filter: ListFilter,
      actor: Actor,
      page: { size: number; offset: number },
    ): Promise<ResourceRow[]> {
      const isDeep = page.offset >= DEEP && !isNarrowed(filter) && countsWhole(filter, actor);
      const sought = isDeep
        ? await seekPage(db.read, [filter.kind], listedStatuses(filter, actor), {
            offset: page.offset,
            first: "newest",
          })
        : undefined;
      const parts: FilterParts = partsOf(filter, actor);
      const { offset, edge } = sought ?? { offset: page.offset };
      const found = await idsOf(db.read, parts, actor, { size: page.size, offset, before: edge }).execute();
      // Ids and rows are two queries, because SQLite needs twice as long for a single statement. The second
      // query checks visibility again, because an item may change between the two queries.
      const ids = found.map(({ id }) => id);
      return visibleRows(db.read, db.engine, ids, actor);
    },

    count: (filter: ListFilter, actor: Actor): Promise<number> => countListed(db.read, filter, actor),

    /**
     * Counts the matching items by the values of each facet that the filter doesn't use, the most frequent
     * value first.
     */
    facets: (names: readonly OfferedFacet[], filter: ListFilter, actor: Actor): Promise<Facets> =>
      countFacets(db.read, names, filter, actor),

    /** Counts the items that a person contributed, by kind and status. */
    async countOwn(uploaderId: string): Promise<{ kind: string; status: Status; count: number }[]> {
      return db.read
        .selectFrom("resource")
        .where("uploaderId", "=", uploaderId)
        .groupBy(["kind", "status"])
        .select((eb) => ["kind", "status", eb.fn.countAll<number>().as("count")])
        .execute();
    },

    /**
     * A person's items of a kind, newest first.
     * @param own the person, the kind, and the status; without `status`, items of every status
     * @param page see `list`
     */
    async listOwn(
      { uploaderId, kind, status }: { uploaderId: string; kind: string; status?: Status | undefined },
      page: { size: number; offset: number },
    ): Promise<ResourceRow[]> {
      return rows(db.read)
        .where("resource.uploaderId", "=", uploaderId)
        .where("resource.kind", "=", kind)
        .$if(status !== undefined, (query) => query.where("resource.status", "=", status as Status))
        .orderBy("resource.createdAt", "desc")
        .orderBy("resource.id", "desc")
        .limit(page.size)
        .offset(page.offset)
        .execute();
    },

    /** The items below a parent that this reader sees, oldest first. */
    async listChildren(parentId: string, actor: Actor): Promise<ResourceRow[]> {
      return rows(db.read)
        .where("resource.parentId", "=", parentId)
        .where(visible(actor))
        .orderBy("resource.createdAt")
        .orderBy("resource.id")
        .limit(MAX_UNPAGED)
        .execute();
    },

    /** Decides on one item in a transaction, see `setStatus`. */
    setStatus: ({ by, at, ...decision }: StatusChange): Promise<string[] | undefined> =>
      db.transaction((trx) => setStatus(trx, { by, at }, decision)),

    /** The id of the item that shows the file of this one, if this reader can open it. */
    async shownInstead(id: string, actor: Actor, kind: string): Promise<string | undefined> {
      const found = await db.read
        .selectFrom("resource as copy")
        .innerJoin("resource", "resource.id", "copy.movedTo")
        .select("resource.id")
        .where("copy.id", "=", id)
        .where("copy.kind", "=", kind)
        .where(reachable(actor))
        .executeTakeFirst();
      return found?.id;
    },

    /** The stored row, without a visibility check. It uses the write connection, so the row is up to date. */
    async current(id: string, kind?: string): Promise<(ResourceTable & Placed) | undefined> {
      const query = db.write
        .selectFrom("resource")
        .leftJoin("resource as parent", "parent.id", "resource.parentId")
        .selectAll("resource")
        .select(placeColumns("resource"))
        .where("resource.id", "=", id);
      return (kind ? query.where("resource.kind", "=", kind) : query).executeTakeFirst();
    },

    /**
     * Updates an item's columns. If the file changes, the old file is removed.
     * @param expected the values that the row must still have
     * @param act the entry for the audit trail, if an admin or a moderator edits
     * @param again whether the contributor sends a returned item again, so that it waits for a moderator
     * @returns the result of `removeFiles`; undefined if the row or the file has changed in the meantime;
     * `OutsideArea` if the edit would move the item out of the moderator's areas
     */
    async update(
      { id, ...expected }: Expected & { id: string; version: number },
      columns: Partial<ResourceTable>,
      { file, act, again }: UpdateOptions,
    ): Promise<string[] | OutsideArea | undefined> {
      return db.transaction(async (trx) => {
        const item = await lockItem(trx, db.engine, id, { ...expected, by: act?.by });
        if (!item) return undefined;
        const placed = await placedItem(trx, db.engine, columns, item.kind);
        const outside = act && outsideArea(act.by, item, placed);
        if (outside) return outside;
        const { fileKey, version } = item;
        const key = columns.fileKey;
        if (file) await insertFiles(trx, [file]);
        else if (key && !(await claimFile(trx, db.engine, key, id))) return undefined;
        await updateItem(trx, id, { ...placed, ...(again ? SENT_AGAIN : {}), version: version + 1 });
        if (act) await insertItemAudit(trx, { ...act, action: "editItem", itemId: id });
        await planCopyOf(trx, planCopy, id);
        return fileKey !== null && fileKey !== key ? removeFiles(trx, [fileKey]) : [];
      });
    },

    async isEmpty(): Promise<boolean> {
      return (await db.read.selectFrom("resource").select("id").limit(1).executeTakeFirst()) === undefined;
    },
  };
}

/**
 * The ids of a page's items. The query needs only indexes, so it neither reads nor joins the skipped rows.
 * @param page `size` is the maximum number of rows, `offset` the number of rows to skip; only items from
 * before `before` (epoch milliseconds) are listed
 */
function idsOf(
  db: Query,
  [first, ...others]: FilterParts,
  actor: Actor,
  { size, offset, before }: { size: number; offset: number; before?: number | undefined },
) {
  const newest = (part: ListFilter) =>
    db
      .selectFrom("resource")
      .select(["resource.id", "resource.createdAt"])
      .where(listed(part, actor))
      .$if(before !== undefined, (query) => query.where("resource.createdAt", "<", before as number))
      .orderBy("resource.createdAt", "desc")
      .orderBy("resource.id", "desc");
  if (others.length === 0) {
    return db.selectFrom(newest(first).limit(size).offset(offset).as("page")).select("page.id");
  }
  // One part can't contribute more rows than this to the page.
  const head = (part: ListFilter) =>
    db
      .selectFrom(
        newest(part)
          .limit(offset + size)
          .as("part"),
      )
      .selectAll();
  const page = others
    .reduce((merged, part) => merged.unionAll(head(part)), head(first))
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(size)
    .offset(offset);
  return db.selectFrom(page.as("page")).select("page.id");
}

export type ResourcesRepo = ReturnType<typeof createResourcesRepo>;
