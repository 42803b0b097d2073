import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createDepartmentsRepo,
  MAX_ALIASES,
} from "../../src/server/library/universities/departments.repo.ts";
import { authorize } from "../../src/shared/people/authorize.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { DHAKA, insertPaper } from "../support/archive/courses.ts";
import {
  BANGLA,
  ENGLISH,
  ENGLISH_KEY,
  IN_DHAKA,
  inDepartment,
  mergeDepartments,
  storedDepartments,
} from "../support/archive/departments.ts";
import { insertItems } from "../support/archive/factories.ts";
import type { ReconcileChildOptions } from "../support/archive/reconcile-child.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

describe.each(bothEngines)("merges of departments that are refused, large or interrupted on %s", (engine) => {
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
  const asked = (department: string, into: string) =>
    refusal(departments().merge(admin, { ...IN_DHAKA, department, into }));
  /** Merges or undoes without moving items, as if the process died at once. */
  const act = () => ({ by: authorize(admin, "manageUniversities"), at: Date.now() });
  const mergeOnly = (department: string) =>
    createDepartmentsRepo(archive.db).merge({ ...IN_DHAKA, department, into: ENGLISH }, act());
  const undoOnly = () => createDepartmentsRepo(archive.db).undo({ ...IN_DHAKA, department: BANGLA }, act());
  describe("a refused merge", () => {
    test("refuses a merge of or into an unknown department, into itself, and into a department that leads back", async () => {
      await paper(ENGLISH);
      await paper(BANGLA);
      await paper("Law", "BUET");
      expect(await asked("nothing", ENGLISH)).toBe("not_found");
      expect(await asked("law", ENGLISH)).toBe("not_found");
      expect(await asked(BANGLA, "Law")).toBe("noDepartment");
      expect(await asked(BANGLA, ` ${BANGLA} `)).toBe("sameDepartment");
      expect(await asked(BANGLA, "")).toBe("required");
      expect(await asked(BANGLA, "x".repeat(101))).toBe("tooLong");
      expect(await asked("", ENGLISH)).toBe("invalid_input");
      const elsewhere = { university: "nowhere", department: BANGLA, into: ENGLISH };
      expect(await refusal(departments().merge(admin, elsewhere))).toBe("not_found");
      const more = { ...IN_DHAKA, department: BANGLA, into: ENGLISH, extra: "1" };
      expect(await refusal(departments().merge(admin, more))).toBe("invalid_input");
      await merge(BANGLA, ENGLISH);
      expect(await asked(BANGLA, ENGLISH)).toBe("not_found");
      expect(await asked(ENGLISH_KEY, BANGLA)).toBe("sameDepartment");
    });

    test("refuses students, moderators and visitors before it reads anything", async () => {
      const input = { ...IN_DHAKA, department: BANGLA, into: ENGLISH };
      for (const actor of [student, { ...student, role: "moderator" as const, areas: [] }])
        for (const work of [
          departments().list(actor, "nowhere"),
          departments().preview(actor, {}),
          departments().merge(actor, {}),
          departments().undoMerge(actor, {}),
        ])
          expect(await refusal(work)).toBe("forbidden");
      expect(await refusal(departments().merge(undefined, input))).toBe("sign_in_required");
    });

    test("refuses a merge that gives a department too many names", async () => {
      await paper(ENGLISH);
      const names = Array.from({ length: MAX_ALIASES + 1 }, (_, n) => `Stat ${n}`);
      await insertItems(
        archive,
        "question",
        names.map((department) => ({ fields: inDepartment(department) })),
      );
      for (const name of names.slice(1)) await mergeOnly(name.toLowerCase());
      expect(await asked("stat 0", ENGLISH)).toBe("tooMany");
    });

    test("refuses one of two admins who merge two departments in opposite directions at the same time", async () => {
      const ids = [await paper(ENGLISH), await paper(BANGLA)];
      const other = (await archive.signUp("Other", "admin")).actor;
      const outcomes = await Promise.all([
        refusal(departments().merge(admin, { ...IN_DHAKA, department: BANGLA, into: ENGLISH })),
        refusal(departments().merge(other, { ...IN_DHAKA, department: ENGLISH_KEY, into: BANGLA })),
      ]);
      expect(outcomes.toSorted()).toEqual(["done", "sameDepartment"]);
      await archive.services.universities.reconcile();
      const [kept] = await Promise.all(ids.map(departmentOf));
      expect(await Promise.all(ids.map(departmentOf))).toEqual([kept, kept]);
    });
  });

  describe("a large merge", () => {
    const many = (count: number) =>
      insertItems(
        archive,
        "note",
        Array.from({ length: count }, () => ({ fields: inDepartment(BANGLA) })),
      );
    const left = async () =>
      [...(await storedDepartments(archive)).values()].filter(({ department }) => department === BANGLA)
        .length;
    const moves = async () =>
      (await archive.db.read.selectFrom("departmentMove").select("itemId").execute()).length;
    const expectMiddle = async () => {
      const rest = await left();
      expect(rest).toBeGreaterThanOrEqual(1);
      expect(rest).toBeLessThanOrEqual(239);
      expect(await moves()).toBe(240 - rest);
    };
    const reconcile = (most = Infinity) => archive.services.universities.reconcile({ most });

    test("a large merge moves the items in small transactions, and continues where it stopped", async () => {
      await paper(ENGLISH);
      await many(70);
      await mergeOnly(BANGLA);
      await reconcile(2);
      expect([await left(), await moves()]).toEqual([30, 40]);
      await reconcile();
      expect([await left(), await moves()]).toEqual([0, 70]);
      await undoOnly();
      await reconcile(2);
      expect(await left()).toBe(70 - (await moves()));
      await reconcile();
      expect([await left(), await moves()]).toEqual([70, 0]);
    });

    test("a large merge moves every item once although its process is killed in the middle, and so does its undo", async () => {
      await paper(ENGLISH);
      await many(240);
      await reconcile();
      await mergeOnly(BANGLA);
      await killInTheMiddle(archive, async () => (await left()) < 240);
      await expectMiddle();
      await reconcile();
      expect([await left(), await moves()]).toEqual([0, 240]);
      await undoOnly();
      await killInTheMiddle(archive, async () => (await left()) > 0);
      await expectMiddle();
      await reconcile();
      expect([await left(), await moves()]).toEqual([240, 0]);
    });
  });
});

/** Runs `reconcile` in a process of its own, and kills it as soon as it has done something. */
async function killInTheMiddle({ env, shared }: TestArchive, hasBegun: () => Promise<boolean>) {
  const options: ReconcileChildOptions = {
    dataFolder: shared.dataFolder,
    databaseUrl: env.DATABASE_URL || undefined,
    secret: env.PROSHNO_SECRET,
  };
  const script = fileURLToPath(new URL("../support/archive/reconcile-child.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: "ignore" });
  const ended = once(child, "exit");
  try {
    const isOver = async () => child.exitCode !== null || child.signalCode !== null || (await hasBegun());
    await expect.poll(isOver, { interval: 5, timeout: 60_000 }).toBe(true);
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill("SIGKILL");
  }
  expect(await ended).toEqual([null, "SIGKILL"]);
}
