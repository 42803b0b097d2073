import type { Allowed } from "../../../shared/authorize.ts";
import { sql } from "kysely";
import type { Actor } from "../../../shared/policy.ts";
import type { Status } from "../../../shared/status.ts";
import type { Database } from "../../platform/index.ts";
import { visible } from "../items/resource-filter.repo.ts";
import { resourceRows, type ResourceRow } from "../items/resource-rows.repo.ts";

export interface StatusCount {
  status: Status;
  count: number;
}

/** The counts of work that waits for admins. */
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
     * Pending items and approved items with a change, the oldest first.
     * @param page starts at 0
     */
    async queue(_by: Allowed<"setStatus">, page: number, size: number): Promise<ResourceRow[]> {
      const reach = (page + 1) * size;
      const pending = db.read
        .selectFrom("resource")
        .select(["id", "createdAt as since"])
        .where("status", "=", "Pending")
        .orderBy("createdAt")
        .orderBy("id")
        .limit(reach);
      const changed = db.read
        .selectFrom("change")
        .select(["resourceId as id", "createdAt as since"])
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

    async awaiting(_by: Allowed<"setStatus">): Promise<Awaiting> {
      const count = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }) =>
        (await query.executeTakeFirstOrThrow()).count;
      const counted = db.read.fn.countAll<number>().as("count");
      const [pending, changes, deletions, takedowns, reports, messages] = await Promise.all([
        count(db.read.selectFrom("resource").select(counted).where("status", "=", "Pending")),
        count(db.read.selectFrom("change").select(counted)),
        count(db.read.selectFrom("deletionRequest").select(counted).where("outcome", "is", null)),
        count(db.read.selectFrom("takedown").select(counted).where("decidedAt", "is", null)),
        count(
          db.read
            .selectFrom("report")
            .select((eb) => eb.fn.count<number>("itemId").distinct().as("count"))
            .where("handledAt", "is", null),
        ),
        count(db.read.selectFrom("contactMessage").select(counted).where("handledAt", "is", null)),
      ]);
      return { pending, changes, deletions, takedowns, reports, messages };
    },

    /** Counts the items in each status. */
    async totals(_by: Allowed<"setStatus">): Promise<StatusCount[]> {
      return db.read
        .selectFrom("resource")
        .groupBy("status")
        .select((eb) => ["status", eb.fn.countAll<number>().as("count")])
        .execute();
    },

    /**
     * Counts contributions by week and status.
     * @param since the start of the first week, in epoch milliseconds
     * @param length the length of a week, in ms
     * @returns one row for each week and status with items; `week` starts at 0
     */
    async weeks(
      _by: Allowed<"setStatus">,
      since: number,
      length: number,
    ): Promise<(StatusCount & { week: number })[]> {
      // The values are literals, because PostgreSQL treats two parameters with the same value as two
      // different expressions.
      const week = sql<number>`cast((resource."createdAt" - ${sql.lit(since)}) / ${sql.lit(length)} as integer)`;
      return db.read
        .selectFrom("resource")
        .where("createdAt", ">=", since)
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

export type OverviewRepo = ReturnType<typeof createOverviewRepo>;
