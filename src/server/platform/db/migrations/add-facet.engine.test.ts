import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem, insertItems } from "../../../../../tests/support/archive/factories.ts";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../../tests/support/platform/archive.ts";
import { migrate, migrations } from "../migrate.ts";
import { addFacet } from "./add-facet.ts";

/** The bits of the semester and of the new facet in `resourceTotal.facets`. */
const [SEMESTER, INK] = [4, 256];

describe.each(bothEngines)("a facet added to an archive with items on %s", (engine) => {
  let archive: TestArchive;
  let ids: string[];
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    ids = await insertItems(archive, "question", [
      { fields: { semester: "3rd", university: "Sample University" } },
      { fields: { semester: "3rd", university: "Sample University" }, status: "Pending" },
      { fields: { semester: "L-2 T-1", university: "sample university" } },
    ]);
    await migrate(archive.db, { ...migrations, "999912310000-ink": { up: (db) => addFacet(db, "ink") } });
  });
  afterEach(() => archive.close());

  const totals = async (facets: number) =>
    (
      await sql<{ value: string; n: number }>`select semester || ink as value, n from "resourceTotal"
        where kind = 'question' and status = 'Approved' and facets = ${facets} and n > 0 order by 1`.execute(
        archive.db.write,
      )
    ).rows.map(({ value, n }) => [value, Number(n)]);
  const change = (id: string | undefined, ink: string, status = "Approved") =>
    sql`update resource set ink = ${ink}, status = ${status} where id = ${id}`.execute(archive.db.write);

  test("keeps the totals, leaves older items without a value, and counts new and edited items", async () => {
    const { rows } = await sql`select distinct ink from resource`.execute(archive.db.write);
    expect(rows).toEqual([{ ink: null }]);
    expect(await totals(0)).toEqual([["", 2]]);
    expect(await totals(SEMESTER)).toEqual([
      ["3", 1],
      ["L2T1", 1],
    ]);
    expect(await totals(INK)).toEqual([]);

    const id = await insertItem(archive, "question", { fields: { semester: "3" } });
    await change(id, "blue");
    await change(ids[1], "blue");
    expect(await totals(SEMESTER)).toEqual([
      ["3", 3],
      ["L2T1", 1],
    ]);
    expect(await totals(INK)).toEqual([["blue", 2]]);
    expect(await totals(SEMESTER + INK)).toEqual([["3blue", 2]]);
    const { university } = await archive.services.resources.facets(undefined, "question", {});
    expect(university).toContainEqual({ value: "Sample University", count: 3 });

    await archive.db.write.deleteFrom("resource").where("id", "=", id).execute();
    expect(await totals(INK)).toEqual([["blue", 1]]);
  });

  test("is in the search entry of an older item after its next edit", async () => {
    const entry = async () =>
      (
        await sql`select semester, ink from "searchEntry" where "itemId" = ${ids[0]}`.execute(
          archive.db.write,
        )
      ).rows;
    expect(await entry()).toEqual([{ semester: "3", ink: null }]);
    await change(ids[0], "black");
    expect(await entry()).toEqual([{ semester: "3", ink: "black" }]);
  });
});
