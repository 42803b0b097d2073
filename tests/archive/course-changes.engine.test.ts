import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { courseGrid } from "../../src/shared/courses/course-grid.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { DHAKA, DHAKA_KEY, insertPaper, pageAt } from "../support/archive/courses.ts";
import { payloadOf } from "../support/archive/factories.ts";
import { signUpModerator } from "../support/people/moderators.ts";
import { engines, openTestArchive, type TestArchive, VISIT } from "../support/platform/archive.ts";

const KEY = { universityKey: DHAKA_KEY, codeNorm: "CSE2103" };
const OLD = { universityKey: DHAKA_KEY, codeNorm: "CSE203" };
const EXAM = { year: "2021", examType: "final", term: "fall" };

describe.each(engines)("changes of courses on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  let student: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine, { clock: () => Date.UTC(2026, 9) });
    admin = (await archive.signUp("Admin", "admin")).actor;
    student = (await archive.signUp("Student")).actor;
  });
  afterEach(() => archive.close());

  const changes = () => archive.services.courseChanges;
  const audited = async () =>
    (await archive.services.audit.list(admin)).entries
      .filter(({ names }) => names !== undefined)
      .map(({ action, names }) => `${action}: ${names?.name} → ${names?.into}`)
      // All entries have the time of the test's clock.
      .toSorted();

  test("admins see the merged courses, newest first", async () => {
    for (const code of ["CSE 2103", "CSE 203"]) await insertPaper(archive, { code });
    await changes().merge(admin, { ...OLD, into: "CSE 2103" });
    expect((await changes().merges(admin)).merges).toMatchObject([
      { ...OLD, university: DHAKA, intoCodeNorm: "CSE2103", shownCodeNorm: "CSE2103" },
    ]);
    await expect(changes().merges(student)).rejects.toMatchObject({ code: "forbidden" });
  });

  describe("an exam that was not held", () => {
    const places = async () => {
      const grid = courseGrid((await pageAt(archive, "cse2103")).grid);
      return grid.rows
        .find(({ year }) => year === 2021)
        ?.places[0]?.map(({ state, term }) => `${state} ${term}`);
    };
    beforeEach(async () => {
      for (const year of ["2019", "2020", "2022"])
        await insertPaper(archive, { year, term: "fall", department: "CSE" });
    });

    test("is no gap until the record is taken back, and both are in the audit trail", async () => {
      expect(await places()).toEqual(["gap fall"]);
      expect(await changes().recordNotHeld(admin, { ...KEY, ...EXAM })).toBe(true);
      expect(await changes().recordNotHeld(admin, { ...KEY, ...EXAM })).toBe(false);
      expect(await places()).toEqual(["notHeld fall"]);
      expect(await changes().takeBackNotHeld(admin, { ...KEY, ...EXAM })).toBe(true);
      expect(await changes().takeBackNotHeld(admin, { ...KEY, ...EXAM })).toBe(false);
      expect(await places()).toEqual(["gap fall"]);
      expect(await audited()).toEqual([
        `recordNotHeld: CSE2103 · ${DHAKA} → final fall 2021`,
        `takeBackNotHeld: CSE2103 · ${DHAKA} → final fall 2021`,
      ]);
    });

    test("can be recorded by moderators of the university or the department, and by nobody else", async () => {
      const area = (universityKey: string, departmentKey: string): User => ({
        ...student,
        role: "moderator",
        areas: [{ universityKey, departmentKey }],
      });
      const input = { ...KEY, ...EXAM };
      for (const actor of [area(DHAKA_KEY, ""), area("", "cse"), area(DHAKA_KEY, "cse")]) {
        expect(await changes().mayRecord(actor, KEY)).toBe(true);
        expect(await changes().recordNotHeld(actor, input)).toBe(true);
        expect(await changes().takeBackNotHeld(actor, input)).toBe(true);
      }
      for (const actor of [area("another university", ""), area(DHAKA_KEY, "law"), student]) {
        expect(await changes().mayRecord(actor, KEY)).toBe(false);
        await expect(changes().recordNotHeld(actor, input)).rejects.toMatchObject({ code: "forbidden" });
        await expect(changes().takeBackNotHeld(actor, input)).rejects.toMatchObject({ code: "forbidden" });
      }
      await expect(changes().recordNotHeld(undefined, input)).rejects.toMatchObject({
        code: "sign_in_required",
      });
    });

    describe("by a moderator of another department", () => {
      let moderator: User;
      const mayRecord = () => changes().mayRecord(moderator, KEY);
      const FIELDS = { year: "2022", term: "spring", department: "Law" };
      /** Inserts an Approved paper under the moderator's department. @param approvedBy adds the entry of an approval */
      async function paper(uploader: User, approvedBy?: User): Promise<string> {
        const id = await insertPaper(archive, FIELDS, {
          uploader,
          status: approvedBy ? "Pending" : "Approved",
        });
        const change = { status: "Approved" };
        if (approvedBy) await archive.services.resources.setStatus(approvedBy, "question", id, change);
        return id;
      }
      beforeEach(async () => {
        const { actor } = await signUpModerator(archive, "Law", [
          { universityKey: DHAKA_KEY, departmentKey: "law" },
        ]);
        moderator = actor;
      });

      test("is refused after papers that they posted under their department, whoever approved them", async () => {
        for (let index = 0; index < 4; index += 1) await paper(moderator);
        expect(await mayRecord()).toBe(false);
        const input = { ...KEY, ...EXAM };
        await expect(changes().recordNotHeld(moderator, input)).rejects.toMatchObject({ code: "forbidden" });
        await paper(moderator, admin);
        expect(await mayRecord()).toBe(false);
      });

      test("is refused after a paper of another person that they approved or edited themselves", async () => {
        await paper(student, moderator);
        expect(await mayRecord()).toBe(false);
        const id = await paper(student, admin);
        expect(await mayRecord()).toBe(true);
        const edited = payloadOf("question", { university: DHAKA, code: "CSE 2103", ...FIELDS });
        await archive.services.resources.edit(moderator, id, edited, VISIT.client);
        expect(await mayRecord()).toBe(false);
      });

      test("is refused after a paper that trust published, until another person checks it", async () => {
        const id = await paper(student);
        const row = { resourceId: id, userId: student.id, publishedAt: 1, checkedAt: null };
        await archive.db.write.insertInto("trustedItem").values(row).execute();
        expect(await mayRecord()).toBe(false);
        await archive.services.trust.check(admin, { id });
        expect(await mayRecord()).toBe(true);
      });

      test("is allowed if most papers are in their department, also own ones that others approved", async () => {
        for (let index = 0; index < 3; index += 1) await paper(moderator, admin);
        expect(await mayRecord()).toBe(false);
        await paper(moderator, admin);
        expect(await mayRecord()).toBe(true);
        expect(await changes().recordNotHeld(moderator, { ...KEY, ...EXAM })).toBe(true);
      });
    });

    test("needs a course with papers, a year, an exam and a known term", async () => {
      const record = (input: object) => changes().recordNotHeld(admin, { ...KEY, ...EXAM, ...input });
      await expect(record({ codeNorm: "NOBODY1" })).rejects.toMatchObject({ code: "not_found" });
      await expect(record({ year: "1900" })).rejects.toMatchObject({ fields: { year: { code: "between" } } });
      await expect(record({ examType: "" })).rejects.toMatchObject({
        fields: { examType: { code: "required" } },
      });
      await expect(record({ examType: "party" })).rejects.toMatchObject({
        fields: { examType: { code: "choice" } },
      });
      await expect(record({ term: "monsoon" })).rejects.toMatchObject({
        fields: { term: { code: "choice" } },
      });
      expect(await record({ term: "" })).toBe(true);
      expect(await places()).toEqual(["notHeld "]);
    });
  });

  test("the months of terms decide when an exam is missing", async () => {
    for (const year of ["2024", "2025"]) await insertPaper(archive, { year, term: "summer" });
    const thisYear = async () =>
      courseGrid((await pageAt(archive, "cse2103")).grid).rows[0]?.places[0]?.[0]?.state;
    expect(await changes().termMonths(admin)).toEqual({ fall: 12, spring: 6, summer: 9, winter: 14 });
    expect(await thisYear()).toBe("gap");
    const months = { spring: "6", summer: "11", fall: "12", winter: "14" };
    await changes().setTermMonths(admin, months);
    expect(await thisYear()).toBe("notYet");
    expect(await audited()).toEqual([expect.stringContaining("setTermMonths: ")]);
    await expect(changes().setTermMonths(admin, { ...months, fall: "16" })).rejects.toMatchObject({
      fields: { fall: { code: "between" } },
    });
    await expect(changes().setTermMonths(student, months)).rejects.toMatchObject({ code: "forbidden" });
  });
});
