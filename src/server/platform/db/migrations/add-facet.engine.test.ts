import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resourceRow } from "../../../library/items/resource-row.ts";
import { insertItem, payloadOf } from "../../../../../tests/support/archive/factories.ts";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../../tests/support/platform/archive.ts";
import { emptyAt } from "../../../../../tests/support/platform/unmigrate.ts";
import { kindNamed } from "../../../../shared/kinds/index.ts";
import type { Status } from "../../../../shared/status.ts";
import { migrate } from "../migrate.ts";

const BEFORE = "202611221520-contact-details";
const FACTS = {
  uploaderId: null,
  userName: "Somebody",
  email: "somebody@example.edu",
  parentId: null,
  fileKey: null,
};

describe.each(bothEngines)("facets added to an archive with items on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    await emptyAt(archive, BEFORE);
  });
  afterEach(() => archive.close());

  /** Inserts a question with the columns that the table has in the earlier version. */
  async function insertEarlier(id: string, status: Status, changes: Record<string, string> = {}) {
    const fields = payloadOf("question", {
      semester: "3rd",
      subject: "Optics",
      university: "Sample University",
      ...changes,
    });
    const row = resourceRow(kindNamed("question"), fields as Record<string, string>, {
      ...FACTS,
      id,
      status,
      createdAt: Date.UTC(2024, 0),
    });
    const tables = await archive.db.write.introspection.getTables();
    const columns = tables.find(({ name }) => name === "resource")?.columns.map(({ name }) => name) ?? [];
    const earlier = Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));
    await archive.db.write
      .insertInto("resource")
      .values(earlier as never)
      .execute();
  }
  const totals = async (facets: number) =>
    (
      await sql<{
        value: string;
        n: number;
      }>`select department || year || semester || "examType" || university || term
        || "set" as value, n from "resourceTotal" where kind = 'question' and status = 'Approved' and facets = ${facets}
        and n > 0 order by 1`.execute(archive.db.write)
    ).rows.map(({ value, n }) => [value, Number(n)]);

  test("keep the totals, leave older items without a value, and count new and edited items", async () => {
    await insertEarlier("one", "Approved");
    await insertEarlier("two", "Pending");
    await insertEarlier("three", "Approved", { semester: "L-2 T-1" });
    await migrate(archive.db);

    const rows = await archive.db.read.selectFrom("resource").select(["term", "set"]).execute();
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ term: null, set: null })));
    expect(await totals(0)).toEqual([["", 2]]);
    expect(await totals(4)).toEqual([
      ["3", 1],
      ["L2T1", 1],
    ]);
    expect(await totals(32)).toEqual([]);
    const { resources } = archive.services;
    const listed = async (query: object) => (await resources.list(undefined, "question", query)).count;
    expect(await listed({ semester: "3" })).toBe(1);
    expect(await listed({ term: "fall" })).toBe(0);

    await insertItem(archive, "question", {
      fields: { semester: "3", term: "fall", set: "B", university: "sample university" },
    });
    await archive.db.write
      .updateTable("resource")
      .set({ term: "fall", status: "Approved" })
      .where("id", "=", "two")
      .execute();
    expect(await totals(4)).toEqual([
      ["3", 3],
      ["L2T1", 1],
    ]);
    expect(await totals(32)).toEqual([["fall", 2]]);
    expect(await totals(4 + 32 + 64)).toEqual([["3fallB", 1]]);
    expect(await listed({ term: "fall" })).toBe(2);
    expect((await resources.facets(undefined, "question", {})).university).toEqual([
      { value: "Sample University", count: 4 },
    ]);

    await archive.db.write.deleteFrom("resource").where("id", "=", "two").execute();
    expect(await totals(32)).toEqual([["fall", 1]]);
  });

  test("are in the search entry of an older item after its next edit", async () => {
    await insertEarlier("one", "Approved");
    await migrate(archive.db);
    const entry = () =>
      archive.db.read
        .selectFrom("searchEntry")
        .select(["semester", "term", "set"])
        .where("itemId", "=", "one")
        .executeTakeFirst();
    expect(await entry()).toEqual({ semester: "3", term: null, set: null });
    await archive.db.write
      .updateTable("resource")
      .set({ set: "A", term: "winter" })
      .where("id", "=", "one")
      .execute();
    expect(await entry()).toEqual({ semester: "3", term: "winter", set: "A" });
  });
});
