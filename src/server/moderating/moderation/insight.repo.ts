import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Allowed } from "../../../shared/people/authorize.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { policy } from "../../../shared/people/policy.ts";
import type { Database } from "../../platform/index.ts";
import { isNotUndone, moderated } from "../../library/index.ts";

/** Times of one week: their number, and the time within which half of them, and nine of ten, were done, in ms. */
export interface WeekTimes {
  /** The number of the week, from 0. */
  week: number;
  count: number;
  p50: number;
  p90: number;
}

export interface WeekDecisions {
  week: number;
  /** The moderator's email at the time of the decisions; null for the command line. */
  email: string | null;
  count: number;
}

export interface ReasonCount {
  /** Null for decisions without a reason. */
  reason: string | null;
  count: number;
}

/** The weeks that are counted: the start of the first, and the length of each, in ms. */
export interface Span {
  since: number;
  length: number;
}

/**
 * How many decisions, and how many answers, are counted at most: the newest of the archive. The limit applies before the
 * area, so that a query of a moderator with a small area takes no longer.
 */
export const COUNTED = 10_000;
/** The maximum number of rows about moderators, and about reasons. */
const MODERATOR_ROWS = 500;
const REASON_ROWS = 10;

const answerKinds = kinds.filter(({ parent }) => parent).map(({ name }) => name);

/** Statistics about the work of moderators, from the audit trail. */
export function createInsightRepo(db: Database) {
  const reason = db.engine === "postgres" ? sql`details::json ->> 'reason'` : sql`details ->> 'reason'`;

  return {
    /** How many decisions are counted, in the whole archive. */
    async countDecisions(_by: Allowed<"setStatus">, span: Span): Promise<number> {
      const { rows } = await db.onReplica((read) =>
        sql<{ count: number }>`select count(*) as count
        from ${newestDecisions(db, span)} as decided`.execute(read),
      );
      return Number(rows[0]?.count ?? 0);
    },

    /** The times from the contribution of an item to the first decision, by the week of the decision. */
    async waits(by: Allowed<"setStatus">, span: Span): Promise<WeekTimes[]> {
      return times(
        db,
        sql`select ${week(span, "decided.at")} as week, decided.at - resource."createdAt" as ms
        from ${decisions(db, by, span)} as decided join resource on resource.id = decided."targetId"
        where decided.at >= resource."createdAt" and not exists (select 1 from audit as earlier
          where earlier."targetId" = decided."targetId" and earlier.action = 'setStatus'
            and earlier.at < decided.at and ${isDecision("earlier")} and ${isNotUndone(db.engine, "earlier")})`,
      );
    },

    /**
     * The number of decisions of each moderator in each week.
     * @param own whether only this person's decisions count
     */
    async byModerator(by: Allowed<"setStatus">, span: Span, own: boolean): Promise<WeekDecisions[]> {
      const { rows } = await db.onReplica((read) =>
        sql<WeekDecisions>`
        select ${week(span, "decided.at")} as week, decided."actorEmail" as email, count(*) as count
        from ${decisions(db, by, span)} as decided where ${own ? sql`decided."actorId" = ${by.id}` : sql`1 = 1`}
        group by 1, 2 order by 1 desc, 3 desc, 2 limit ${sql.lit(MODERATOR_ROWS)}`.execute(read),
      );
      return rows.map((row) => ({ ...row, count: Number(row.count) }));
    },

    /** The most frequent reasons of the counted decisions that cancelled an item. */
    async reasons(by: Allowed<"setStatus">, span: Span): Promise<ReasonCount[]> {
      const { rows } = await db.onReplica((read) =>
        sql<ReasonCount>`
        select ${reason} as reason, count(*) as count from ${decisions(db, by, span)} as decided
        where details like '%"status":"Cancelled"%'
        group by 1 order by 2 desc, 1 limit ${sql.lit(REASON_ROWS)}`.execute(read),
      );
      return rows.map((row) => ({ ...row, count: Number(row.count) }));
    },

    /** The times from a question to its first answer, by the week of the answer. */
    async firstAnswers(by: Allowed<"setStatus">, span: Span): Promise<WeekTimes[]> {
      const newest = sql`(select "parentId", "createdAt" from resource
        where kind in (${sql.join(answerKinds.map((kind) => sql.lit(kind)))}) and status = 'Approved'
          and "createdAt" >= ${sql.lit(span.since)}
        order by "createdAt" desc limit ${sql.lit(COUNTED)})`;
      return times(
        db,
        sql`select ${week(span, "answer.createdAt")} as week, answer."createdAt" - resource."createdAt" as ms
        from ${newest} as answer join resource on resource.id = answer."parentId"
        where answer."createdAt" >= resource."createdAt" and ${moderated(by)}
          and not exists (select 1 from resource as earlier where earlier."parentId" = resource.id
            and earlier.status = 'Approved' and earlier."createdAt" < answer."createdAt")`,
      );
    },
  };
}

type Engine = Pick<Database, "engine">;

/** Whether an entry approved or cancelled an item. The JSON of a title can't match, because it has \". */
const isDecision = (table: string) => {
  const details = sql.ref(`${table}.details`);
  return sql<SqlBool>`(${details} like '%"status":"Approved"%' or ${details} like '%"status":"Cancelled"%')`;
};

/** The newest decisions of the archive that were not undone. */
function newestDecisions({ engine }: Engine, { since }: Span): RawBuilder<unknown> {
  return sql`(select at, "targetId", "actorId", "actorEmail", details from audit
    where action = 'setStatus' and at >= ${sql.lit(since)} and ${isDecision("audit")}
      and ${isNotUndone(engine, "audit")}
    order by at desc limit ${sql.lit(COUNTED)})`;
}

/** The newest decisions about items of a person's areas. An item that no longer exists has no area. */
function decisions(db: Engine, by: Allowed<"setStatus">, span: Span): RawBuilder<unknown> {
  if (policy.seeUnapproved(by)) return newestDecisions(db, span);
  return sql`(select newest.* from ${newestDecisions(db, span)} as newest
    join resource on resource.id = newest."targetId" where ${moderated(by)})`;
}

/** The number of the week of a column. The values are literals, so that PostgreSQL can group by the expression. */
const week = ({ since, length }: Span, column: string) =>
  sql`cast((${sql.ref(column)} - ${sql.lit(since)}) / ${sql.lit(length)} as integer)`;

/** Counts times by week, with the nearest ranks of one half and of nine tenths. @param each selects `week` and `ms` */
async function times(db: Database, each: RawBuilder<unknown>): Promise<WeekTimes[]> {
  const { rows } = await db.onReplica((read) =>
    sql<WeekTimes>`select week, count,
      min(case when place * 2 >= count then ms end) as p50, min(case when place * 10 >= count * 9 then ms end) as p90
    from (select week, ms, row_number() over (partition by week order by ms) as place,
        count(*) over (partition by week) as count from (${each}) as each_one) as ranked
    group by week, count order by week`.execute(read),
  );
  return rows.map((row) => ({
    week: row.week,
    count: Number(row.count),
    p50: Number(row.p50),
    p90: Number(row.p90),
  }));
}

export type InsightRepo = ReturnType<typeof createInsightRepo>;
