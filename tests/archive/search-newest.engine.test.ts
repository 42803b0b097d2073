import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Expression } from "../../src/server/library/search/expression.ts";
import type { SearchFilter } from "../../src/server/library/items/resource-filter.repo.ts";
import { createSearchRepo } from "../../src/server/library/search/search.repo.ts";
import { insertItem } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

/** Entry numbers at the edges of runs and between them, as in an archive of 300,000 items. */
const NUMBERS = [
  1, 900, 2_047, 2_048, 16_383, 16_384, 16_385, 90_000, 131_071, 131_072, 180_000, 230_000, 262_143, 262_144,
  280_000, 292_000, 295_900, 296_000, 297_500, 298_000, 299_000, 299_006, 299_007, 299_008, 299_998, 299_999,
];
/** For each word, whether the entry with a number has it. */
const words: Record<string, (number: number) => boolean> = {
  everywhere: () => true,
  newest: (number) => number > 299_500,
  oldest: (number) => number < 2_048,
  between: (number) => number > 16_383 && number < 200_000,
  sparse: (number) => number % 3 === 0,
};
const isHidden = (number: number) => number === 299_999 || number === 180_000 || number === 900;

describe.each(bothEngines)("the newest matches on %s", (engine) => {
  let archive: TestArchive;
  /** The entry number of each item, by the item's id. */
  const numbers = new Map<string, number>();
  beforeAll(async () => {
    archive = await openTestArchive(engine);
    for (const number of NUMBERS) {
      await numberNext(archive, number);
      const subject = Object.keys(words)
        .filter((word) => words[word]?.(number))
        .join(" ");
      const status = isHidden(number) ? "Pending" : "Approved";
      numbers.set(await insertItem(archive, "question", { fields: { subject }, status }), number);
    }
  });
  afterAll(() => archive.close());

  async function newest(expression: Expression, limit: number, filter: SearchFilter = {}) {
    const { read } = createSearchRepo(archive.db);
    const found = await read(10_000, (reader) => reader.newest(expression, limit, filter, undefined));
    return (found ?? []).map(({ id, fits }) => ({ number: numbers.get(id), fits: Boolean(fits) }));
  }

  test.each(Object.keys(words))(
    "for the word “%s” are all visible items with this word, in order",
    async (word) => {
      const all = NUMBERS.filter((number) => words[word]?.(number) && !isHidden(number)).toReversed();
      for (const limit of [1, 2, 5, 12, 501]) {
        const found = await newest([[[word]]], limit);
        expect([limit, found.map(({ number }) => number)]).toEqual([limit, all.slice(0, limit)]);
      }
    },
  );

  test("for several words contain all of the words", async () => {
    const found = await newest([[["sparse"]], [["oldest"], ["newest"]]], 501);
    const all = NUMBERS.filter((number) => number % 3 === 0 && (number < 2_048 || number > 299_500));
    expect(found.map(({ number }) => number)).toEqual(all.filter((number) => !isHidden(number)).toReversed());
  });

  test("never exceed the limit, and each says whether it fits the filter", async () => {
    const none = await newest([[["everywhere"]]], 5, { subject: "oldest" });
    expect(none.map(({ fits }) => fits)).toEqual([false, false, false, false, false]);
    const two = await newest([[["oldest"]]], 5, { subject: "everywhere oldest" });
    expect(two).toEqual([
      { number: 2_047, fits: true },
      { number: 1, fits: true },
    ]);
  });
});

/**
 * Sets the number of the next entry. The numbers make no difference on SQLite, which reads along the index.
 */
async function numberNext({ db }: TestArchive, number: number): Promise<void> {
  if (db.engine === "sqlite") return;
  await sql`select setval(pg_get_serial_sequence('"searchEntry"', 'docId'), ${number}::int, false)`.execute(
    db.write,
  );
}
