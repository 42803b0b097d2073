import { sql, type SqlBool } from "kysely";
import { EARLIER_YEARS } from "../../../shared/courses/wanted.ts";
import type { Query } from "../../platform/index.ts";
import { codesOf, type WantedKey } from "./wanted-sql.repo.ts";

/** Why nobody can ask for an exam: it was not held, its term has not ended, or it is much older than the course's papers. */
export async function examRefusal(
  db: Query,
  { universityKey, codeNorm, year, examType, term }: WantedKey,
  now: Date,
): Promise<"examNotHeld" | "examNotYet" | "examTooOld" | undefined> {
  const ofMembers = sql<SqlBool>`"universityKey" = ${universityKey}
    and "codeNorm" in ${codesOf(sql`${universityKey}`, sql`${codeNorm}`)}`;
  const cells = db.selectFrom("courseCell").where(ofMembers).where("papers", ">", 0);
  const [records, held, { first }, month] = await Promise.all([
    db
      .selectFrom("examNotHeld")
      .select("term")
      .where(ofMembers)
      .where("year", "=", year)
      .where("examType", "=", examType)
      .where("term", "in", [...new Set(["", term])])
      .execute(),
    cells.where("year", "=", year).where("examType", "=", examType).select("year").executeTakeFirst(),
    cells
      .where("year", ">", 0)
      .select((eb) => eb.fn.min<number | null>("year").as("first"))
      .executeTakeFirstOrThrow(),
    db.selectFrom("termMonth").select("lastMonth").where("term", "=", term).executeTakeFirst(),
  ]);
  // A paper of any term shows that a record of all terms is wrong, as in the grid.
  if (records.some((record) => record.term === term || held === undefined)) return "examNotHeld";
  if (first !== null && year < first - EARLIER_YEARS) return "examTooOld";
  const end = year * 12 + Number(month?.lastMonth ?? 12);
  return end > now.getUTCFullYear() * 12 + now.getUTCMonth() + 1 ? "examNotYet" : undefined;
}
