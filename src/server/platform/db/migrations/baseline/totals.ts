import { isKeptTotal } from "../../kept-totals.ts";
import type { Engine } from "../run.ts";
import { type FacetColumn, isSpelled } from "./facets.ts";

/** Lists the lengths of the counted periods, in days, as `PERIODS` in `totals.repo.ts` does. */
const PERIODS = [30, 1];
/** One day, in ms. */
const DAY = 86_400_000;

/** Returns the statement that creates the table of totals by these facets. */
export const createTotals = (facets: readonly FacetColumn[]): string => `create table "resourceTotal" (
  kind text not null, status text not null, facets integer not null,
  ${facets.map(({ column }) => `"${column}" text not null`).join(", ")}, spelling text not null, n integer not null,
  constraint "resourceTotal_key" primary key (kind, status, facets, ${facets.map(({ column }) => `"${column}"`).join(", ")})
)`;

/** Creates the table of numbers of items by period of contribution. */
export const createPeriods = `create table "resourcePeriod" (
  kind text not null, status text not null, days integer not null, period integer not null, n integer not null,
  constraint "resourcePeriod_key" primary key (kind, status, days, period)
)`;

/** Returns the statements for the triggers that count items by these facets and by periods. */
export const totalTriggers = (engine: Engine, facets: readonly FacetColumn[]): string[] =>
  engine === "postgres" ? postgresTriggers(facets) : sqliteTriggers(facets);

/** Returns the statements that remove these triggers, so that `totalTriggers` can create new ones. */
export const dropTotalTriggers = (engine: Engine): string[] =>
  ["insert", "delete", "update"].map(
    (event) => `drop trigger "resource_count_${event}"${engine === "postgres" ? " on resource" : ""}`,
  );

/**
 * Adds rows to the totals, and subtracts rows with `sign` -1.
 * @param rows a query of resources with `sign`
 */
function count(rows: string, facets: readonly FacetColumn[]): string {
  const combinations = Array.from({ length: 2 ** facets.length }, (_, combination) => combination);
  const masks = combinations.filter(isKeptTotal).map((kept) => `select ${kept} as facets`);
  const cell = facets.map(
    (facet, at) =>
      `case when facets & ${2 ** at} > 0 then ${valueOf(facet)} else '' end as "${facet.column}"`,
  );
  const present = facets.map((facet, at) => `(facets & ${2 ** at} = 0 or ${valueOf(facet)} is not null)`);
  const columns = ["kind", "status", "facets", ...facets.map(({ column }) => `"${column}"`)];
  // Lists show the spelling of these facets. The totals ignore letter case.
  const spellings = facets.map((facet, at) =>
    isSpelled(facet) ? ` when ${2 ** at} then "${facet.column}"` : "",
  );
  const spelled = `case facets${spellings.join("")} else '' end`;
  return `insert into "resourceTotal" (${columns.join(", ")}, spelling, n)
    select ${columns.join(", ")}, max(spelling), sum(sign) from (
      select kind, status, facets, ${cell.join(", ")}, ${spelled} as spelling, sign
      from (${rows}) as changed cross join (${masks.join(" union all ")}) as mask
      where ${present.join(" and ")}) as cell
    where true group by ${columns.join(", ")} having sum(sign) <> 0
    order by ${columns.join(", ")}
    on conflict (${columns.join(", ")}) do update set n = "resourceTotal".n + excluded.n,
      spelling = case when "resourceTotal".n > 0 then "resourceTotal".spelling else excluded.spelling end`;
}

/** Does the same as `count` for each period of contribution. */
function countPeriods(rows: string): string {
  const lengths = PERIODS.map((days) => `select ${days} as days`).join(" union all ");
  return `insert into "resourcePeriod" (kind, status, days, period, n)
    select kind, status, days, period, sum(sign) from (
      select kind, status, days, "createdAt" / (days * cast(${DAY} as bigint)) as period, sign
      from (${rows}) as changed cross join (${lengths}) as length) as moved
    where true group by kind, status, days, period having sum(sign) <> 0
    order by kind, status, days, period
    on conflict (kind, status, days, period) do update set n = "resourcePeriod".n + excluded.n`;
}

/** Returns SQL for the normal form, by which the totals are stored. */
const valueOf = ({ key }: FacetColumn): string => `cast("${key}" as text)`;

/** Returns the columns of an item that the totals depend on. */
const watched = (facets: readonly FacetColumn[]): string[] => [
  "kind",
  "status",
  ...facets.flatMap((facet) => (isSpelled(facet) ? [facet.column, facet.key] : [facet.key])),
  "createdAt",
];

function sqliteTriggers(facets: readonly FacetColumn[]): string[] {
  const columns = watched(facets);
  const row = (prefix: string) => columns.map((column) => `${prefix}."${column}" as "${column}"`).join(", ");
  const added = `select ${row("new")}, 1 as sign`;
  const taken = `select ${row("old")}, -1 as sign`;
  const changed = columns.map((column) => `old."${column}" is not new."${column}"`).join(" or ");
  const events = {
    insert: { when: "", rows: added },
    delete: { when: "", rows: taken },
    update: { when: `when ${changed}`, rows: `${taken} union all ${added}` },
  };
  return Object.entries(events).map(
    ([name, { when, rows }]) => `create trigger "resource_count_${name}" after ${name} on resource ${when}
      begin ${count(rows, facets)}; ${countPeriods(rows)}; end`,
  );
}

function postgresTriggers(facets: readonly FacetColumn[]): string[] {
  const added = "select *, 1 as sign from added";
  const taken = "select *, -1 as sign from taken";
  const events = {
    insert: { tables: "new table as added", rows: added },
    delete: { tables: "old table as taken", rows: taken },
    update: { tables: "old table as taken new table as added", rows: `${taken} union all ${added}` },
  };
  return Object.entries(events).flatMap(([name, { tables, rows }]) => [
    `create or replace function "resource_count_${name}"() returns trigger language plpgsql as $$
      begin ${count(rows, facets)}; ${countPeriods(rows)}; return null; end $$`,
    `create trigger "resource_count_${name}" after ${name} on resource referencing ${tables}
      for each statement execute function "resource_count_${name}"()`,
  ]);
}
