import { type Expression, sql } from "kysely";
import type { JobTable, Query } from "../db/schema/schema.ts";
import type { JobChoice, Lane } from "./lanes.ts";

const DAY = 86_400_000;
/** The value of `owner` in the row of the common position. */
const EVERYBODY = "*";

/** A claim: the job, and the number of its attempt. */
export type Claim = Pick<JobTable, "id" | "attempts" | "deaths">;

/** The job whose turn is next. */
export interface NextJob extends Claim {
  lane: string;
  owner: string;
  /** How many running jobs its owner has in these lanes. */
  held: number;
  /** The position of its owner; see `JobUseTable`. */
  turnMs: number;
}

/**
 * Finds the oldest due job of each owner. It then chooses the owner with the fewest running jobs; if several
 * have equally few, it chooses the owner with the lowest position. With the index job_turn, the query needs a
 * few steps for each waiting owner, whatever the number of jobs.
 */
export function nextJob(lane: Lane, now: number, choice: JobChoice) {
  const { lanes, isShared = false, perOwner, perDay } = choice;
  const waiting = sql`from job where lane = ${lane} and state = 'queued'`;
  const due = sql`(select id ${waiting} and owner = person.owner and "runAt" <= ${now} order by "runAt", id limit 1)`;
  const free = [
    sql`person.owner is not null`,
    ...(perOwner === undefined ? [] : [sql`coalesce(busy.held, 0) < ${perOwner}`]),
    ...(perDay === undefined ? [] : [sql`(person.owner = '' or coalesce("jobUse".pages, 0) < ${perDay})`]),
  ];
  const turn = isShared ? sql`held, "turnMs", job."runAt", job.id` : sql`job."runAt", job.id`;
  return sql<NextJob>`with recursive person (owner) as (
      select min(owner) ${waiting}
      union all
      select (select min(owner) ${waiting} and owner > person.owner) from person where person.owner is not null
    ), busy (owner, held) as (
      select owner, count(*) from job
      where lane in (${sql.join(lanes)}) and state = 'running' and "leaseUntil" > ${now} group by owner
    ), everybody ("turnMs") as (
      select coalesce(max("turnMs"), 0) from "jobUse" where owner = ${EVERYBODY} and day = ${dayOf(now)}
    ), first (id, held, "turnMs") as (
      select ${due}, coalesce(busy.held, 0),
        case when "jobUse"."turnMs" > everybody."turnMs" then "jobUse"."turnMs" else everybody."turnMs" end
      from person left join busy on busy.owner = person.owner
      left join "jobUse" on "jobUse".owner = person.owner and "jobUse".day = ${dayOf(now)}
      cross join everybody
      where ${sql.join(free, sql` and `)}
    )
    select job.id, job.attempts, job.deaths, job.lane, job.owner, held, "turnMs"
    from first join job on job.id = first.id
    order by ${turn} limit 1`;
}

/** Whether these lanes run fewer jobs than their limit. @param now epoch milliseconds */
export async function hasCapacity(
  db: Query,
  now: number,
  { lanes, concurrency }: JobChoice,
): Promise<boolean> {
  if (concurrency === undefined) return true;
  const { running } = await db
    .selectFrom("job")
    .where("lane", "in", lanes)
    .where("state", "=", "running")
    .where("leaseUntil", ">", now)
    .select((eb) => eb.fn.countAll<number>().as("running"))
    .executeTakeFirstOrThrow();
  return Number(running) < concurrency;
}

/**
 * Moves the common position to the position of the claimed job's owner, and raises this owner's position to
 * at least the common position.
 */
export async function beginTurn(
  trx: Query,
  now: number,
  { owner, turnMs }: Pick<NextJob, "owner" | "turnMs">,
  pages: number,
): Promise<void> {
  const day = dayOf(now);
  await trx
    .insertInto("jobUse")
    .values([
      { owner, day, turnMs, pages },
      { owner: EVERYBODY, day, turnMs, pages: 0 },
    ])
    .onConflict((conflict) =>
      conflict.columns(["owner", "day"]).doUpdateSet((eb) => ({
        turnMs: larger(eb.ref("jobUse.turnMs"), eb.ref("excluded.turnMs")),
        pages: eb("jobUse.pages", "+", eb.ref("excluded.pages")),
      })),
    )
    .execute();
}

const larger = (a: Expression<number>, b: Expression<number>) =>
  sql<number>`case when ${a} > ${b} then ${a} else ${b} end`;

/** The day of a time, in UTC. @param time epoch milliseconds @returns days since 1970 */
export const dayOf = (time: number): number => Math.floor(time / DAY);
