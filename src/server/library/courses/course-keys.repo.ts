import { type Expression, sql, type SqlBool } from "kysely";
import {
  type Course,
  type CourseKey,
  type CoursePapers,
  courseKeyText,
} from "../../../shared/courses/courses.ts";
import { countedFacets, facets } from "../../../shared/facets/facets.ts";
import { type Database, listOf, type Query } from "../../platform/index.ts";

/** How many courses one page can show together. */
export const MAX_MERGED = 50;

/** A condition for the papers of courses, with which SQLite uses the index `resource_course`. */
export const IS_PAPER = sql<SqlBool>`(resource.kind = 'question' and resource.version > 0)`;

/** A condition for rows of these courses. @param table the table with the columns `universityKey` and `codeNorm` */
export function ofCourses(table: string, keys: readonly CourseKey[]): Expression<SqlBool> {
  const rows = keys.map(({ universityKey, codeNorm }) => sql`(${universityKey}, ${codeNorm})`);
  return sql<SqlBool>`(${sql.ref(`${table}.universityKey`)}, ${sql.ref(`${table}.codeNorm`)}) in (values ${sql.join(rows)})`;
}

/** The course whose page shows a course's papers: the course itself, if it was not merged. */
export async function shownCourse(db: Query, key: CourseKey): Promise<CourseKey> {
  const merged = await db
    .selectFrom("courseMerge")
    .select("shownCodeNorm")
    .where("universityKey", "=", key.universityKey)
    .where("codeNorm", "=", key.codeNorm)
    .executeTakeFirst();
  return merged ? { universityKey: key.universityKey, codeNorm: merged.shownCodeNorm } : key;
}

/** A course as its page shows it: with the courses that were merged into it, and the papers of all of them. */
export interface WholeCourse extends CoursePapers {
  key: CourseKey;
}

/** The course whose page shows this course's papers, in one query. */
export async function wholeCourse(db: Query, { universityKey, codeNorm }: CourseKey): Promise<WholeCourse> {
  const { rows } = await sql<{ shown: string; codeNorm: string; papers: number }>`
    with shown as (select coalesce((select "shownCodeNorm" from "courseMerge"
      where "universityKey" = ${universityKey} and "codeNorm" = ${codeNorm}), cast(${codeNorm} as text)) as code)
    select shown.code as shown, part."codeNorm", coalesce(course.papers, 0) as papers
    from shown cross join (select code as "codeNorm" from shown
        union all select * from (select merge."codeNorm" from "courseMerge" as merge
          where merge."universityKey" = ${universityKey} and merge."shownCodeNorm" = (select code from shown)
          order by merge."codeNorm" limit ${sql.lit(MAX_MERGED)}) as merged) as part
      left join course on course."universityKey" = ${universityKey} and course."codeNorm" = part."codeNorm"`.execute(
    db,
  );
  return {
    key: { universityKey, codeNorm: rows[0]?.shown ?? codeNorm },
    members: rows.map((row) => ({ universityKey, codeNorm: row.codeNorm })),
    papers: rows.reduce((total, { papers }) => total + papers, 0),
  };
}

/** The same as `shownCourse` for several courses, by `courseKeyText`. */
export async function shownCourses(db: Query, keys: readonly CourseKey[]): Promise<Map<string, CourseKey>> {
  const shown = new Map(keys.map((key) => [courseKeyText(key), key]));
  if (keys.length === 0) return shown;
  const merged = await db
    .selectFrom("courseMerge")
    .select(["universityKey", "codeNorm", "shownCodeNorm"])
    .where(ofCourses("courseMerge", keys))
    .execute();
  for (const { shownCodeNorm, ...key } of merged)
    shown.set(courseKeyText(key), { universityKey: key.universityKey, codeNorm: shownCodeNorm });
  return shown;
}

/** A course and the courses that were merged into it. */
export async function membersOf(db: Query, key: CourseKey): Promise<CourseKey[]> {
  const merged = await db
    .selectFrom("courseMerge")
    .select("codeNorm")
    .where("universityKey", "=", key.universityKey)
    .where("shownCodeNorm", "=", key.codeNorm)
    .orderBy("codeNorm")
    .limit(MAX_MERGED)
    .execute();
  return [key, ...merged.map(({ codeNorm }) => ({ universityKey: key.universityKey, codeNorm }))];
}

/** The names of universities by id. For up to a minute after a contribution, a new name is only in its papers. */
export async function universityNames(
  db: Query,
  engine: Database["engine"],
  ids: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map(ids.map((id) => [id, id]));
  const asked = [...names.keys()].filter((id) => id !== "");
  if (asked.length === 0) return names;
  const rows = await db
    .selectFrom("university")
    .select(["id", "name"])
    .where(sql<SqlBool>`id in ${listOf(engine, asked)}`)
    .execute();
  const found = new Map(rows.map(({ id, name }) => [id, name]));
  const missing = asked.filter((id) => !found.has(id));
  for (const { id, name } of missing.length > 0 ? await typedNames(db, engine, missing) : [])
    if (name !== "") found.set(id, name);
  for (const [id, name] of found) names.set(id, name);
  return names;
}

/** The names of universities as contributors of papers typed them, from stored totals. */
async function typedNames(
  db: Query,
  engine: Database["engine"],
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const others = countedFacets.filter((name) => name !== "university");
  const { rows } = await sql<{ id: string; name: string }>`select university as id, spelling as name
    from "resourceTotal" where kind = 'question' and status = 'Approved'
      and facets = ${sql.lit(facets.university.counted)} and university in ${listOf(engine, ids)}
      and ${sql.join(
        others.map((name) => sql`${sql.ref(name)} = ''`),
        sql` and `,
      )}`.execute(db);
  return rows;
}

/** One course as links show it. @param university the name of its university */
export async function describedCourse(db: Query, key: CourseKey, university: string): Promise<Course> {
  const found = (await codesAndTitles(db, [key])).get(courseKeyText(key));
  return described(key, university, found);
}

/**
 * The courses as links show them, in the order of the keys.
 * @param keys courses that were not merged into others
 */
export async function describedCourses(
  db: Query,
  engine: Database["engine"],
  keys: readonly CourseKey[],
): Promise<Course[]> {
  if (keys.length === 0) return [];
  const [found, names] = await Promise.all([
    codesAndTitles(db, keys),
    universityNames(
      db,
      engine,
      keys.map(({ universityKey }) => universityKey),
    ),
  ]);
  return keys.map((key) => described(key, names.get(key.universityKey) ?? "", found.get(courseKeyText(key))));
}

function described(key: CourseKey, university: string, found: CodeAndTitle | undefined): Course {
  return { ...key, university, code: found?.code ?? key.codeNorm, title: found?.title ?? "" };
}

type CodeAndTitle = CourseKey & { code: string | null; title: string | null };

/** The most frequent code and title of courses, or those that an admin gave, by `courseKeyText`. */
async function codesAndTitles(db: Query, keys: readonly CourseKey[]): Promise<Map<string, CodeAndTitle>> {
  const most = (fact: "code" | "title", codeNorm: string) =>
    sql<string | null>`(select each.spelling from "courseFact" as each
      where each."universityKey" = asked."universityKey" and each."codeNorm" = ${sql.raw(codeNorm)}
        and each.fact = ${sql.lit(fact)} and each.papers > 0
      order by each.papers desc, each.value desc limit 1)`;
  const rows = keys.map(({ universityKey, codeNorm }) => sql`(${universityKey}, ${codeNorm})`);
  const own = `asked."codeNorm"`;
  // A course without papers of its own has the title of a course that was merged into it.
  const other = `(select min(merged."codeNorm") from "courseMerge" as merged
    where merged."universityKey" = asked."universityKey" and merged."shownCodeNorm" = asked."codeNorm")`;
  const { rows: found } = await sql<CodeAndTitle>`
    with asked ("universityKey", "codeNorm") as (values ${sql.join(rows)})
    select asked."universityKey", asked."codeNorm",
      coalesce(named.code, ${most("code", own)}) as code,
      coalesce(named.title, ${most("title", own)}, ${most("title", other)}) as title
    from asked left join "courseName" as named
      on named."universityKey" = asked."universityKey" and named."codeNorm" = asked."codeNorm"`.execute(db);
  return new Map(found.map((row) => [courseKeyText(row), row]));
}
