import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { offeredFacets } from "../../src/shared/facets/facets.ts";
import { kindNamed, standaloneKinds } from "../../src/shared/kinds/index.ts";
import { listQuerySchema } from "../../src/shared/schemas/list-query.ts";
import { insertItem } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const GIVEN = ["department", "year", "semester", "term", "examType", "set", "university"];
/** Facets that the items of these tests have no value for. */
const others = offeredFacets.filter((name) => name in kindNamed("question").fields && !GIVEN.includes(name));
const blank = Object.fromEntries(others.map((name) => [name, ""]));
const uncounted = Object.fromEntries(others.map((name) => [name, {}]));

describe.each(engines)("counts beside the filters on %s", (engine) => {
  let archive: TestArchive;
  beforeAll(async () => {
    archive = await openTestArchive(engine);
    const question = (fields: Record<string, string>, status: "Approved" | "Pending" = "Approved") =>
      insertItem(archive, "question", {
        status,
        fields: { semester: "1", term: "fall", examType: "mid", set: "A", ...blank, ...fields },
      });
    await question({ department: "CSE", year: "2019", university: "Sample University" });
    await question({ department: "cse", year: "2019", university: "sample university", set: "B" });
    await question({ department: "CSE", year: "2018", university: "Other University" });
    await question({ department: "ece", year: "2019", university: "Other University", examType: "final" });
    await question({ department: "Law", year: "2019", university: "Other University" }, "Pending");
  });
  afterAll(() => archive.close());

  async function counts(query: Record<string, string | string[]>) {
    const facets = await archive.services.resources.facets(
      undefined,
      "question",
      listQuerySchema.parse(query),
    );
    return Object.fromEntries(
      Object.entries(facets).map(([name, values]) => [
        name,
        Object.fromEntries(values.map(({ value, count }) => [value.toLowerCase(), count])),
      ]),
    );
  }

  test("count the items that a reader sees, and ignore the case of letters", async () => {
    expect(await counts({})).toEqual({
      ...uncounted,
      department: { cse: 3, ece: 1 },
      year: { 2019: 3, 2018: 1 },
      semester: { 1: 4 },
      term: { fall: 4 },
      examType: { mid: 3, final: 1 },
      set: { a: 3, b: 1 },
      university: { "sample university": 2, "other university": 2 },
    });
  });

  test("apply all chosen filters except the facet's own filter", async () => {
    expect(await counts({ department: "CSE", year: "2019" })).toEqual({
      ...uncounted,
      department: { cse: 2, ece: 1 },
      year: { 2019: 2, 2018: 1 },
      semester: { 1: 2 },
      term: { fall: 2 },
      examType: { mid: 2 },
      set: { a: 1, b: 1 },
      university: { "sample university": 2 },
    });
  });

  test("count a semester under one value for every spelling, and count no season", async () => {
    const own = await openTestArchive(engine);
    for (const semester of ["3", "3rd", "৩য় সেমিস্টার", "L-2 T-1", "2-1", "Level 2, Term 1", "Fall 2022", ""])
      await insertItem(own, "question", { fields: { semester, subject: "Physics" } });
    const { resources, search } = own.services;
    const expected = [
      { value: "3", count: 3 },
      { value: "L2T1", count: 3 },
    ];
    const counted = async (query: object) =>
      (await resources.facets(undefined, "question", query))["semester"];
    expect(await counted({})).toEqual(expected);
    // No total exists for a subject, so the server counts the items.
    expect(await counted({ subject: "Physics" })).toEqual(expected);
    expect((await search.find(undefined, { text: "physics" })).facets.semester).toEqual(expected);
    await own.close();
  });

  test("equal the number of items that each choice lists", async () => {
    const { resources } = archive.services;
    const facets = await resources.facets(undefined, "question", {});
    const led = Object.entries(facets).flatMap(([name, values]) =>
      values.map(async ({ value, count }) => {
        const query = listQuerySchema.parse({ [name]: value });
        expect((await resources.list(undefined, "question", query)).count, `${name}=${value}`).toBe(count);
      }),
    );
    await Promise.all(led);
    expect(led).toHaveLength(12);
  });

  test("count four chosen facets from the items, because no totals are stored for them", async () => {
    const chosen = { department: "CSE", year: "2019", semester: "1", term: "autumn" };
    expect(await counts(chosen)).toEqual({
      ...uncounted,
      department: { cse: 2, ece: 1 },
      year: { 2019: 2, 2018: 1 },
      semester: { 1: 2 },
      term: { fall: 2 },
      examType: { mid: 2 },
      set: { a: 1, b: 1 },
      university: { "sample university": 2 },
    });
    const { count } = await archive.services.resources.list(
      undefined,
      "question",
      listQuerySchema.parse(chosen),
    );
    expect(count).toBe(2);
  });

  test("exist only for the facets that the kind has", async () => {
    for (const { name, fields } of standaloneKinds) {
      const counted = Object.keys(await archive.services.resources.facets(undefined, name, {}));
      const columns = Object.values(fields).map(({ column }) => column);
      expect([name, ...counted]).toEqual([name, ...offeredFacets.filter((facet) => columns.includes(facet))]);
    }
  });
});
