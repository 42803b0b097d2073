import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withWordsOf } from "../../src/server/files/recognition/page-text.ts";
import { createSearchRepo } from "../../src/server/library/search/search.repo.ts";
import { createSearchService } from "../../src/server/library/search/search.service.ts";
import { resourceRow } from "../../src/server/library/items/resource-row.ts";
import type { Database } from "../../src/server/platform/db/schema/schema.ts";
import { kindNamed } from "../../src/shared/kinds/index.ts";
import { openBenchArchive } from "../lib/bench-archive.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { choice, flag, text } from "../lib/options.ts";

interface Course {
  id: string;
  university: string;
  department: string;
  departmentName: string;
  code: string;
  title: string;
  semester: number;
}

interface Paper {
  id: string;
  course: string;
  exam: string;
  year: number;
  term: string | null;
  pages: string;
}

interface Archive {
  courses: Course[];
  papers: Paper[];
}

/** The right results of a query. */
interface Want {
  /** The first course is one of these. */
  course?: string[];
  /** The first paper has all of these. */
  courses?: string[];
  department?: string | string[];
  semester?: number | number[];
  exam?: string | string[];
  year?: number;
  years?: number[];
  /** One of these papers is among the first three. */
  papers?: string[];
  /** The archive has no such paper, and offers one of these courses instead. */
  nothing?: boolean;
  useful?: string[];
}

interface Query {
  class: string;
  q: string;
  half: "tune" | "held";
  want: Want;
}

const read = <T>(name: string): T[] =>
  readFileSync(join(import.meta.dirname, "course-search", name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
const START = Date.UTC(2024, 0);

export const experiment = defineExperiment({
  about: `Measures how often a search finds the course or paper that a student means. The courses, papers and queries are in
lab/search/course-search. Half of the queries are for tuning; the report uses the other half.`,
  options: {
    half: choice(["held", "tune"], "the half of the queries"),
    engine: choice(["sqlite", "postgres"], "the database"),
    misses: flag("prints the queries that miss"),
    only: text("", "only types of queries whose name contains this"),
  },
  needs: () => ["programs"],
  async run({ values, name, write }) {
    const archive: Archive = { courses: read("courses.jsonl"), papers: read("papers.jsonl") };
    const queries = Map.groupBy(read<Query>("queries.jsonl"), (query) => query.class);
    const folder = mkdtempSync(join(tmpdir(), "proshno-course-search-"));
    const bench = await openBenchArchive(values.engine, folder);
    try {
      const paperOf = await load(bench.db, archive);
      const courses = new Map(archive.courses.map((course) => [course.id, course]));
      const search = createSearchService({
        searchRepo: createSearchRepo(bench.db),
        courses: { listed: async () => [] },
        clock: Date.now,
      });
      const rows: { class: string; queries: number; right: number; p50: number; p95: number }[] = [];
      for (const [type, all] of queries) {
        if (!type.includes(values.only)) continue;
        const asked = all.filter(({ half }) => half === values.half);
        const times: number[] = [];
        let right = 0;
        for (const { q, want } of asked) {
          const start = performance.now();
          const found = await search.find(undefined, { text: q });
          times.push(performance.now() - start);
          const papers = found.rows.map(({ id }) => paperOf.get(id) as Paper);
          const offered = found.nearest.flatMap(({ code }) =>
            archive.courses.filter((course) => course.code === code).map(({ id }) => id),
          );
          const isRight = isFound(want, papers, courses, offered);
          if (isRight) right += 1;
          else if (values.misses) {
            const first = papers[0];
            const course = courses.get(first?.course ?? "");
            const got = first ? `${course?.code} ${course?.title} ${first.exam} ${first.year}` : "nothing";
            const meant = (want.course ?? want.courses ?? want.useful ?? []).map(
              (id) => courses.get(id)?.title,
            );
            console.log(
              `${type}: ${q} → ${got} (left out: ${found.leftOut.join(", ")}) wanted ${JSON.stringify(want)} ${meant.join("; ")}`,
            );
          }
        }
        times.sort((one, other) => one - other);
        const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100;
        rows.push({ class: type, queries: asked.length, right, p50: at(0.5), p95: at(0.95) });
      }
      for (const row of rows)
        console.log(
          `${row.class.padEnd(20)} ${row.right} of ${row.queries} (${Math.round((1_000 * row.right) / row.queries) / 10} %), p50 ${row.p50}, p95 ${row.p95} ms`,
        );
      console.log(write(`${name}.json`, { half: values.half, engine: values.engine, rows }));
      return 0;
    } finally {
      await bench.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** Stores the papers with the words of their pages. Universities write departments and semesters in their own style. */
async function load(db: Database, { courses, papers }: Archive): Promise<Map<string, Paper>> {
  const byId = new Map(courses.map((course) => [course.id, course]));
  const universities = [...new Set(courses.map(({ university }) => university))];
  const paperOf = new Map<string, Paper>();
  await db.transaction(async (trx) => {
    for (const [at, paper] of papers.entries()) {
      const course = byId.get(paper.course) as Course;
      const style = universities.indexOf(course.university);
      const key = at.toString(16).padStart(24, "0");
      const sha256 = at.toString(16).padStart(64, "0");
      const createdAt = START + at * 3_600_000;
      await trx
        .insertInto("file")
        .values({ key, sha256, type: "application/pdf", size: 1, uploaderId: null, name: null, createdAt })
        .execute();
      await trx
        .insertInto("paper")
        .values({
          sha256,
          pages: 1,
          hash: null,
          print: null,
          seq: null,
          pageWords: withWordsOf("", [paper.pages]),
          createdAt,
        })
        .execute();
      const level = Math.ceil(course.semester / 2);
      const fields = {
        code: course.code,
        subject: course.title,
        department: style === 1 ? course.departmentName : course.department,
        university: course.university,
        year: String(paper.year),
        semester: style === 2 ? `L-${level} T-${course.semester - 2 * (level - 1)}` : String(course.semester),
        examType: paper.exam === "lab-final" ? "lab" : paper.exam,
        ...(paper.term ? { term: paper.term } : {}),
      };
      await trx
        .insertInto("resource")
        .values(
          resourceRow(kindNamed("question"), fields, {
            id: key,
            status: "Approved",
            uploaderId: null,
            userName: "Sample Person",
            email: "sample@example.edu",
            parentId: null,
            fileKey: key,
            createdAt,
          }),
        )
        .execute();
      paperOf.set(key, paper);
    }
  });
  return paperOf;
}

const within = <T>(wanted: T | readonly T[] | undefined, value: T): boolean =>
  wanted === undefined || [wanted].flat().includes(value);

function isFound(
  want: Want,
  papers: readonly Paper[],
  courses: ReadonlyMap<string, Course>,
  offered: readonly string[],
): boolean {
  if (want.papers) return papers.slice(0, 3).some(({ id }) => want.papers?.includes(id));
  const [first] = papers;
  if (want.nothing) {
    const shown = [...papers.slice(0, 5).map(({ course }) => course), ...offered];
    return shown.some((id) => want.useful?.includes(id));
  }
  if (!first) return false;
  const course = courses.get(first.course) as Course;
  return (
    within(want.course, first.course) &&
    within(want.courses, first.course) &&
    within(want.department, course.department) &&
    within(want.semester, course.semester) &&
    within(want.exam, first.exam) &&
    within(want.year, first.year) &&
    within(want.years, first.year)
  );
}
