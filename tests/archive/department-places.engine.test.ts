import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { departmentPath } from "../../src/shared/courses/courses.ts";
import type { Area } from "../../src/shared/moderating/areas.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { DHAKA, DHAKA_KEY, DHAKA_SLUG, insertPaper } from "../support/archive/courses.ts";
import {
  BANGLA,
  ENGLISH,
  ENGLISH_KEY,
  IN_DHAKA,
  inDepartment,
  mergeDepartments,
  undoDepartments,
} from "../support/archive/departments.ts";
import { insertItem } from "../support/archive/factories.ts";
import { signUpModerator } from "../support/people/moderators.ts";
import {
  engines,
  openTestArchive,
  TEST_PASSWORD,
  type TestArchive,
  VISIT,
} from "../support/platform/archive.ts";

describe.each(engines)("the names of merged departments on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  let own: string;
  let moved: string;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    admin = (await archive.signUp("Admin", "admin")).actor;
    own = await paper(ENGLISH);
    moved = await paper(BANGLA);
  });
  afterEach(() => archive.close());

  const paper = (department: string, university = DHAKA, fields: Record<string, string> = {}) =>
    insertPaper(archive, { ...inDepartment(department, university), ...fields });

  describe("in filters", () => {
    const listed = async (department: string[], university?: string) => {
      const filter = { department, ...(university && { university }) };
      const { rows, count } = await archive.services.resources.list(undefined, "question", filter);
      expect(count).toBe(rows.length);
      return rows.map(({ id }) => id).toSorted();
    };

    test("a filter by the merged name finds the items of the department that stays, also without a university", async () => {
      await mergeDepartments(archive, admin);
      const both = [own, moved].toSorted();
      expect(await listed([BANGLA])).toEqual(both);
      expect(await listed([BANGLA], "DU")).toEqual(both);
      expect(await listed([ENGLISH, BANGLA], "DU")).toEqual(both);
      const { department } = await archive.services.resources.facets(undefined, "question", {});
      expect(department).toEqual([{ value: ENGLISH, count: 2 }]);
      const searched = await archive.services.search.inList(undefined, {
        kind: "question",
        text: "data structures",
        department: [BANGLA],
      });
      expect(searched.total).toBe(2);
      await undoDepartments(archive, admin);
      expect(await listed([BANGLA])).toEqual([moved]);
    });

    test("a filter without a university finds only the named department while another university has items in it", async () => {
      const buet = await paper(BANGLA, "BUET");
      await paper(ENGLISH, "BUET");
      await mergeDepartments(archive, admin);
      expect(await listed([BANGLA], "BUET")).toEqual([buet]);
      expect(await listed([BANGLA], "DU")).toEqual([own, moved].toSorted());
      expect(await listed([BANGLA])).toEqual([buet]);
    });

    test("a filter by a name without items finds the items of all departments into which universities merged it", async () => {
      const elsewhere = await paper("Maths", "BUET", { code: "MAT 1" });
      await paper(BANGLA, "BUET", { code: "MAT 2" });
      await mergeDepartments(archive, admin);
      const buet = "bangladesh university of engineering and technology";
      await archive.services.departments.merge(admin, {
        university: buet,
        department: BANGLA,
        into: "Maths",
      });
      await archive.services.universities.reconcile();
      const found = await listed([BANGLA]);
      expect(found).toHaveLength(4);
      expect(found).toEqual(expect.arrayContaining([own, moved, elsewhere]));
      const exam = { year: 2020, examType: "final", term: "" };
      const { wanted } = archive.services;
      await wanted.ask(admin, { ...exam, university: DHAKA, code: "CSE 2103" }, VISIT.client);
      await wanted.ask(admin, { ...exam, university: "BUET", code: "MAT 1" }, VISIT.client);
      expect((await wanted.list(undefined, { department: BANGLA })).count).toBe(2);
      expect((await wanted.list(undefined, { university: "DU", department: BANGLA })).count).toBe(1);
    });

    test("a filter keeps a name that two universities merged in opposite directions, also if no item has it", async () => {
      await paper(ENGLISH, "BUET");
      await paper(BANGLA, "BUET");
      await mergeDepartments(archive, admin);
      const buet = "bangladesh university of engineering and technology";
      const input = { university: buet, department: ENGLISH_KEY, into: BANGLA };
      await archive.services.departments.merge(admin, input);
      await archive.services.universities.reconcile();
      const named = async (department: string) =>
        (await archive.services.universities.named({ department: [department] })).department;
      expect([await named(BANGLA), await named(ENGLISH)]).toEqual([[BANGLA], [ENGLISH]]);
      await archive.db.write.deleteFrom("resource").execute();
      expect([await named(BANGLA), await named(ENGLISH)]).toEqual([[BANGLA], [ENGLISH]]);
    });

    test("a filter by the merged name finds waiting items at the desk, and wanted papers", async () => {
      const { deskQueue, wanted } = archive.services;
      const waiting = await insertItem(archive, "question", {
        status: "Pending",
        fields: inDepartment(BANGLA),
      });
      const elsewhere = await insertItem(archive, "question", {
        status: "Pending",
        fields: inDepartment(ENGLISH, "BUET"),
      });
      await mergeDepartments(archive, admin);
      for (const query of [{ department: BANGLA }, { department: BANGLA, university: "DU" }]) {
        const { rows } = await deskQueue.list(admin, query);
        expect(rows.map(({ id }) => id)).toEqual([waiting]);
      }
      const all = await deskQueue.list(admin, { department: ENGLISH });
      expect(all.rows.map(({ id }) => id).toSorted()).toEqual([waiting, elsewhere].toSorted());
      const exam = { university: DHAKA, code: "CSE 2103", year: 2020, examType: "final", term: "" };
      await wanted.ask(admin, exam, VISIT.client);
      expect((await wanted.list(undefined, { department: BANGLA })).count).toBe(1);
      expect((await wanted.list(undefined, { university: "DU", department: BANGLA })).count).toBe(1);
    });
  });

  describe("in addresses", () => {
    const place = (department: string, more: { anySpelling?: true } = {}) =>
      archive.services.courses.browseDepartment(undefined, { university: DHAKA_SLUG, department, ...more });

    test("the address of a merged department leads to the one that stays, and calls of the API accept them", async () => {
      await mergeDepartments(archive, admin);
      const path = departmentPath(DHAKA, ENGLISH);
      expect(await place(BANGLA)).toEqual({ found: "moved", path });
      expect(await place(BANGLA, { anySpelling: true })).toMatchObject({
        found: "place",
        department: { key: ENGLISH_KEY, papers: 2 },
      });
      expect(await place(ENGLISH_KEY)).toMatchObject({ found: "place", department: { papers: 2 } });
      await undoDepartments(archive, admin);
      expect(await place(BANGLA)).toMatchObject({ found: "place", department: { papers: 1 } });
    });

    test("an address that both departments have opens the department that stays", async () => {
      await paper("Dept of Physics");
      await paper("Dept. of Physics");
      await mergeDepartments(archive, admin, "dept. of physics", "Dept of Physics");
      expect(await place("dept-of-physics")).toMatchObject({
        found: "place",
        department: { key: "dept of physics", papers: 2 },
      });
    });

    test("the address of a department leads through a chain of merges to the one that stays", async () => {
      await paper("Stat");
      await mergeDepartments(archive, admin, "stat", BANGLA);
      await mergeDepartments(archive, admin);
      expect(await place("stat")).toEqual({ found: "moved", path: departmentPath(DHAKA, ENGLISH) });
    });
  });

  describe("in the areas of moderators", () => {
    const area = (departmentKey: string, universityKey = DHAKA_KEY): Area => ({
      universityKey,
      departmentKey,
    });
    /** The person with the areas of a new request. */
    const again = async ({ email }: User) => {
      const { accounts } = archive.services;
      const { setCookies } = await accounts.signIn({ email, password: TEST_PASSWORD }, VISIT);
      const cookie = setCookies.map((line) => line.split(";")[0]).join("; ");
      return (await accounts.actor(new Headers({ cookie }))) as User;
    };
    const waiting = async (person: User) => {
      const { rows } = await archive.services.deskQueue.list(await again(person), {});
      return rows.map(({ id }) => id).toSorted();
    };
    const pending = (department: string, university = DHAKA) =>
      insertItem(archive, "note", { status: "Pending", fields: inDepartment(department, university) });

    test("a merge takes no right from anybody, names who gains some, and its undo restores all areas", async () => {
      const [english, bangla] = [await pending(ENGLISH), await pending(BANGLA)];
      const law = await pending("Law");
      const people = {
        bangla: (await signUpModerator(archive, "Bangla", [area(BANGLA)])).actor,
        everywhere: (await signUpModerator(archive, "Everywhere", [area(BANGLA, "")])).actor,
        english: (await signUpModerator(archive, "English", [area(ENGLISH_KEY)])).actor,
        both: (await signUpModerator(archive, "Both", [area(ENGLISH_KEY), area(BANGLA)])).actor,
        dhaka: (await signUpModerator(archive, "Dhaka", [area("")])).actor,
        law: (await signUpModerator(archive, "Law", [area("law")])).actor,
      };
      const suspended = (await signUpModerator(archive, "Suspended", [area(BANGLA)])).actor;
      await archive.services.people.suspend(admin, { email: suspended.email });
      const rights = async () =>
        Object.fromEntries(
          await Promise.all(
            Object.entries(people).map(async ([name, person]) => [name, await waiting(person)]),
          ),
        );
      const before = await rights();
      expect(before).toMatchObject({ bangla: [bangla], everywhere: [bangla], english: [english] });
      const input = { ...IN_DHAKA, department: BANGLA, into: ENGLISH };
      expect(await archive.services.departments.preview(admin, input)).toMatchObject({
        from: { name: BANGLA, items: 2, courses: 1 },
        into: { name: ENGLISH, items: 2, courses: 1 },
        gainInto: ["Bangla (bangla@example.edu)", "Everywhere (everywhere@example.edu)"],
        gainFrom: ["English (english@example.edu)"],
      });
      // No item has moved yet, and nobody has lost a right.
      await archive.services.departments.merge(admin, input);
      expect((await rights())["bangla"]).toContain(bangla);
      await archive.services.universities.reconcile();
      const all = [english, bangla].toSorted();
      expect(await rights()).toEqual({
        bangla: all,
        everywhere: all,
        english: all,
        both: all,
        dhaka: [...all, law].toSorted(),
        law: [law],
      });
      const decided = await archive.services.resources.setStatus(
        await again(people.bangla),
        "note",
        english,
        { status: "Approved" },
      );
      expect(decided).toBeDefined();
      await archive.services.resources.setStatus(admin, "note", english, { status: "Pending" });
      await undoDepartments(archive, admin);
      expect(await rights()).toEqual(before);
    });

    test("the area of a moderator is shown as the department that stays, and an admin who saves it keeps it for the undo", async () => {
      const { people } = archive.services;
      const { email } = (await signUpModerator(archive, "Bangla", [area(BANGLA), area("law")])).actor;
      await mergeDepartments(archive, admin);
      const shown = async () =>
        (await people.moderators(admin)).flatMap(({ areas }) =>
          areas.map(({ university, department }) => `${university}: ${department}`),
        );
      expect(await shown()).toEqual([`${DHAKA}: law`, `${DHAKA}: ${ENGLISH}`]);
      const grant = (departments: string[]) =>
        people.grantModeratorAsOperator({
          email,
          areas: departments.map((department) => ({ university: DHAKA, department })),
        });
      expect(await grant([ENGLISH, "law"])).toMatchObject({ modified: false });
      expect(await grant([ENGLISH, BANGLA])).toMatchObject({ modified: true });
      expect(await shown()).toEqual([`${DHAKA}: ${ENGLISH}`]);
      await undoDepartments(archive, admin);
      expect(await shown()).toEqual([`${DHAKA}: ${BANGLA}`]);
    });

    test("a new area that names the merged department is one of the department that stays", async () => {
      const { people } = archive.services;
      const { email } = (await archive.signUp("New")).actor;
      await mergeDepartments(archive, admin);
      await people.grantModeratorAsOperator({ email, areas: [{ university: "DU", department: BANGLA }] });
      const stored = await archive.db.read.selectFrom("moderatorArea").select("departmentKey").execute();
      expect(stored).toEqual([{ departmentKey: ENGLISH_KEY }]);
    });
  });

  test("likely pairs are names that mean the same, in two scripts or spellings", async () => {
    for (const name of ["Law", "Dept. of Physics", "dept of physics", "Quantum Poetry"]) await paper(name);
    const { likely } = await archive.services.departments.list(admin, DHAKA_KEY);
    expect(likely.map((pair) => pair.map(({ name }) => name).toSorted())).toEqual([
      ["Dept. of Physics", "dept of physics"],
      [ENGLISH, BANGLA],
    ]);
  });
});
