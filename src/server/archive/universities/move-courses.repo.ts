import { sql } from "kysely";
import type { CourseMergeTable, Database, Query } from "../../platform/index.ts";

/** The key of an advisory lock: changes of merged courses happen one after another. No other code uses it. */
const MERGE_LOCK = 202611260;

/** Lets no other transaction change merged courses before this one ends. It must come before all other locks. */
export async function lockMerges(trx: Query, engine: Database["engine"]): Promise<void> {
  if (engine === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(MERGE_LOCK)})`.execute(trx);
}

/**
 * The course that shows the papers of each merged course, by its code. A chain of merges ends at a course that was not
 * merged; a merge that would close a circle is ignored.
 */
export function shownCodes(
  merges: readonly Pick<CourseMergeTable, "codeNorm" | "intoCodeNorm">[],
): Map<string, string> {
  const into = new Map(merges.map(({ codeNorm, intoCodeNorm }) => [codeNorm, intoCodeNorm]));
  const end = (codeNorm: string): string | undefined => {
    const seen = new Set([codeNorm]);
    let at = codeNorm;
    for (let next = into.get(at); next !== undefined; next = into.get(at)) {
      if (seen.has(next)) return undefined;
      seen.add(next);
      at = next;
    }
    return at;
  };
  return new Map(
    merges.flatMap(({ codeNorm }) => {
      const shown = end(codeNorm);
      return shown === undefined ? [] : [[codeNorm, shown]];
    }),
  );
}

/** Writes `shownCodeNorm` of all merged courses of a university again, after a change of some. */
export async function settleMerges(trx: Query, universityKey: string): Promise<void> {
  const merges = await trx
    .selectFrom("courseMerge")
    .selectAll()
    .where("universityKey", "=", universityKey)
    .orderBy("codeNorm")
    .execute();
  const shown = shownCodes(merges);
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

/** The tables that name courses and are not derived from papers. */
const COURSE_TABLES = ["courseMerge", "courseName", "examNotHeld", "courseRequest", "courseFollow"] as const;

/**
 * Gives what people recorded about the courses of a university to another id, when the university is renamed or merged.
 * Of two rows about one course, the other university's row stays. The papers follow with `settle`.
 */
export async function moveCourses(trx: Query, id: string, to: string): Promise<void> {
  for (const table of COURSE_TABLES) {
    const rows = await trx.deleteFrom(table).where("universityKey", "=", id).returningAll().execute();
    for (const row of rows)
      await trx
        .insertInto(table)
        .values({ ...row, universityKey: to } as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
  await settleMerges(trx, to);
  for (const table of ["courseRequest", "courseFollow"] as const) {
    const shown = sql<string>`coalesce((select "shownCodeNorm" from "courseMerge"
      where "courseMerge"."universityKey" = ${sql.ref(`${table}.universityKey`)}
        and "courseMerge"."codeNorm" = ${sql.ref(`${table}.askedCode`)}), ${sql.ref(`${table}.askedCode`)})`;
    await sql`update ${sql.table(table)} set "codeNorm" = ${shown}
      where "universityKey" = ${to} and "codeNorm" <> ${shown}`.execute(trx);
  }
}
