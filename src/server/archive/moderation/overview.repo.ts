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

/** How much awaits admins. */
export interface Awaiting {
  pending: number;
  /** Changes to approved items. */
  changes: number;
  deletions: number;
  takedowns: number;
  /** Items with reports. */
  reports: number;
  messages: number;
}

/** Reads across all kinds: what awaits whom, and how much there is. */
export function createOverviewRepo(db: Database) {
  return {
    /** Pending items and approved items with a change, the oldest first. @param page zero-based */
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

    /** How much awaits admins. */
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

    /** How many items there are of each status. */
    async totals(_by: Allowed<"setStatus">): Promise<StatusCount[]> {
      return db.read
        .selectFrom("resource")
        .groupBy("status")
        .select((eb) => ["status", eb.fn.countAll<number>().as("count")])
        .execute();
    },

    /**
     * Contributions by week and status.
     * @param since where the first week begins, in epoch milliseconds @param length of a week, in ms
     * @returns a line each for what there is; `week` counts from 0
     */
    async weeks(
      _by: Allowed<"setStatus">,
      since: number,
      length: number,
    ): Promise<(StatusCount & { week: number })[]> {
      // Literals, because PostgreSQL takes two parameters of one value for two expressions.
      const week = sql<number>`cast((resource."createdAt" - ${sql.lit(since)}) / ${sql.lit(length)} as integer)`;
      return db.read
        .selectFrom("resource")
        .where("createdAt", ">=", since)
        .groupBy([week, "status"])
        .select((eb) => [week.as("week"), "status", eb.fn.countAll<number>().as("count")])
        .execute();
    },

    /** A person's own items of every kind in one status, newest first. @param page zero-based */
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

    /** Other people's answers below a person's items, newest first. */
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
