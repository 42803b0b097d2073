import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListFilter, listed } from "../../src/server/library/items/resource-filter.repo.ts";
import { createResourcesRepo } from "../../src/server/library/items/resources.repo.ts";
import { offeredFacets } from "../../src/shared/facets/facets.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { statuses } from "../../src/shared/items/status.ts";
import { insertItems } from "../support/archive/factories.ts";
import { type Engine, engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { watchPlans } from "../support/platform/plans.ts";

const admin = { id: "an-admin", role: "admin" } as User;
const KIND = "question";
const university = "Sample University";

const filters: Record<string, Omit<ListFilter, "kind">> = {
  code: { code: "cse 2103" },
  "code and university": { code: "cse 2103", university },
  "code and departments": { code: "cse 2103", department: ["CSE", "Law"] },
  subject: { subject: "data structures" },
  "subject and year": { subject: "data structures", year: "2019" },
  university: { university },
  "university and department": { university, department: ["CSE"] },
  "university and departments": { university, department: ["CSE", "Law"] },
  department: { department: ["CSE"] },
  "department-year": { department: ["CSE"], year: "2019" },
  "department-year with semester and exam": {
    department: ["CSE"],
    year: "2019",
    semester: "1",
    examType: "final",
  },
  departments: { department: ["law", "CSE", "cse", "Nobody's"] },
  "department-year of several": { department: ["Law", "CSE"], year: "2019" },
  "year and semester": { year: "2019", semester: "1" },
  "semester and exam": { semester: "1", examType: "final" },
  exam: { examType: "final" },
};
/** The index that each filter uses, with its conditions in SQLite's query plan. */
const indexes = {
  code: "resource_code (kind=? AND codeNorm=? AND status=?)",
  subject: "resource_subject (kind=? AND subjectKey=? AND status=?)",
  university: "resource_university (kind=? AND status=? AND universityKey=?)",
  department: "resource_department (kind=? AND status=? AND departmentKey=?)",
  departments: "resource_department (kind=? AND status=? AND departmentKey=?)",
  "department-year": "resource_departmentYear (kind=? AND status=? AND departmentKey=? AND year=?)",
  year: "resource_year (kind=? AND status=? AND year=?)",
  semester: "resource_semester (kind=? AND status=? AND semesterKey=?)",
  exam: "resource_examType (kind=? AND status=? AND examType=?)",
};

async function archiveWithItems(engine: Engine): Promise<TestArchive> {
  const archive = await openTestArchive(engine);
  const moment = Date.UTC(2023, 0);
  const any = (values: string[], n: number) => values[n % values.length] as string;
  const items = Array.from({ length: 360 }, (_, n) => ({
    status: statuses[n % 5] ?? "Approved",
    // Some items have the same time.
    createdAt: moment + (n % 90),
    fields: {
      department: any(["CSE", "Law", "BBA"], n),
      code: any(["CSE 2103", "cse-2103", "LAW 1"], n >> 1),
      subject: any(["Data Structures", "data structures", "Torts"], n >> 1),
      university: any([university, "Other University"], n >> 2),
      year: any(["2018", "2019"], n >> 3),
      semester: any(["1", "2"], n >> 4),
      examType: any(["mid", "final"], n >> 2),
    },
  }));
  await insertItems(archive, KIND, items);
  return archive;
}

describe.each(engines)("lists on %s", (engine) => {
  let archive: TestArchive;
  beforeAll(async () => {
    archive = await archiveWithItems(engine);
  });
  afterAll(() => archive.close());

  test.each(Object.keys(filters))(
    "lists by %s are in order on every page, for a visitor and an admin",
    async (name) => {
      const filter = { kind: KIND, ...filters[name] };
      for (const actor of [undefined, admin]) {
        const all = await archive.db.read
          .selectFrom("resource")
          .select("id")
          .where(listed(filter, actor))
          .orderBy("createdAt", "desc")
          .orderBy("id", "desc")
          .execute();
        expect(all.length).toBeGreaterThan(5);
        const resources = createResourcesRepo(archive.db);
        const pages = await Promise.all(
          [0, 7, 14].map((offset) => resources.list(filter, actor, { size: 7, offset })),
        );
        expect(pages.flat().map(({ id }) => id)).toEqual(all.slice(0, 21).map(({ id }) => id));
      }
    },
  );
});

describe("SQLite without statistics", () => {
  let archive: TestArchive;
  let resources: ReturnType<typeof createResourcesRepo>;
  let waysOf: ReturnType<typeof watchPlans>["waysOf"];

  beforeAll(async () => {
    archive = await archiveWithItems("sqlite");
    const watched = watchPlans(archive.db);
    resources = createResourcesRepo(watched.db);
    waysOf = watched.waysOf;
  });
  afterAll(() => archive.close());

  test.each(Object.keys(filters))(
    "finds a list by %s with the index of its narrowest filter",
    async (name) => {
      const filter = { kind: KIND, ...filters[name] };
      const index = indexes[name.split(" ")[0] as keyof typeof indexes];
      for (const actor of [undefined, admin])
        expect(await waysOf(() => resources.list(filter, actor, { size: 10, offset: 0 }))).toEqual(
          new Set([index]),
        );
      const related = { ...filter, status: "Approved" as const };
      expect(await waysOf(() => resources.list(related, undefined, { size: 24, offset: 0 }))).toEqual(
        new Set([index]),
      );
    },
  );

  test.each(Object.keys(filters))(
    "counts items by %s and their facets with the index of the narrowest filter",
    async (name) => {
      const filter = { kind: KIND, ...filters[name] };
      const index = indexes[name.split(" ")[0] as keyof typeof indexes];
      const open = offeredFacets.filter((facet) => filter[facet] === undefined);
      const ways = await waysOf(async () => {
        await resources.count(filter, undefined);
        await resources.facets(open, filter, undefined);
      });
      // A query that reads stored totals uses no index of items.
      expect([...ways].filter((way) => way !== index)).toEqual([]);
    },
  );
});
