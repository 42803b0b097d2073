import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { bothEngines, openTestArchive } from "../../../../tests/support/platform/archive.ts";
import { BASELINE_NAMES } from "../db/migrations/baseline.ts";
import { up as addDeaths } from "../db/migrations/202611280930-job-deaths.ts";
import { emptyAt } from "../../../../tests/support/platform/unmigrate.ts";

test.each(bothEngines)(
  "the migration gives older jobs no deaths, and the release before can still add jobs, on %s",
  async (engine) => {
    const archive = await openTestArchive(engine);
    await emptyAt(archive, BASELINE_NAMES.at(-1) as string);
    const { write } = archive.db;
    const addJob = (id: string) =>
      sql`insert into job (id, kind, payload, state, attempts, "runAt", "createdAt", "updatedAt")
        values (${id}, 'mail', '{}', 'queued', 0, 0, 0, 0)`.execute(write);
    await addJob("older");
    // Migrations use a connection without schema types.
    await addDeaths(write as unknown as Kysely<unknown>);
    await addJob("later");
    const jobs = await write.selectFrom("job").select(["id", "deaths"]).orderBy("id").execute();
    expect(jobs).toEqual([
      { id: "later", deaths: 0 },
      { id: "older", deaths: 0 },
    ]);
    await archive.close();
  },
);
