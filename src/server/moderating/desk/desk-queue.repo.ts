import { sql, type SqlBool } from "kysely";
import type { DeskConfidence, DeskSort } from "../../../shared/moderating/desk.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { DeskFilter } from "../../../shared/schemas/desk.ts";
import {
  type ChangeTable,
  type Database,
  type DeskEntryTable,
  listOf,
  type Query,
} from "../../platform/index.ts";
import { visible, type ResourceRow, visibleRows } from "../../library/index.ts";
import {
  after,
  hasDuplicate,
  inQueue,
  isFirst,
  partsOf,
  PENDING,
  type Place,
  type QueuePart,
  type QueueTime,
  rankOf,
  sinceOf,
} from "./desk-filter.repo.ts";
import type { DeskCounts } from "./desk.present.ts";

export interface QueuedRow extends Place {
  part: QueuePart;
}

/** The parts of a row of the queue besides its item. */
export interface QueueFacts {
  changes: Map<string, Pick<ChangeTable, "id" | "createdAt" | "fields">>;
  entries: Map<string, DeskEntryTable>;
  piles: Map<string, string>;
  /** The ids of items whose contributor has no approved item. */
  first: Set<string>;
  /** The numbers of possible duplicates that the reader sees. */
  duplicates: Map<string, number>;
}

/** All SQL for the queue of the desk. */
export function createDeskQueueRepo(db: Database) {
  const ofItems = () =>
    db.read.selectFrom("resource").leftJoin("deskEntry", "deskEntry.itemId", "resource.id");
  // SQLite reads the tables of a `cross join` in their order: there are few changes and very many approved items.
  const ofChanges = () =>
    db.read
      .selectFrom("change")
      .crossJoin("resource")
      .whereRef("change.resourceId", "=", "resource.id") as unknown as ReturnType<typeof ofItems>;
  const rowsOf = (part: QueuePart, filter: DeskFilter, actor: Actor, time: QueueTime) =>
    (part === "items" ? ofItems() : ofChanges()).where(inQueue(part, filter, actor, time));

  return {
    /**
     * The rows of the queue that match a filter, in its order. Each part is read from its index up to the limit.
     * @param from only rows after this place
     */
    async list(
      filter: DeskFilter,
      actor: Actor,
      { from, limit, ...time }: { from: Place | undefined; limit: number } & QueueTime,
    ): Promise<QueuedRow[]> {
      const { sort = "oldest" } = filter;
      const found = await Promise.all(
        partsOf(filter).map((part) => {
          const direction = sort === "newest" ? "desc" : "asc";
          const [rank, since] = [rankOf(part, sort), sinceOf(part)];
          return rowsOf(part, filter, actor, time)
            .$if(from !== undefined, (query) => query.where(after(part, sort, from as Place)))
            .select([
              "resource.id",
              rank.as("rank"),
              since.as("since"),
              sql.lit(part).$castTo<QueuePart>().as("part"),
            ])
            .$if(sort !== "newest", (query) => query.orderBy("rank"))
            .orderBy(since, direction)
            .orderBy("resource.id", direction)
            .limit(limit)
            .execute();
        }),
      );
      return found
        .flat()
        .toSorted((one, other) => comparePlaces(sort, one, other))
        .slice(0, limit);
    },

    /** How many rows match a filter. */
    async count(filter: DeskFilter, actor: Actor, time: QueueTime): Promise<number> {
      const counts = await Promise.all(
        partsOf(filter).map((part) =>
          rowsOf(part, filter, actor, time)
            .select((eb) => eb.fn.countAll<number>().as("count"))
            .executeTakeFirstOrThrow(),
        ),
      );
      return counts.reduce((sum, { count }) => sum + Number(count), 0);
    },

    /** Counts the rows of a moderator's whole area. */
    async counts(actor: Actor, time: QueueTime): Promise<DeskCounts> {
      const [items, changes] = await Promise.all([
        rowsOf("items", {}, actor, time)
          .select([
            "resource.kind",
            sql<DeskConfidence>`coalesce("deskEntry".confidence, 'none')`.as("confidence"),
            sql<number>`count(*)`.as("n"),
            sql<number>`sum(case when ${hasDuplicate(actor)} then 1 else 0 end)`.as("duplicates"),
            sql<number>`sum(case when ${isFirst(PENDING)} then 1 else 0 end)`.as("first"),
          ])
          .groupBy(["resource.kind", sql`coalesce("deskEntry".confidence, 'none')`])
          .execute(),
        rowsOf("changes", {}, actor, time)
          .select(["resource.kind", sql<number>`count(*)`.as("n")])
          .groupBy("resource.kind")
          .execute(),
      ]);
      const counts: DeskCounts = {
        total: 0,
        changes: 0,
        kinds: {},
        confidence: { sure: 0, likely: 0, guess: 0, none: 0 },
        duplicates: 0,
        first: 0,
      };
      for (const { kind, n } of [...items, ...changes]) {
        counts.kinds[kind] = (counts.kinds[kind] ?? 0) + Number(n);
        counts.total += Number(n);
      }
      for (const { n } of changes) counts.changes += Number(n);
      for (const { confidence, n, duplicates, first } of items) {
        counts.confidence[confidence] += Number(n);
        counts.duplicates += Number(duplicates);
        counts.first += Number(first);
      }
      return counts;
    },

    /** The items with these ids, in this order, that a moderator may decide on. */
    async rows(ids: readonly string[], actor: Actor): Promise<ResourceRow[]> {
      return visibleRows(db.read, db.engine, ids, actor);
    },

    async facts(ids: readonly string[], actor: Actor): Promise<QueueFacts> {
      const list = listOf(db.engine, ids);
      const [changes, entries, piles, first, duplicates] = await Promise.all([
        db.read
          .selectFrom("change")
          .select(["resourceId", "id", "createdAt", "fields"])
          .where(sql<SqlBool>`"resourceId" in ${list}`)
          .execute(),
        entriesOf(db.read, db.engine, ids),
        db.read
          .selectFrom("pileRow")
          .select(["itemId", "pileId"])
          .where(sql<SqlBool>`"itemId" in ${list}`)
          .execute(),
        db.read
          .selectFrom("resource")
          .select("resource.id")
          .where(sql<SqlBool>`resource.id in ${list}`)
          .where(isFirst(sql`resource.id in ${list}`))
          .execute(),
        db.read
          .selectFrom("deskSimilar")
          .innerJoin("resource", "resource.id", "deskSimilar.otherId")
          .select((eb) => ["deskSimilar.itemId", eb.fn.countAll<number>().as("count")])
          .where(sql<SqlBool>`"deskSimilar"."itemId" in ${list}`)
          .where("resource.status", "!=", "Cancelled")
          .where(visible(actor))
          .groupBy("deskSimilar.itemId")
          .execute(),
      ]);
      return {
        changes: new Map(changes.map(({ resourceId, ...change }) => [resourceId, change])),
        entries,
        piles: new Map(piles.flatMap(({ itemId, pileId }) => (itemId ? [[itemId, pileId]] : []))),
        first: new Set(first.map(({ id }) => id)),
        duplicates: new Map(duplicates.map(({ itemId, count }) => [itemId, Number(count)])),
      };
    },
  };
}

export type DeskQueueRepo = ReturnType<typeof createDeskQueueRepo>;

async function entriesOf(
  db: Query,
  engine: Database["engine"],
  ids: readonly string[],
): Promise<Map<string, DeskEntryTable>> {
  const entries = db.selectFrom("deskEntry").selectAll();
  const found = await entries.where(sql<SqlBool>`"itemId" in ${listOf(engine, ids)}`).execute();
  return new Map(found.map((entry) => [entry.itemId, entry]));
}

function comparePlaces(sort: DeskSort, one: Place, other: Place): number {
  const later = one.since - other.since || (one.id < other.id ? -1 : 1);
  if (sort === "newest") return -later;
  return Number(one.rank) - Number(other.rank) || later;
}
