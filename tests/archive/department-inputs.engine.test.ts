import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { departmentKey } from "../../src/shared/courses/departments.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { DHAKA, insertPaper as insertQuestion } from "../support/archive/courses.ts";
import { inDepartment, mergeDepartments, storedDepartments } from "../support/archive/departments.ts";
import { driveLink } from "../support/archive/factories.ts";
import { addFile, drainPiles } from "../support/archive/pile-world.ts";
import { insertPaper, readPapers } from "../support/files/paper-item.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { source } from "../support/archive/question-rows.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

/** The name that the papers print, and the department that stays. */
const PRINTED = "Applied Statistics";
const KEPT = "Statistics";
const LINES = [
  DHAKA,
  `Department of ${PRINTED}`,
  "Final Examination, 2019",
  "Course Code: STA 2103",
  "Course Title: Probability",
];

describe.each(engines)("inputs with the name of a merged department on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  let student: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    admin = (await archive.signUp("Admin", "admin")).actor;
    student = (await archive.signUp("Student")).actor;
    for (const department of [PRINTED, KEPT]) await insertQuestion(archive, inDepartment(department));
  });
  afterEach(() => archive.close());

  const merge = () => mergeDepartments(archive, admin, departmentKey(PRINTED), KEPT);
  const departments = async () =>
    new Set([...(await storedDepartments(archive)).values()].map(({ department }) => department));

  test("an import stores the department that stays", async () => {
    await merge();
    const header = "kind,topic,department,university,subject,driveLink\n";
    const row = `note,Trees,${PRINTED},DU,Probability,${driveLink()}\n`;
    expect(await archive.services.transfer.importCsv(student, source([header, row]))).toMatchObject({
      stored: 1,
    });
    expect(await departments()).toEqual(new Set([KEPT]));
  });

  test("a row of a batch shows and sends the department that stays, whether a person or the paper names it", async () => {
    const { piles } = archive.services;
    const id = await piles.create(student);
    const rows = async () => (await piles.get(student, id, { size: 10 })).rows;
    await addFile(archive, student, id, tinyPdf([{ lines: LINES }]), "a.pdf");
    await drainPiles(archive);
    expect((await rows())[0]?.fields).toMatchObject({ department: { value: PRINTED, from: "file" } });
    await merge();
    expect((await rows())[0]?.fields).toMatchObject({ department: { value: KEPT, from: "file" } });
    await piles.answer(student, id, { values: { department: KEPT, university: "DU" } });
    const [answered] = await rows();
    expect(answered?.fields["department"]).toMatchObject({ value: KEPT, from: "all" });
    expect(answered?.fields["department"]?.printed).toBeUndefined();
    await piles.answer(student, id, { values: { department: PRINTED } });
    expect((await rows())[0]).toMatchObject({ status: "ready", fields: { department: { value: KEPT } } });
    await piles.send(student, id, {});
    await drainPiles(archive);
    expect((await rows())[0]?.status).toBe("sent");
    expect(await departments()).toEqual(new Set([KEPT]));
  });

  test("the desk has no doubt about an item whose paper prints the merged name", async () => {
    const fields = {
      ...inDepartment(PRINTED),
      code: "STA 2103",
      subject: "Probability",
      examType: "final",
      year: "2019",
    };
    const { id } = await insertPaper(archive, student, tinyPdf([{ lines: LINES }]), {
      status: "Pending",
      fields: { ...fields, semester: "3", term: "", set: "", heldIn: "" },
    });
    await readPapers(archive);
    const state = async () => {
      const { details } = await archive.services.deskQueue.open(admin, id);
      return details.find(({ name }) => name === "department");
    };
    const before = await state();
    await merge();
    expect(await state()).toMatchObject({ value: KEPT, state: before?.state, read: { value: KEPT } });
    const { rows } = await archive.services.deskQueue.list(admin, { department: PRINTED });
    expect(rows[0]?.doubts.check).not.toContain("department");
    expect(rows[0]?.id).toBe(id);
  });
});
