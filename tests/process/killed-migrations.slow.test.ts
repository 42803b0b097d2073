import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { readSchemaParts } from "../support/platform/schema-parts.ts";
import { unmigrate } from "../support/platform/unmigrate.ts";
import { killEveryMigration, listed } from "../support/process/killed-migrations.ts";

/** `npm run lab -- upgrade` kills each migration twice, and the suite every fourth one. */
const isDrill = process.env["PROSHNO_DRILL"] === "1";

describe.each(bothEngines)("migrations that are killed on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  test("change nothing, and the next start completes each of them without losing an item", async () => {
    const whole = listed(await readSchemaParts(archive.db));
    await unmigrate(archive);
    const problems = await killEveryMigration(archive, (index) =>
      isDrill ? ["first", "last"] : index % 4 === 0 ? [index % 8 === 0 ? "last" : "first"] : [],
    );
    expect(problems).toEqual([]);
    expect(listed(await readSchemaParts(archive.db))).toEqual(whole);
  });
});
