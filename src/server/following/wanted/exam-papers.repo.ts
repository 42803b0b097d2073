import { sql, type SqlBool } from "kysely";
import type { Query } from "../../platform/index.ts";
import { IS_PAPER, membersOf } from "../../library/index.ts";
import type { WantedKey } from "./wanted-sql.repo.ts";

/** An exam has a few papers. Of more, these many are compared. */
const MAX_COMPARED = 200;

/** The visible papers of an exam. The codes are a list, so that SQLite uses all columns of the index `resource_course`. */
async function papersOf(db: Query, exam: WantedKey) {
  const { universityKey, year, examType, term } = exam;
  const codes = (await membersOf(db, exam)).map(({ codeNorm }) => codeNorm);
  const papers = db
    .selectFrom("resource")
    .where(IS_PAPER)
    .where(sql<SqlBool>`resource.status = 'Approved'`)
    .where("resource.universityKey", universityKey === "" ? "is" : "=", universityKey || null)
    .where("resource.codeNorm", "in", codes)
    .where("resource.year", "=", year)
    .where("resource.examType", "=", examType);
  // A paper without a term counts for every term, as in the grid.
  return { papers: term === "" ? papers : papers.where(sql<SqlBool>`coalesce(term, '') in ('', ${term})`) };
}

/** A paper that answers a request. */
export interface FoundPaper {
  id: string;
  updatedAt: number;
  uploaderId: string | null;
}

/** Finds the oldest visible paper of an exam. */
export async function paperOf(db: Query, exam: WantedKey): Promise<FoundPaper | undefined> {
  const { papers } = await papersOf(db, exam);
  // An `order by` would lead SQLite to an index that reads every final of the archive.
  const rows = await papers
    .select(["resource.id", "resource.updatedAt", "resource.uploaderId", "resource.createdAt"])
    .limit(MAX_COMPARED)
    .execute();
  const [oldest] = rows.toSorted(
    (one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
  );
  return oldest;
}

/** Which of these papers are visible papers of an exam. */
export async function visiblePapers(db: Query, exam: WantedKey, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { papers } = await papersOf(db, exam);
  const rows = await papers.select("resource.id").where("resource.id", "in", ids).execute();
  return rows.map(({ id }) => id);
}
