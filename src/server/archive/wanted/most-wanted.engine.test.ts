import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DHAKA, DHAKA_KEY, insertPaper } from "../../../../tests/support/archive/courses.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/policy.ts";
import { MAX_WANTED } from "../../../shared/wanted.ts";

const EXAM = { year: 2024, examType: "final", term: "fall" };

describe.each(engines)("the most wanted papers on %s", (engine) => {
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
