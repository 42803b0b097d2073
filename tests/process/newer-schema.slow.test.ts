import { migrateAsNewer, NEWER } from "../support/platform/newer-schema.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { startServer } from "../support/process/server.ts";
import { logged, WAIT_OPTIONS } from "../support/process/workers.ts";

describe.each(bothEngines)("a server on the schema of a newer version on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  test("starts, is ready, and logs the newer migrations if they only expand", async () => {
    await migrateAsNewer(archive.db);
    const server = await startServer({ ...archive.env, PROSHNO_LOG: "warn" });
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    await vi.waitFor(
      () => expect(logged(server)).toContainEqual(expect.objectContaining({ migrations: [NEWER] })),
      WAIT_OPTIONS,
    );
    expect(await server.stop()).toBe(0);
  });

  test("refuses to start if a newer migration contracts, and names the version to start", async () => {
    await migrateAsNewer(archive.db, "99.1.0");
    await expect(startServer(archive.env)).rejects.toThrow(
      /Proshno can't start\.\nA newer version of Proshno has changed this database.*Start version 99\.1\.0 or newer/s,
    );
  });

  test("is no longer ready if the contraction comes while it runs, but serves on until it is replaced", async () => {
    const server = await startServer({ ...archive.env, PROSHNO_LOG: "error" });
    await migrateAsNewer(archive.db, "99.1.0");
    // Checks of the same second share their answer.
    await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    await vi.waitFor(
      () => expect(logged(server).map(({ msg }) => msg)).toContainEqual(expect.stringContaining("99.1.0")),
      WAIT_OPTIONS,
    );
    expect(await server.stop()).toBe(0);
  });
});

test("a server refuses to start on a database from before release 0.2.0, and names that release", async () => {
  const archive = await openTestArchive("sqlite");
  await sql`delete from kysely_migration where name = '202611231110-operations-sample'`.execute(
    archive.db.write,
  );
  await expect(startServer(archive.env)).rejects.toThrow(
    /Proshno can't start\.\nThis database is from before release 0\.2\.0/,
  );
  await archive.close();
});
