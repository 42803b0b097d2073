import { sql } from "kysely";
import { migrateAsNewer, NEWER } from "../../../../tests/support/platform/newer-schema.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import { migrate, migrations, schemaState } from "./migrate.ts";
import { noteContraction } from "./schema-state.ts";

describe.each(bothEngines)("the schema of a database on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  test("is ready for older code if a newer version only extended it", async () => {
    await migrateAsNewer(archive.db);
    expect(await schemaState(archive.db)).toEqual({ missing: [], newer: [NEWER], contracted: [] });
    expect((await schemaState(archive.db)).contracted).toEqual([]);
  });

  test("stays newer when older code starts", async () => {
    await migrateAsNewer(archive.db);
    expect(await migrate(archive.db)).toEqual([]);
    expect((await schemaState(archive.db)).newer).toEqual([NEWER]);
  });

  test("is refused by older code that needs what a newer version removed, with the version that works", async () => {
    await migrateAsNewer(archive.db, "99.1.0");
    expect((await schemaState(archive.db)).contracted).toHaveLength(1);
    await expect(migrate(archive.db)).rejects.toThrow(`Start version 99.1.0 or newer`);
  });

  test("is ready for older code that no longer needs what a newer version removed", async () => {
    await migrateAsNewer(archive.db, "0.1.0");
    expect(await schemaState(archive.db)).toEqual({ missing: [], newer: [NEWER], contracted: [] });
  });

  test("keeps a failed migration out, with its note", async () => {
    const failing = migrate(archive.db, {
      ...migrations,
      [NEWER]: {
        async up(db) {
          await sql`create table newer (id text)`.execute(db);
          await noteContraction(db, NEWER, { things: ["table older"], since: "99.1.0" });
          throw new Error("A power cut.");
        },
      },
    });
    await expect(failing).rejects.toThrow("A power cut.");
    expect(await schemaState(archive.db)).toEqual({ missing: [], newer: [], contracted: [] });
    const settings = await archive.db.read.selectFrom("setting").select("name").execute();
    expect(settings.filter(({ name }) => name.includes(NEWER))).toEqual([]);
  });

  test("misses every migration if it has no tables, and is not refused", async () => {
    await sql`drop table kysely_migration`.execute(archive.db.write);
    const { missing, contracted } = await schemaState(archive.db);
    expect(missing).toEqual(Object.keys(migrations));
    expect(contracted).toEqual([]);
  });
});
