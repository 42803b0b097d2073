import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { CourseMergeTable, Database, Query, Schema } from "../../platform/index.ts";
import { chainEnds } from "./merge-chains.ts";

/** The key of an advisory lock: changes of merged courses and departments happen one after another. No other code uses it. */
const MERGE_LOCK = 202611260;

/** Lets no other transaction change merged courses or departments before this one ends. It must come before all other locks. */
export async function lockMerges(trx: Query, engine: Database["engine"]): Promise<void> {
  if (engine === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(MERGE_LOCK)})`.execute(trx);
}

/** Keeps merged courses as they are until this transaction ends. It must come before all other locks. */
export async function shareMerges(trx: Query, engine: Database["engine"]): Promise<void> {
  if (engine === "postgres")
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(MERGE_LOCK)})`.execute(trx);
}

/** Writes `shownCodeNorm` of all merged courses of a university again, after a change of some. */
export async function updateShownCodes(trx: Query, universityKey: string): Promise<void> {
  const merges = await trx
    .selectFrom("courseMerge")
    .selectAll()
    .where("universityKey", "=", universityKey)
    .orderBy("codeNorm")
    .execute();
  const shown = chainEnds(new Map(merges.map(({ codeNorm, intoCodeNorm }) => [codeNorm, intoCodeNorm])));
  for (const { codeNorm, shownCodeNorm } of merges) {
    const now = shown.get(codeNorm);
    const row = { universityKey, codeNorm };
    if (now === undefined) await deleteRow(trx, row);
    else if (now !== shownCodeNorm)
      await trx
        .updateTable("courseMerge")
        .set({ shownCodeNorm: now })
        .where("universityKey", "=", universityKey)
        .where("codeNorm", "=", codeNorm)
        .execute();
  }
}

async function deleteRow(
  trx: Query,
  { universityKey, codeNorm }: Pick<CourseMergeTable, "universityKey" | "codeNorm">,
): Promise<void> {
  await trx
    .deleteFrom("courseMerge")
    .where("universityKey", "=", universityKey)
    .where("codeNorm", "=", codeNorm)
    .execute();
}

/** The course that a course was merged into, or the course itself. */
export const mergedCode = (universityKey: RawBuilder<unknown>, code: RawBuilder<unknown>) =>
  sql<string>`coalesce((select "shownCodeNorm" from "courseMerge" where "courseMerge"."universityKey" = ${universityKey}
    and "courseMerge"."codeNorm" = ${code}), ${code})`;

/** The ids of a university before and after it is renamed or merged. */
export interface MovedUniversity {
  id: string;
  to: string;
}

/** Runs in the transaction that renames or merges a university, after its merged courses have moved. */
export type UniversityMoved = (trx: Query, moved: MovedUniversity) => Promise<void>;

/**
 * Matches the rows of a university in a table, if the table has a row about the same course under the university's other id.
 * @param columns the rest of the table's key
 */
export const existsUnderOtherId = (
  table: keyof Schema,
  columns: readonly string[],
  { id, to }: MovedUniversity,
) => {
  const same = columns.map((column) => sql`other.${sql.ref(column)} = ${sql.ref(`${table}.${column}`)}`);
  return sql<SqlBool>`"universityKey" = ${id} and exists (select 1 from ${sql.table(table)} as other
    where other."universityKey" = ${to} and ${sql.join(same, sql` and `)})`;
};

/**
 * Gives what moderators recorded about the courses of a university to another id, when the university is renamed or merged.
 * Of two rows about one course, the other university's row stays. The papers follow when `reconcile` runs.
 */
export async function moveCourses(trx: Query, moved: MovedUniversity): Promise<void> {
  const { id, to } = moved;
  const exam = ["codeNorm", "year", "examType", "term"];
  const universityKey = to;
  await trx
    .deleteFrom("courseMerge")
    .where(existsUnderOtherId("courseMerge", ["codeNorm"], moved))
    .execute();
  await trx.updateTable("courseMerge").set({ universityKey }).where("universityKey", "=", id).execute();
  await trx
    .deleteFrom("courseName")
    .where(existsUnderOtherId("courseName", ["codeNorm"], moved))
    .execute();
  await trx.updateTable("courseName").set({ universityKey }).where("universityKey", "=", id).execute();
  await trx
    .deleteFrom("examNotHeld")
    .where(existsUnderOtherId("examNotHeld", exam, moved))
    .execute();
  await trx.updateTable("examNotHeld").set({ universityKey }).where("universityKey", "=", id).execute();
  await updateShownCodes(trx, to);
}
