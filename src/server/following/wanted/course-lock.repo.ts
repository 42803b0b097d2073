import { sql, type SqlBool } from "kysely";
import { type CourseKey, NO_UNIVERSITY } from "../../../shared/courses/courses.ts";
import { universityId, universityNameKey } from "../../../shared/courses/universities.ts";
import { normalizeCode } from "../../../shared/text/words.ts";
import { type Database, listOf, type Query } from "../../platform/index.ts";
import { shownCourse, mergedCode, shareMerges, universitiesNamed } from "../../library/index.ts";
import { ofExam, type WantedKey } from "./wanted-sql.repo.ts";

/** The id of the university with this name or part of an address; undefined for an unknown one. */
export async function universityKeyOf(db: Database, name: string): Promise<string | undefined> {
  if (name === NO_UNIVERSITY) return "";
  return (await universitiesNamed(db.read, db.engine, [name])).get(universityNameKey(name))?.id;
}

/** The key of a course by any name of its university and any spelling of its code, also if it has no papers now. */
export async function courseKeyOf(
  db: Database,
  { university, code }: { university: string; code: string },
): Promise<CourseKey> {
  // A university without papers may be gone, but people's rows still have its id.
  const known = university === "" ? "" : await universityKeyOf(db, university);
  const universityKey = known ?? universityId(university);
  return shownCourse(db.read, { universityKey, codeNorm: normalizeCode(code) });
}

/**
 * Locks what a change of a person's requests and follows depends on. All transactions lock in this order, so that they
 * can't deadlock: merges of courses, people, rows of `wantedPaper`, rows of `courseRequest`. PostgreSQL lets others
 * refer to a person who is locked in this way.
 * @param course as it was found before the transaction
 * @returns the course that shows its papers now, which a merge or a renamed university may have changed
 */
export async function lockCourse(
  trx: Query,
  engine: Database["engine"],
  userId: string,
  { universityKey, codeNorm }: CourseKey,
): Promise<CourseKey> {
  await shareMerges(trx, engine);
  if (engine === "postgres")
    await trx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
  // A university that was renamed or merged keeps its old id as a name.
  const { rows } = await sql<CourseKey>`
    select place.id as "universityKey", ${mergedCode(sql`place.id`, sql`cast(${codeNorm} as text)`)} as "codeNorm"
    from (select coalesce((select "universityId" from "universityName" where key = ${universityNameKey(universityKey)}),
      cast(${universityKey} as text)) as id) as place`.execute(trx);
  return rows[0] as CourseKey;
}

/** Locks the row of an exam that people want. @returns the row, if there is one */
export function lockWanted(trx: Query, engine: Database["engine"], exam: WantedKey) {
  const row = trx.selectFrom("wantedPaper").select(["isOpen", "isTold"]).where(ofExam(exam));
  return (engine === "postgres" ? row.forUpdate() : row).executeTakeFirst();
}

/**
 * Locks the requests of some people for an exam. It leaves out requests that another transaction deletes with their
 * account, because that transaction waits for the row of the exam.
 * @returns the people whose requests are locked
 */
export async function lockRequests(
  trx: Query,
  engine: Database["engine"],
  exam: WantedKey,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = trx
    .selectFrom("courseRequest")
    .select("userId")
    .where(ofExam(exam))
    .where(sql<SqlBool>`"userId" in ${listOf(engine, userIds)}`);
  const locked = await (engine === "postgres" ? rows.forUpdate().skipLocked() : rows).execute();
  return [...new Set(locked.map(({ userId }) => userId))];
}
