import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { DHAKA, DHAKA_KEY, insertPaper } from "../../../../tests/support/archive/courses.ts";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { watchPlans } from "../../../../tests/support/platform/plans.ts";
import type { User } from "../../../shared/people/policy.ts";
import { MAX_WANTED } from "../../../shared/courses/wanted.ts";
import { createWantedRepo } from "./wanted.repo.ts";

const EXAM = { year: 2024, examType: "final", term: "fall" };

describe.each(bothEngines)("the most wanted papers on %s", (engine) => {
  let archive: TestArchive;
  let reader: User;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    reader = (await archive.signUp("Reader")).actor;
    const other = (await archive.signUp("Other")).actor;
    await insertPaper(archive, { code: "LAW 1", department: "Law" });
    await insertPaper(archive, { code: "LAW 2", department: "Law" });
    const exam = { ...EXAM, university: DHAKA, code: "LAW 1" };
    await archive.services.wanted.ask(reader, exam, VISIT.client);
    // So many papers of other departments are wanted by more people.
    const rows = Array.from({ length: MAX_WANTED }, (_, n) => `CSE${n}`).flatMap((codeNorm) =>
      [reader, other].map(({ id: userId }) => ({
        ...EXAM,
        userId,
        universityKey: DHAKA_KEY,
        askedCode: codeNorm,
        codeNorm,
        createdAt: 1,
        toldOf: null,
        toldAt: null,
      })),
    );
    while (rows.length > 0)
      await archive.db.write.insertInto("courseRequest").values(rows.splice(0, 1_000)).execute();
  });
  afterAll(() => archive.close());

  const codes = async (filter: { university?: string; department?: string }) =>
    (await archive.services.wanted.list(undefined, filter)).papers.map(({ course }) => course.code);

  test("list those of a small department, although others are wanted more", async () => {
    expect(await codes({ department: "Law" })).toEqual(["LAW 1"]);
    expect(await codes({ department: "law", university: DHAKA })).toEqual(["LAW 1"]);
    expect(await codes({ department: "Law", university: "-" })).toEqual([]);
    expect(await codes({ department: "EEE" })).toEqual([]);
  });

  test("list those of a merged course in a department", async () => {
    const admin = (await archive.signUp("Admin", "admin")).actor;
    const key = { universityKey: DHAKA_KEY, codeNorm: "LAW1" };
    await archive.services.courseChanges.merge(admin, { ...key, into: "LAW 2" });
    expect(await codes({ department: "Law" })).toEqual(["LAW 2"]);
    await archive.services.courseChanges.undoMerge(admin, key);
    expect(await codes({ department: "Law" })).toEqual(["LAW 1"]);
  });
});

test("PostgreSQL reads few rows for each wanted paper of a university with many courses", async () => {
  const archive = await openTestArchive("postgres");
  onTestFinished(() => archive.close());
  await fillUniversity(archive);
  const watched = watchPlans(archive.db);
  const wanted = createWantedRepo(watched.db);
  const page = { size: 20, offset: 0 };
  for (const filter of [
    {},
    { universityKey: DHAKA_KEY },
    { departmentKeys: ["cse"] },
    { universityKey: DHAKA_KEY, departmentKeys: ["cse"] },
  ]) {
    expect(await wanted.list(filter, undefined, page)).toMatchObject({ count: MAX_WANTED });
    expect(await watched.rowsOf(() => wanted.list(filter, undefined, page))).toBeLessThan(30 * MAX_WANTED);
  }
});

/** Adds a university with many courses of one department, a tenth of which have a wanted paper. */
async function fillUniversity({ db }: TestArchive): Promise<void> {
  const courses = 10 * MAX_WANTED;
  const codes = sql`select ${DHAKA_KEY} as key, 'CSE' || n as code from generate_series(1, ${sql.lit(courses)}) as n`;
  await db.transaction(async (trx) => {
    // Triggers would count each row separately.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`insert into course ("universityKey", "codeNorm", papers)
      select key, code, 1 from (${codes}) as made`.execute(trx);
    await sql`insert into "courseFact" ("universityKey", "codeNorm", fact, value, spelling, papers)
      select key, code, 'department', 'cse', 'CSE', 1 from (${codes}) as made`.execute(trx);
    await sql`insert into "courseCount" ("universityKey", "departmentKey", department, courses, papers)
      values (${DHAKA_KEY}, 'cse', 'CSE', ${courses}, ${courses})`.execute(trx);
    await sql`insert into "wantedPaper" ("universityKey", "codeNorm", year, "examType", term, requests, "isOpen", "isTold", rechecks)
      select key, code, 2024, 'final', 'fall', 1, 1, 0, 0 from (${codes} limit ${sql.lit(MAX_WANTED)}) as made`.execute(
      trx,
    );
  });
  await sql`analyze`.execute(db.write);
}
