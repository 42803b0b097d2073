import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { insertItem } from "../../../../tests/support/archive/factories.ts";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import { up } from "../../platform/db/migrations/202611221510-free-form.ts";

const NEW = "202611221510-free-form";

/** Reverts the migration, so that the schema has version 202611221400. */
async function takeBack({ db: { engine, write } }: TestArchive): Promise<void> {
  // These triggers are from a later migration, and read the column.
  for (const event of ["insert", "delete", "update"]) {
    const name = sql.id(`resource_course_${event}`);
    await sql`drop trigger ${name}${engine === "postgres" ? sql` on resource` : sql``}`.execute(write);
    if (engine === "postgres") await sql`drop function ${name}`.execute(write);
  }
  if (engine === "postgres") {
    const { rows } = await sql<{
      definition: string;
    }>`select pg_get_functiondef(oid) as definition from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc like '%semesterKey%'`.execute(write);
    expect(rows).toHaveLength(4);
    for (const { definition } of rows)
      await sql.raw(definition.replaceAll('"semesterKey"', "semester")).execute(write);
  }
  await write.schema.alterTable("resource").dropColumn("semester").execute();
  await write.schema.alterTable("resource").renameColumn("semesterKey", "semester").execute();
  await sql`delete from kysely_migration where name = ${NEW}`.execute(write);
}

const totals = async ({ db }: TestArchive) =>
  (
    await sql<{ semester: string; n: number }>`select semester, n from "resourceTotal"
      where kind = 'question' and facets = 4 and status = 'Approved' and n > 0 order by semester`.execute(
      db.write,
    )
  ).rows.map(({ semester, n }) => [semester, Number(n)]);

test.each(bothEngines)(
  "the migration keeps the semesters of older rows, and filters still find them, on %s",
  async (engine) => {
    const archive = await openTestArchive(engine);
    const before = new Map<string, string | null>();
    for (const semester of ["3", "3", "12"])
      before.set(await insertItem(archive, "question", { fields: { semester } }), semester);
    before.set(await insertItem(archive, "book"), null);
    await takeBack(archive);
    // The previous version of the code stored semesters in this form.
    await sql`update resource set semester = '4', version = version + 1 where semester = '12'`.execute(
      archive.db.write,
    );
    for (const [id, semester] of before) if (semester === "12") before.set(id, "4");

    await up(archive.db.write as unknown as Kysely<unknown>);

    const rows = await archive.db.write
      .selectFrom("resource")
      .select(["id", "semester", "semesterKey"])
      .execute();
    expect(new Map(rows.map(({ id, semester }) => [id, semester]))).toEqual(before);
    for (const { semester, semesterKey } of rows) expect(semesterKey).toBe(semester);
    expect(await totals(archive)).toEqual([
      ["3", 2],
      ["4", 1],
    ]);
    const { resources, search } = archive.services;
    const count = async (semester: string) =>
      (await resources.list(undefined, "question", { semester })).count;
    expect([await count("3"), await count("4"), await count("12")]).toEqual([2, 1, 0]);

    // Lists count, filter and search new rows by the normal form.
    await insertItem(archive, "question", { fields: { semester: "3rd", subject: "Optics" } });
    await insertItem(archive, "question", { fields: { semester: "L-2 T-1", subject: "Optics" } });
    await insertItem(archive, "question", { fields: { semester: "Fall 2022", subject: "Optics" } });
    expect(await totals(archive)).toEqual([
      ["3", 3],
      ["4", 1],
      ["L2T1", 1],
    ]);
    expect(await count("3")).toBe(3);
    const found = await search.find(undefined, { text: "optics level 2 term 1" });
    expect(found.rows.map(({ semester }) => semester)).toEqual(["L-2 T-1"]);
    expect((await search.find(undefined, { text: "optics" })).facets.semester).toEqual([
      { value: "3", count: 1 },
      { value: "L2T1", count: 1 },
    ]);
    await archive.close();
  },
);
