import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import { contractedParts, readSchemaParts } from "../../../../tests/support/platform/schema-parts.ts";
import { unmigrate } from "../../../../tests/support/platform/unmigrate.ts";
import { contractions } from "./contractions.ts";
import { migrations } from "./migrate.ts";
import { BASELINE_NAMES } from "./migrations/baseline.ts";

describe.each(bothEngines)("contractions on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  test("are all in the table of contractions", async () => {
    await unmigrate(archive);
    const migrator = new Migrator({
      db: archive.db.write,
      provider: { getMigrations: async () => migrations },
    });
    const missing: string[] = [];
    let before = await readSchemaParts(archive.db);
    for (const name of Object.keys(migrations).slice(BASELINE_NAMES.length - 1)) {
      const { error } = await migrator.migrateTo(name);
      expect(error).toBeUndefined();
      const after = await readSchemaParts(archive.db);
      const known = contractions[name]?.things ?? [];
      const found = contractedParts(before, after).filter((thing) => !known.includes(thing));
      missing.push(...found.map((thing) => `${name}: ${thing}`));
      before = after;
    }
    expect(missing, "Expand first: docs/upgrading.md says how").toEqual([]);
  });

  test.each([
    ["a dropped table", ["drop table review"], ["table review"]],
    ["a dropped column", ["alter table review drop column rating"], ["column review.rating"]],
    [
      "a renamed column",
      ["alter table audit rename column at to happened"],
      ["audit.happened may be missing", "column audit.at"],
    ],
    ["unique values", ['create unique index one on review ("userId")'], ["equal values in review(userId)"]],
  ])("%s is found", async (_name, statements, expected) => {
    const before = await readSchemaParts(archive.db);
    for (const statement of statements) await sql.raw(statement).execute(archive.db.write);
    const found = contractedParts(before, await readSchemaParts(archive.db));
    expect(found.filter((thing) => !thing.startsWith("trigger"))).toEqual(expected);
  });

  test("a dropped trigger is found", async () => {
    const before = await readSchemaParts(archive.db);
    const [trigger = ""] = [...before.triggers].filter((name) => name.startsWith("contactDetails_"));
    const on = engine === "postgres" ? sql` on "contactDetails"` : sql``;
    await sql`drop trigger ${sql.id(trigger)}${on}`.execute(archive.db.write);
    expect(contractedParts(before, await readSchemaParts(archive.db))).toEqual([`trigger ${trigger}`]);
  });

  test("a new table, column and index are no contraction", async () => {
    const before = await readSchemaParts(archive.db);
    for (const statement of [
      "create table added (id text primary key)",
      "alter table review add column mood text",
      "alter table review add column stars integer not null default 0",
      "create index review_mood on review (mood)",
    ])
      await sql.raw(statement).execute(archive.db.write);
    expect(contractedParts(before, await readSchemaParts(archive.db))).toEqual([]);
  });
});
