import type { Allowed } from "../../../shared/people/authorize.ts";
import { sql, type SqlBool } from "kysely";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import type { Status } from "../../../shared/items/status.ts";
import type { Database } from "../../platform/index.ts";
import { moderated, visible, resourceRows, type ResourceRow } from "../../library/index.ts";

export interface StatusCount {
  status: Status;
  count: number;
}

/** The counts of work that waits for an admin or a moderator. */
export interface Awaiting {
  pending: number;
  /** The number of waiting changes to approved items. */
  changes: number;
  deletions: number;
  takedowns: number;
  /** The number of items with open reports. */
  reports: number;
  messages: number;
}

/** Reads the waiting work, and statistics about items of all kinds. */
export function createOverviewRepo(db: Database) {
  return {
    /**
     * Pending items and approved items with a change in this person's areas, the oldest first.
     * @param page starts at 0
     */
    async queue(by: Allowed<"setStatus">, page: number, size: number): Promise<ResourceRow[]> {
      const reach = (page + 1) * size;
      const pending = db.read
        .selectFrom("resource")
        .select(["id", "createdAt as since"])
        .where(pendingFor(by))
        .orderBy("createdAt")
        .orderBy("id")
        .limit(reach);
      const changed = db.read
        .selectFrom("change")
        .select(["resourceId as id", "createdAt as since"])
        .where(aboutItemOf(by, "change.resourceId"))
        .orderBy("createdAt")
        .orderBy("resourceId")
        .limit(reach);
      const both = db.read
        .selectFrom(pending.as("pending"))
        .selectAll()
        .unionAll(db.read.selectFrom(changed.as("changed")).selectAll())
        .orderBy("since")
        .orderBy("id")
        .limit(size)
        .offset(page * size);
      const ids = (await both.execute()).map(({ id }) => id);
      if (ids.length === 0) return [];
      const rows = await resourceRows(db.read).where("resource.id", "in", ids).execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    /** Counts the work in this person's areas. Claims, reports and messages wait for admins only. */
    async awaiting(by: Allowed<"setStatus">): Promise<Awaiting> {
      const count = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }) =>
        (await query.executeTakeFirstOrThrow()).count;
      const counted = db.read.fn.countAll<number>().as("count");
      const changed = db.read.selectFrom("change").where(aboutItemOf(by, "change.resourceId"));
      const requested = db.read
        .selectFrom("deletionRequest")
        .where("outcome", "is", null)
        .where(aboutItemOf(by, "deletionRequest.resourceId"));
      const [pending, changes, deletions] = await Promise.all([
        count(db.read.selectFrom("resource").select(counted).where(pendingFor(by))),
        count(changed.select(counted)),
        count(requested.select(counted)),
      ]);
      const own = { pending, changes, deletions };
      if (!policy.administer(by)) return { ...own, takedowns: 0, reports: 0, messages: 0 };
      const [takedowns, reports, messages] = await Promise.all([
        count(db.read.selectFrom("takedown").select(counted).where("decidedAt", "is", null)),
        count(
          db.read
            .selectFrom("report")
            .select((eb) => eb.fn.count<number>("itemId").distinct().as("count"))
            .where("handledAt", "is", null),
        ),
        count(db.read.selectFrom("contactMessage").select(counted).where("handledAt", "is", null)),
      ]);
      return { ...own, takedowns, reports, messages };
    },

    /** Counts the items of this person's areas in each status. */
    async totals(by: Allowed<"setStatus">): Promise<StatusCount[]> {
      return db.read
        .selectFrom("resource")
        .where(moderated(by))
        .groupBy("status")
        .select((eb) => ["status", eb.fn.countAll<number>().as("count")])
        .execute();
    },

    /**
     * Counts contributions to this person's areas by week and status.
     * @param since the start of the first week, in epoch milliseconds
     * @param length the length of a week, in ms
     * @returns one row for each week and status with items; `week` starts at 0
     */
    async weeks(
      by: Allowed<"setStatus">,
      since: number,
      length: number,
    ): Promise<(StatusCount & { week: number })[]> {
      // The values are literals, because PostgreSQL treats two parameters with the same value as two
      // different expressions.
      const week = sql<number>`cast((resource."createdAt" - ${sql.lit(since)}) / ${sql.lit(length)} as integer)`;
      return db.read
        .selectFrom("resource")
        .where("createdAt", ">=", since)
        .where(moderated(by))
        .groupBy([week, "status"])
        .select((eb) => [week.as("week"), "status", eb.fn.countAll<number>().as("count")])
        .execute();
    },

    /**
     * A person's own items of every kind in one status, newest first.
     * @param page starts at 0
     */
    async own(uploaderId: string, status: Status, page: number, size: number): Promise<ResourceRow[]> {
      return resourceRows(db.read)
        .where("resource.uploaderId", "=", uploaderId)
        .where("resource.status", "=", status)
        .orderBy("resource.createdAt", "desc")
        .orderBy("resource.id", "desc")
        .limit(size)
        .offset(page * size)
        .execute();
    },

    /** Counts a person's items of all kinds in one status. */
    async countOwn(uploaderId: string, status: Status): Promise<number> {
      const { count } = await db.read
        .selectFrom("resource")
        .where("uploaderId", "=", uploaderId)
        .where("status", "=", status)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Other people's answers to a person's items, newest first. */
    async answersTo(uploaderId: string, actor: Actor, limit: number): Promise<ResourceRow[]> {
      return resourceRows(db.read)
        .where("resource.parentUploaderId", "=", uploaderId)
        .where((eb) =>
          eb.or([eb("resource.uploaderId", "is", null), eb("resource.uploaderId", "!=", uploaderId)]),
        )
        .where("resource.status", "=", "Approved")
        .where(visible(actor))
        .orderBy("resource.createdAt", "desc")
        .orderBy("resource.id", "desc")
        .limit(limit)
        .execute();
    },
  };
}

/**
 * The Pending items of a person's areas. The second condition lets the database use the index of the few items that
 * are not Approved, which also has the columns of the areas.
 */
export const pendingFor = (by: Allowed<"setStatus">) =>
  policy.seeUnapproved(by)
    ? sql<SqlBool>`resource.status = 'Pending'`
    : sql<SqlBool>`(resource.status = 'Pending' and resource.status <> 'Approved' and ${moderated(by)})`;

/** Whether a row is about an item of a person's areas. A join would let SQLite begin with all items. */
export const aboutItemOf = (by: Allowed<"setStatus">, column: string) =>
  sql<SqlBool>`exists (select 1 from resource where resource.id = ${sql.ref(column)} and ${moderated(by)})`;

export type OverviewRepo = ReturnType<typeof createOverviewRepo>;
