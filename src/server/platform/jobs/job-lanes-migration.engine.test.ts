import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { bothEngines, openTestArchive } from "../../../../tests/support/platform/archive.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { up as makeJobs } from "../db/migrations/202611210200-jobs.ts";
import { up as addLanes } from "../db/migrations/202611221400-job-lanes.ts";
import { up as addDeaths } from "../db/migrations/202611280930-job-deaths.ts";

test.each(bothEngines)(
  "the migrations give older jobs a lane, an owner, a subject and no deaths on %s",
  async (engine) => {
    const archive = await openTestArchive(engine);
    const { actor } = await archive.signUp("Student");
    const { key } = await archive.services.files.accept(actor, tinyPdf([{ lines: ["Paper"] }]), "paper");
    const { sha256 } = await archive.services.files.get(actor, key);
    const { write } = archive.db;
    // Migrations use a connection without schema types.
    const untyped = write as unknown as Kysely<unknown>;
    for (const table of ["job", "jobUse"]) await write.schema.dropTable(table).execute();
    await makeJobs(untyped);
    const old: [kind: string, payload: object][] = [
      ["readText", { sha256 }],
      ["recognisePage", { sha256, page: 2 }],
      ["recognisePage", { sha256, page: 12 }],
      ["recognisePage", { sha256: "of a paper without contributor", page: 1 }],
      ["rebuildSearch", {}],
      ["linkCheck", {}],
      ["mail", { to: "a@example.edu" }],
    ];
    for (const [index, [kind, payload]] of old.entries())
      await sql`insert into job (id, kind, payload, state, attempts, "runAt", "createdAt", "updatedAt")
      values (${`${index}`}, ${kind}, ${JSON.stringify(payload)}, 'queued', 0, 0, 0, 0)`.execute(write);
    await addLanes(untyped);
    const rows = await write.selectFrom("job").select(["lane", "owner", "subject"]).orderBy("id").execute();
    expect(rows).toEqual([
      { lane: "text", owner: actor.id, subject: sha256 },
      { lane: "heads", owner: actor.id, subject: sha256 },
      { lane: "pages", owner: actor.id, subject: sha256 },
      { lane: "heads", owner: "", subject: "of a paper without contributor" },
      { lane: "index", owner: "", subject: null },
      { lane: "links", owner: "", subject: null },
      { lane: "mail", owner: "", subject: null },
    ]);
    await addDeaths(untyped);
    // The release before doesn't know the column.
    await sql`insert into job (id, kind, payload, state, attempts, "runAt", "createdAt", "updatedAt")
    values ('x', 'mail', '{}', 'queued', 0, 0, 0, 0)`.execute(write);
    const deaths = await write.selectFrom("job").select("deaths").execute();
    expect(deaths).toEqual(Array.from({ length: old.length + 1 }, () => ({ deaths: 0 })));
    await archive.close();
  },
);
