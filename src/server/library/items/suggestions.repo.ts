import { type RawBuilder, sql } from "kysely";
import { type SuggestedFacet, suggestedFacets } from "../../../shared/facets/facets.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { normalizeCode } from "../../../shared/text/words.ts";
import type { Database } from "../../platform/index.ts";
import { visible } from "./resource-filter.repo.ts";

/** A course by its code, with its most common subject and department. */
export interface Course {
  code: string;
  subject: string;
  department: string;
}

/**
 * Suggestions are based on this number of the newest items of each kind, to limit the work in a large
 * archive.
 */
const NEWEST = 1_000;
const SUGGESTED = 100;
const SELECTED = [...new Set([...suggestedFacets, "department", "subject", "code", "codeNorm"])];

/** SQL for the suggestions in forms. */
export function createSuggestionsRepo(db: Pick<Database, "read">) {
  return {
    /** The values of a facet in public items, most used first. */
    async values(column: SuggestedFacet): Promise<string[]> {
      const value = sql.ref(column);
      const { rows } = await sql<{ value: string }>`
        select min(${value}) as value from ${newest()} as newest where ${value} is not null
        group by lower(${value}) order by count(*) desc, min(${value}) limit ${SUGGESTED}`.execute(db.read);
      return rows.map((row) => row.value);
    },

    /** The courses of public items, most used first. */
    async courses(): Promise<Course[]> {
      const { rows } = await sql<Course>`
        select min(code) as code, min(subject) as subject, min(department) as department from ${newest()} as newest
        where code is not null and subject is not null and department is not null
        group by "codeNorm", lower(subject), lower(department)
        order by count(*) desc, min(code) limit ${2 * SUGGESTED}`.execute(db.read);
      const byCode = new Map<string, Course>();
      for (const course of rows) {
        const key = normalizeCode(course.code);
        if (!byCode.has(key)) byCode.set(key, course);
      }
      return [...byCode.values()].slice(0, SUGGESTED);
    },
  };
}

export type SuggestionsRepo = ReturnType<typeof createSuggestionsRepo>;

/**
 * The newest public items; the query uses the list index of each kind. Suggestions never come from unapproved
 * items, even for an admin.
 */
function newest(): RawBuilder<unknown> {
  const kinds = standaloneKinds.map(
    ({ name }) => sql`select * from (
      select ${sql.join(SELECTED.map((column) => sql.ref(column)))} from resource
      where kind = ${name} and status = 'Approved' and ${visible(undefined)}
      order by "createdAt" desc, id desc limit ${NEWEST}) as of_kind`,
  );
  return sql`(${sql.join(kinds, sql` union all `)})`;
}
