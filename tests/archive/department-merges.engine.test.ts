import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { User } from "../../src/shared/people/policy.ts";
import { DHAKA, DHAKA_KEY, insertPaper } from "../support/archive/courses.ts";
import {
  BANGLA,
  ENGLISH,
  ENGLISH_KEY,
  IN_DHAKA,
  inDepartment,
  mergeDepartments,
  storedDepartments,
  undoDepartments,
} from "../support/archive/departments.ts";
import { insertItem, payloadOf } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive, type TestArchive, VISIT } from "../support/platform/archive.ts";

describe.each(bothEngines)("merged departments on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  let student: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    admin = (await archive.signUp("Admin", "admin")).actor;
    student = (await archive.signUp("Student")).actor;
  });
  afterEach(() => archive.close());

  const paper = (department: string, university = DHAKA) =>
    insertPaper(archive, inDepartment(department, university));
  const departments = () => archive.services.departments;
  const merge = (department: string, into: string) => mergeDepartments(archive, admin, department, into);
  const departmentOf = async (id: string) => (await storedDepartments(archive)).get(id)?.department;
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      ({ code, fields }) => fields?.into?.code ?? code,
    );
  const audited = async () =>
    (await archive.services.audit.list(admin)).entries.flatMap(({ action, names }) =>
      names ? [`${action}: ${names.name} → ${names.into} (${names.university})`] : [],
    );

  describe("a merge", () => {
    test("a merge gives the items of all kinds to the other department, and keeps their versions", async () => {
      const own = await paper(ENGLISH);
      const moved = await paper(BANGLA);
      const elsewhere = await paper(BANGLA, "BUET");
      const syllabus = await insertItem(archive, "syllabus", {
        status: "Pending",
        fields: { university: DHAKA, syllabusName: BANGLA },
      });
      // Every university of a new archive is stale.
      await archive.services.universities.reconcile();
      const before = await storedDepartments(archive);
      await merge(BANGLA, ENGLISH);
      const after = await storedDepartments(archive);
      for (const id of [own, moved, syllabus])
        expect(after.get(id)).toMatchObject({
          department: ENGLISH,
          departmentKey: ENGLISH_KEY,
          version: before.get(id)?.version,
        });
      // The title of a syllabus is its department.
      expect(after.get(syllabus)?.title).toBe(ENGLISH);
      expect(after.get(moved)?.title).toBe(before.get(moved)?.title);
      expect(after.get(elsewhere)).toEqual(before.get(elsewhere));
      expect(await audited()).toEqual([`mergeDepartment: ${BANGLA} · ${DHAKA} → ${ENGLISH} (${DHAKA_KEY})`]);
      const { departments: listed, merges } = await departments().list(admin, DHAKA_KEY);
      expect(listed).toEqual([{ key: ENGLISH_KEY, name: ENGLISH, items: 3, courses: 1, aliases: [BANGLA] }]);
      expect(merges).toMatchObject([{ departmentKey: BANGLA, shownDepartment: ENGLISH }]);
    });

    test("a merge lets a search by the merged name find all items of the other department", async () => {
      const ids = [await paper("Applied Stats"), await paper("Number Crunching")];
      await merge("number crunching", "Applied Stats");
      const { rows } = await archive.services.search.find(admin, { text: "crunching 2103" });
      expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      await undoDepartments(archive, admin, "number crunching");
      const again = await archive.services.search.find(admin, { text: "crunching 2103", exact: true });
      expect(again.rows.map(({ id }) => id)).toEqual([ids[1]]);
    });

    test("a merge makes new items and edits that name the merged department belong to the other one", async () => {
      const own = await paper(ENGLISH);
      await paper(BANGLA);
      await merge(BANGLA, ENGLISH);
      const { resources } = archive.services;
      const contributed = await resources.create(
        student,
        "question",
        payloadOf("question", { university: "ঢাকা বিশ্ববিদ্যালয়", department: BANGLA }),
        VISIT.client,
      );
      expect(await departmentOf(contributed)).toBe(ENGLISH);
      const syllabus = await resources.create(
        student,
        "syllabus",
        payloadOf("syllabus", { university: "DU", syllabusName: BANGLA }),
        VISIT.client,
      );
      expect((await storedDepartments(archive)).get(syllabus)).toMatchObject({
        department: ENGLISH,
        title: ENGLISH,
      });
      await resources.edit(
        admin,
        own,
        { ...payloadOf("question", { university: DHAKA, department: BANGLA }), version: "1" },
        VISIT.client,
      );
      expect(await departmentOf(own)).toBe(ENGLISH);
      // At another university, the name is still a department.
      const other = await resources.create(
        student,
        "question",
        payloadOf("question", { university: "BUET", department: BANGLA }),
        VISIT.client,
      );
      expect(await departmentOf(other)).toBe(BANGLA);
    });

    test("a merge moves items that an earlier release or a race gave to the merged department", async () => {
      await paper(ENGLISH);
      await paper(BANGLA);
      await merge(BANGLA, ENGLISH);
      const late = await paper(BANGLA);
      expect(await departmentOf(late)).toBe(BANGLA);
      await archive.services.universities.reconcile();
      expect(await departmentOf(late)).toBe(ENGLISH);
    });

    test("a merge gives the other department to waiting changes that don't concern the department", async () => {
      const { resources } = archive.services;
      await paper(ENGLISH);
      const id = await insertItem(archive, "question", {
        uploader: student,
        fields: inDepartment(BANGLA),
      });
      const changed = payloadOf("question", { ...inDepartment(BANGLA), subject: "Probability" });
      await resources.edit(student, id, { ...changed, version: "1" }, VISIT.client);
      await merge(BANGLA, ENGLISH);
      const fields = async () => {
        const row = await archive.db.read.selectFrom("change").select("fields").executeTakeFirstOrThrow();
        return JSON.parse(row.fields) as Record<string, string>;
      };
      expect(await fields()).toMatchObject({ department: ENGLISH, subject: "Probability" });
      await undoDepartments(archive, admin);
      expect(await fields()).toMatchObject({ department: BANGLA });
    });

    test("a merge follows the university that is renamed or merged, also for its undo", async () => {
      const { universities } = archive.services;
      const [own, moved] = [await paper(ENGLISH), await paper(BANGLA)];
      await merge(BANGLA, ENGLISH);
      await universities.merge(admin, { id: DHAKA_KEY, into: "BUET" });
      await universities.reconcile();
      const late = await insertPaper(archive, inDepartment(BANGLA, "BUET"));
      await universities.reconcile();
      expect(await departmentOf(late)).toBe(ENGLISH);
      const buet = "bangladesh university of engineering and technology";
      await departments().undoMerge(admin, { university: buet, department: BANGLA });
      await universities.reconcile();
      expect([await departmentOf(own), await departmentOf(moved), await departmentOf(late)]).toEqual([
        ENGLISH,
        BANGLA,
        BANGLA,
      ]);
    });
  });

  describe("an undo", () => {
    test("an undo gives back exactly the items that the department had, as their contributors wrote it", async () => {
      const own = await paper(ENGLISH);
      const moved = await paper("dept. of STATISTICS");
      const edited = await paper("Dept. of Statistics");
      const gone = await paper("Dept. of Statistics");
      await archive.services.universities.reconcile();
      const before = await storedDepartments(archive);
      await merge("dept. of statistics", ENGLISH);
      await archive.services.resources.edit(
        admin,
        edited,
        { ...payloadOf("question", inDepartment("Physics")), version: "1" },
        VISIT.client,
      );
      await archive.db.write.deleteFrom("resource").where("id", "=", gone).execute();
      const typed = await archive.services.resources.create(
        student,
        "question",
        payloadOf("question", inDepartment("Dept. of Statistics")),
        VISIT.client,
      );
      await undoDepartments(archive, admin, "dept. of statistics");
      const after = await storedDepartments(archive);
      expect(after.get(own)).toEqual(before.get(own));
      expect(after.get(moved)).toEqual(before.get(moved));
      expect(after.get(edited)?.department).toBe("Physics");
      // The contributor named this department while it was merged.
      expect(after.get(typed)?.department).toBe("Dept. of Statistics");
      expect(await archive.db.read.selectFrom("departmentMove").selectAll().execute()).toEqual([]);
      expect((await audited())[0]).toBe(
        `undoDepartmentMerge: dept. of STATISTICS · ${DHAKA} → ${ENGLISH} (${DHAKA_KEY})`,
      );
      expect(
        await refusal(departments().undoMerge(admin, { ...IN_DHAKA, department: "dept. of statistics" })),
      ).toBe("not_found");
    });

    test("an undo of one merge in a chain leaves the other merges as they are", async () => {
      const [a, b, c] = [await paper("Stat"), await paper(BANGLA), await paper(ENGLISH)];
      const all = async () => [await departmentOf(a), await departmentOf(b), await departmentOf(c)];
      await merge("stat", BANGLA);
      await merge(BANGLA, ENGLISH);
      expect(await all()).toEqual([ENGLISH, ENGLISH, ENGLISH]);
      await undoDepartments(archive, admin, BANGLA);
      expect(await all()).toEqual([BANGLA, BANGLA, ENGLISH]);
      await merge(BANGLA, ENGLISH);
      await undoDepartments(archive, admin, "stat");
      expect(await all()).toEqual(["Stat", ENGLISH, ENGLISH]);
      await undoDepartments(archive, admin, BANGLA);
      expect(await all()).toEqual(["Stat", BANGLA, ENGLISH]);
    });
  });
});
