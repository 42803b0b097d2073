import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { KyselyPlugin } from "kysely";
import { offeredFacets, type OfferedFacet } from "../../src/shared/facets/facets.ts";
import type { ListQuery } from "../../src/shared/schemas/list-query.ts";
import { createSearchRepo } from "../../src/server/library/search/search.repo.ts";
import { createSearchService } from "../../src/server/library/search/search.service.ts";
import { insertItem, insertItems, type ItemOptions } from "../support/archive/factories.ts";
import {
  bothEngines,
  openTestArchive,
  SEARCH_PATIENCE,
  type TestArchive,
} from "../support/platform/archive.ts";

/** Papers of one course from ten years. */
const papers = (count: number, fields: Record<string, string>): ItemOptions[] =>
  Array.from({ length: count }, (_, at) => ({
    fields: { semester: "3", year: String(2010 + (at % 10)), examType: "final", ...fields },
  }));

describe.each(bothEngines)("the counts of a search on %s", (engine) => {
  let archive: TestArchive;
  const find = (text: string, more: object = {}) =>
    archive.services.search.find(undefined, { text, ...more });

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    const [first] = await insertItems(archive, "question", [
      ...papers(90, { code: "CSE 2101", subject: "Data Structures", department: "CSE" }),
      ...papers(90, { code: "CSE 2105", subject: "Algorithms", department: "CSE" }),
      ...papers(10, { code: "CSE 2201", subject: "Compilers", department: "CSE" }),
      ...papers(10, { code: "MAT 101", subject: "Data Analysis", department: "Maths", university: "North" }),
      ...papers(510, { code: "SUR 301", subject: "Surveying", department: "Civil" }),
    ]);
    for (let count = 0; count < 5; count++)
      await insertItem(archive, "answer", { parentId: first as string });
  });
  afterAll(() => archive.close());

  test.each(["cse21", "CSE 21", "cse-210"])(
    "a search for %s finds the papers of all codes that begin with it",
    async (text) => {
      expect(await find(text)).toMatchObject({
        total: 185,
        isMore: false,
        facets: {
          department: [{ value: "CSE", count: 185 }],
          kind: [
            { value: "question", count: 180 },
            { value: "answer", count: 5 },
          ],
        },
      });
      expect((await find(text, { year: "2019" })).total).toBe(18);
      const { suggestions } = await archive.services.search.suggest(undefined, text);
      const courses = suggestions.filter(({ type }) => type === "course").slice(0, 2);
      expect(courses.map(({ code }) => code).toSorted()).toEqual(["CSE 2101", "CSE 2105"]);
    },
  );

  test.each(["data structures 2010", "cse 2101", "cse21"])(
    "each count in a search for %s equals the total of the filtered search",
    async (text) => {
      const { facets } = await find(text);
      const counts = Object.entries(facets).flatMap(([name, values]) =>
        values.map(({ value, count }) => ({ name, value, count })),
      );
      const led = await Promise.all(
        counts.map(async ({ name, value }) => {
          const narrowed = await find(text, { [name]: name === "department" ? [value] : value });
          return { name, value, count: narrowed.total };
        }),
      );
      expect(led).toEqual(counts);
      expect(counts.map(({ value }) => value)).toContain("answer");
    },
  );

  describe("a search in a list", () => {
    const browse = (query: ListQuery) => archive.services.resources.browse(undefined, "question", query);

    test("counts the items that each of its filters finds", async () => {
      const query = { search: "data", department: ["CSE"], year: "2012" };
      const { count, isMore, moreIn, facets } = await browse(query);
      expect({ count, isMore, moreIn }).toEqual({ count: 9, isMore: false, moreIn: [] });
      expect(facets.department?.map(({ value }) => value)).toEqual(["CSE", "Maths"]);
      expect(facets.year).toHaveLength(10);
      for (const [name, values] of Object.entries(facets)) {
        for (const { value, count: promised } of values) {
          const chosen = { ...query, [name]: name === "department" ? [value] : value };
          expect((await browse(chosen)).count, `${name}=${value}`).toBe(promised);
        }
      }
    });

    test("says which of its counts are incomplete", async () => {
      const { count, isMore, moreIn, facets } = await browse({ search: "surveying" });
      expect({ count, isMore, moreIn }).toEqual({ count: 500, isMore: true, moreIn: [...offeredFacets] });
      expect(facets.department).toEqual([{ value: "Civil", count: 500 }]);
      const narrowed = await browse({ search: "surveying", year: "2015" });
      expect(narrowed).toMatchObject({ count: 51, isMore: false, moreIn: ["year"] });
      const { rows } = await browse({ search: "surveying", page: 4, size: 100 });
      expect(rows).toHaveLength(100);
      expect((await browse({ search: "surveying", page: 5, size: 100 })).rows).toEqual([]);
    });

    test("runs once, and once more for each chosen filter", async () => {
      const asked: string[] = [];
      const counting: KyselyPlugin = {
        transformQuery({ node }) {
          asked.push(node.kind);
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      const db = { ...archive.db, read: archive.db.read.withPlugin(counting) };
      const search = createSearchService({
        courses: archive.services.courses,
        searchRepo: createSearchRepo(db),
        clock: Date.now,
        patience: SEARCH_PATIENCE,
      });
      const queries = async (facets: readonly OfferedFacet[], filter: object = {}) => {
        asked.length = 0;
        await search.inList(undefined, { text: "data", kind: "question", ...filter }, { facets });
        return asked.length;
      };
      const once = await queries([]);
      expect(once).toBeGreaterThan(3);
      expect(await queries(offeredFacets)).toBe(once);
      const filter = { year: "2012" };
      expect(await queries(offeredFacets, filter)).toBeLessThan(2 * (await queries([], filter)));
    });
  });
});
