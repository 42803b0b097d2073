import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { engines, openTestArchive } from "../../../tests/support/archive.ts";
import { isMigrated, migrate } from "./migrate.ts";

const OPEN = `
  import { openArchive } from "./src/open-archive.ts";
  import { loadEnv } from "./src/env.ts";
  const { close } = await openArchive(loadEnv());
  await close();
`;

describe.each(engines)("migrate on %s", (engine) => {
  test("processes that start together migrate once, and all get a migrated archive", async () => {
    const archive = await openTestArchive(engine);
    await unmigrate(archive);
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--input-type=module", "-e", OPEN], {
        env: { ...process.env, ...archive.env },
        stdio: ["ignore", "ignore", "inherit"],
      }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(await isMigrated(archive.db)).toBe(true);
    expect(await migrate(archive.db)).toEqual([]);
    await archive.close();
  });

  test("a database without its tables is not ready", async () => {
    const archive = await openTestArchive(engine);
    await unmigrate(archive);
    expect(await isMigrated(archive.db)).toBe(false);
    await archive.close();
  });
});

/** Takes every table away, as on a first start. */
async function unmigrate({ db }: Awaited<ReturnType<typeof openTestArchive>>) {
  for (const table of [
    "vote",
    "rating",
    "report",
    "deletionRequest",
    "takedown",
    "brokenLink",
    "linkCheck",
    "notSame",
    "pageText",
    "resource",
    "resourceTotal",
    "resourcePeriod",
    "file",
    "paper",
    "review",
    "contactMessage",
    "subscription",
    "setting",
    "job",
    "password",
    "identity",
    "session",
    "emailToken",
    "secondFactor",
    "recoveryCode",
    "users",
    "audit",
    "rateLimit",
  ]) {
    await db.write.schema.dropTable(table).execute();
  }
  await db.write.schema.dropTable("kysely_migration").execute();
  await db.write.schema.dropTable("kysely_migration_lock").execute();
}
