import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { createBrowseRepo } from "../../src/server/library/courses/browse.repo.ts";
import { createCoursesRepo } from "../../src/server/library/courses/courses.repo.ts";
import {
  type CoursesService,
  createCoursesService,
} from "../../src/server/library/courses/courses.service.ts";
import { createShelvesRepo } from "../../src/server/library/courses/shelves.repo.ts";
import { createShelves } from "../../src/server/library/courses/shelves.ts";
import type { Database } from "../../src/server/platform/db/schema/schema.ts";
import { courseGrid } from "../../src/shared/courses/course-grid.ts";
import { type Course, universitySlug } from "../../src/shared/courses/courses.ts";
import { type Percentiles, percentiles } from "../lib/percentiles.ts";
import { openBenchArchive } from "../lib/bench-archive.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { choices, whole, wholes } from "../lib/options.ts";
import { fillWanted, wantedActs } from "./wanted.ts";
import { seeded } from "../../scripts/lib/seeded.ts";
import { asText, type Table } from "../lib/tables.ts";

/** How many universities share the courses. One of a hundred courses has no university. */
const UNIVERSITIES = 100;
const DEPARTMENTS = ["CSE", "ece", "bba", "Law", "Physics", "English"];
/** The number of items in one INSERT. */
const BATCH = 20_000;
/** The largest course has this many papers, or a fifth of all items. */
const LARGEST = 50_000;
const MERGED = 200;
/** How many keys a list of followed courses looks up. */
const NAMED = 50;

/** `cpu` is the processor time of this process for one call, in ms. On SQLite it is all of it. */
type Figures = Record<string, Percentiles & { cpu: number }>;

export const experiment = defineExperiment({
  about: `Measures times of courses in the service, with archives of different sizes: a course page with its grid, the largest
course, lists and look-ups. It inserts bare items, with the triggers of courses only.`,
  options: {
    sizes: wholes([10_000, 100_000], "numbers of items; a tenth of them are courses"),
    calls: whole(1_000, "how often each call is timed"),
    engines: choices(["sqlite", "postgres"], "the databases"),
  },
  needs: () => ["programs"],
  async run({ values: { sizes, calls, engines } }) {
    for (const engine of engines) {
      const all: Figures[] = [];
      for (const size of sizes) {
        const folder = mkdtempSync(join(tmpdir(), "proshno-courses-"));
        const { db, close } = await openBenchArchive(engine, folder);
        try {
          const began = performance.now();
          const courses = await fill(db, size);
          console.error(`${engine}: ${size} items in ${Math.round((performance.now() - began) / 1_000)} s`);
          const requests = await fillWanted(
            db,
            courses.map(({ course }) => course),
          );
          console.error(`${engine}: ${requests} requests`);
          all.push(await measure(db, courses, calls));
        } finally {
          await close();
          rmSync(folder, { recursive: true, force: true });
        }
      }
      console.log(`\n${engine}\n${asText(tableOf(all, sizes))}`);
    }
    return 0;
  },
});

function tableOf(all: Figures[], sizes: number[]): Table {
  const heads = sizes.flatMap((size) => [`p50 ${size}`, `p95 ${size}`, `p99 ${size}`, `CPU ${size}`]);
  const rows = Object.keys(all[0] ?? {}).map((name) => {
    const figures = all.flatMap((one) => one[name] ?? []);
    const growth = (figures.at(-1)?.p99 ?? 0) / (figures[0]?.p99 ?? 1);
    const times = figures.flatMap(({ p50, p95, p99, cpu }) =>
      [p50, p95, p99, cpu].map((time) => time.toFixed(2)),
    );
    return [name, ...times, growth.toFixed(1)];
  });
  return [["ms", ...heads, "p99 growth"], ...rows];
}

interface Made {
  course: Course;
  department: string;
}

function codeOf(at: number): string {
  return `C${1_000 + at}`;
}
function universityOf(at: number): string {
  return at % 100 === 99 ? "" : `Bench University ${at % UNIVERSITIES}`;
}

function madeCourse(at: number): Made {
  const university = universityOf(at);
  const codeNorm = codeOf(at);
  const course = {
    universityKey: university.toLowerCase(),
    codeNorm,
    university,
    code: codeNorm,
    title: `Title ${at % 5_000}`,
  };
  return { course, department: DEPARTMENTS[Math.floor(at / UNIVERSITIES) % DEPARTMENTS.length] as string };
}

/** Fills an archive. @returns its courses; the first one is the largest */
async function fill(db: Database, items: number): Promise<Made[]> {
  await dropOtherTriggers(db);
  const made = Array.from({ length: Math.max(UNIVERSITIES, items / 10) }, (_, at) => madeCourse(at));
  const pick = seeded(3);
  const largest = Math.min(LARGEST, items / 5);
  const times = { createdAt: 1, updatedAt: 1 };
  await db.write
    .insertInto("university")
    .values(
      Array.from({ length: UNIVERSITIES }, (_, at) => {
        const name = `Bench University ${at}`;
        return { id: name.toLowerCase(), name, banglaName: "", isConfirmed: 1, staleSince: null, ...times };
      }),
    )
    .execute();
  await db.write
    .insertInto("universityName")
    .values(
      Array.from({ length: UNIVERSITIES }, (_, at) => {
        const name = `Bench University ${at}`;
        return { key: name.toLowerCase().replaceAll(" ", ""), universityId: name.toLowerCase(), name };
      }),
    )
    .execute();
  for (let from = 0; from < items; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, items - from) }, (_, place) => {
      const at = from + place;
      const { course, department } = made[at < largest ? 0 : at % made.length] as Made;
      const isPaper = at < largest || pick() < 0.85;
      const university = course.university || null;
      return {
        id: `item${at}`,
        kind: isPaper ? "question" : "note",
        status: pick() < 0.9 ? "Approved" : "Pending",
        code: isPaper ? course.code : null,
        subject: course.title,
        department,
        university,
        year: 2005 + Math.floor(pick() * 21),
        term: pick() < 0.5 ? "fall" : "spring",
        examType: pick() < 0.5 ? "final" : "mid",
        semester: "3",
      };
    });
    await insertRows(db, rows);
  }
  await db.write
    .insertInto("courseMerge")
    .values(
      made.slice(UNIVERSITIES, UNIVERSITIES + Math.min(MERGED, made.length / 10)).map(({ course }, at) => {
        const into = codeOf(at % UNIVERSITIES);
        const { universityKey, codeNorm } = course;
        return { universityKey, codeNorm, intoCodeNorm: into, shownCodeNorm: into, createdAt: at };
      }),
    )
    .execute();
  await sql`analyze`.execute(db.write);
  return made.toSpliced(UNIVERSITIES, Math.min(MERGED, made.length / 10));
}

/** Search and totals would take most of the time, and courses don't read them. */
async function dropOtherTriggers(db: Database): Promise<void> {
  const { rows } =
    db.engine === "sqlite"
      ? await sql<{ name: string }>`select name from sqlite_schema
          where type = 'trigger' and tbl_name = 'resource' and name not like 'resource_course%'`.execute(
          db.write,
        )
      : await sql<{ name: string }>`select tgname as name from pg_trigger
          where tgrelid = 'resource'::regclass and not tgisinternal and tgname not like 'resource_course%'`.execute(
          db.write,
        );
  for (const { name } of rows)
    await sql`drop trigger ${sql.ref(name)} ${db.engine === "postgres" ? sql`on resource` : sql``}`.execute(
      db.write,
    );
}

async function insertRows(db: Database, rows: readonly object[]): Promise<void> {
  const json = JSON.stringify(rows);
  const field = (name: string) => sql.raw(`value ->> '${name}'`);
  const from =
    db.engine === "sqlite" ? sql`json_each(${json})` : sql`json_array_elements(${json}::json) as value`;
  await sql`insert into resource (id, kind, status, "userName", email, title, department, "departmentKey", subject,
      "subjectKey", code, "codeNorm", semester, "semesterKey", year, university, "universityKey", "examType", term,
      details, "searchText", "searchTitle", version, returned, "createdAt", "updatedAt")
    select ${field("id")}, ${field("kind")}, ${field("status")}, 'Ann', 'ann@example.edu', ${field("subject")},
      ${field("department")}, lower(${field("department")}), ${field("subject")}, lower(${field("subject")}),
      ${field("code")}, ${field("code")}, ${field("semester")}, ${field("semester")},
      cast(${field("year")} as integer), ${field("university")}, lower(${field("university")}), ${field("examType")},
      ${field("term")}, '{"topic":"A note"}', '', '', 1, 0, 1, 1
    from ${from}`.execute(db.write);
}

async function measure(db: Database, made: Made[], calls: number): Promise<Figures> {
  const courses = createCoursesService({
    db,
    coursesRepo: createCoursesRepo(db),
    browseRepo: createBrowseRepo(db),
    shelvesOf: createShelves({ shelvesRepo: createShelvesRepo(db) }),
    clock: Date.now,
  });
  const pick = seeded(11);
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(pick() * values.length)] as T;
  const any = () => oneOf(made);
  const [largest] = made as [Made];
  const acts: Record<string, () => Promise<unknown>> = {
    "course page with its grid": () => pageOf(courses, any().course),
    "page of the largest course": () => pageOf(courses, largest.course),
    "address in another spelling": () =>
      courses.find(undefined, {
        university: universitySlug(any().course.university),
        code: any().course.code,
      }),
    "unknown address, with the nearest courses": () =>
      courses.find(undefined, { university: universitySlug(any().course.university), code: "c12x45" }),
    universities: () => courses.browseUniversities(undefined),
    "university, first page": () =>
      courses.browseUniversity(undefined, { university: universitySlug(any().course.university) }),
    "university, any page": () => {
      const { course } = any();
      const university = universitySlug(course.university);
      return courses.browseUniversity(undefined, { university, after: course.code });
    },
    department: () => {
      const { course, department } = any();
      const university = universitySlug(course.university);
      return courses.browseDepartment(undefined, {
        university,
        department: department.toLowerCase(),
        anySpelling: true,
      });
    },
    ...wantedActs(db, courses, () => any().course),
    [`names of ${NAMED} courses`]: () => courses.named(Array.from({ length: NAMED }, () => any().course)),
  };
  const figures: Figures = {};
  for (const [name, act] of Object.entries(acts)) {
    const times: number[] = [];
    const before = process.cpuUsage();
    for (let done = -calls / 10; done < calls; done += 1) {
      const began = performance.now();
      await act();
      // The first tenth of the calls is a warm-up and is not counted.
      if (done >= 0) times.push(performance.now() - began);
    }
    const { user, system } = process.cpuUsage(before);
    figures[name] = { ...percentiles(times), cpu: (user + system) / 1_000 / (1.1 * calls) };
  }
  return figures;
}

async function pageOf(courses: CoursesService, { university, codeNorm }: Course): Promise<void> {
  const address = { university: universitySlug(university), code: codeNorm.toLowerCase() };
  const found = await courses.find(undefined, address);
  if (found.found !== "course") throw new Error(`${codeNorm} is not a course: ${found.found}`);
  courseGrid((await courses.page(undefined, found)).grid);
}
