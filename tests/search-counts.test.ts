import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertItem, insertItems, type ItemOptions } from "./factories.ts";
import { engines, openTestArchive, type TestArchive } from "./support/archive.ts";

/** Papers of one course, over ten years. */
const papers = (count: number, fields: Record<string, string>): ItemOptions[] =>
  Array.from({ length: count }, (_, at) => ({
    fields: { semester: "3", year: String(2010 + (at % 10)), examType: "final", ...fields },
  }));

describe.each(engines)("what a search counts on %s", (engine) => {
  let archive: TestArchive;
  const find = (text: string, more: object = {}) =>
    archive.services.search.find(undefined, { text, ...more });

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    const [first] = await insertItems(archive, "question", [
      ...papers(90, { code: "CSE 2101", subject: "Data Structures", department: "CSE" }),
      ...papers(90, { code: "CSE 2105", subject: "Algorithms", department: "CSE" }),
      ...papers(10, { code: "CSE 2201", subject: "Compilers", department: "CSE" }),
    ]);
    for (let count = 0; count < 5; count++)
      await insertItem(archive, "answer", { parentId: first as string });
  });
  afterAll(() => archive.close());

  test.each(["cse21", "CSE 21", "cse-210"])("%s finds what all codes that begin so have", async (text) => {
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
    const suggested = await archive.services.search.suggest(undefined, text);
    expect(suggested.map(({ code }) => code)).toEqual(["CSE 2101", "CSE 2105"]);
  });

  test.each(["data structures 2010", "cse 2101", "cse21"])(
    "each count of %s is what it leads to",
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
});
