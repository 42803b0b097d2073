import { once } from "node:events";
import { readFileSync, realpathSync, watch } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { steps } from "../../src/cli/upgrade/state.ts";
import type { ServerRecord } from "../../src/process/server-record.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { expireLease } from "../support/operations/backup-drill.ts";
import { unmigrate } from "../support/platform/unmigrate.ts";
import { essentialCalls, sampleAccounts } from "../support/process/essential-calls.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { startLoad } from "../support/process/upgrade-load.ts";
import { createUpgradeWorld, type UpgradeWorld } from "../support/process/upgrade-world.ts";

/**
 * `npm run lab -- upgrade` runs every case on both engines, with more readers. Each takes half a minute, so the
 * suite upgrades on SQLite, and returns to the release before on PostgreSQL.
 */
const isDrill = process.env["PROSHNO_DRILL"] === "1";
const readers = isDrill ? 16 : 4;
const IN_SUITE = {
  sqlite: "loses no request, migrates, and runs the new release on all workers",
  postgres: "returns to the release before if the new one is not healthy",
};

describe.each(bothEngines)("npm run upgrade with two workers under load on %s", (engine) => {
  let world: UpgradeWorld;
  let archive: TestArchive;
  let server: TestServer;
  /** The part of `afterEach` that is due, also after a `beforeEach` that failed. */
  let ends: (() => unknown)[];
  let env: Record<string, string>;

  beforeEach(async () => {
    ends = [];
    archive = await openTestArchive(engine);
    ends.unshift(archive.close);
    await unmigrate(archive);
    world = await createUpgradeWorld();
    ends.unshift(world.close);
    env = { ...archive.env, PROSHNO_MODE: "demo", PROSHNO_LOG: "error", PROSHNO_WORKERS: "2" };
    expect(await world.upgrade(env)).toMatchObject({ code: 0, last: "Proshno 9.0.0 is installed." });
    server = await startServer(env, world.current);
    ends.unshift(server.stop);
  });
  afterEach(async () => {
    for (const end of ends) await end();
  });

  /** The version of each worker's release. */
  const versions = () =>
    (
      JSON.parse(readFileSync(join(archive.env.PROSHNO_DATA, "server.json"), "utf8")) as ServerRecord
    ).workers.map((folder) => folder.split("/").at(-1));
  const hasColumn = async (name: string) =>
    sql`select ${sql.ref(name)} from users`.execute(archive.db.write).then(
      () => true,
      () => false,
    );

  const cases: Record<string, () => Promise<void>> = {
    async "loses no request, migrates, and runs the new release on all workers"() {
      world.publish("migration");
      const accounts = sampleAccounts(server.lines);
      const before = await essentialCalls(server.origin, accounts, "refraction");
      const stop = await startLoad(server.origin, accounts, { readers });
      const backups = await mkdtemp(join(tmpdir(), "proshno-backups-"));
      const upgrade = await world.upgrade(env, undefined, ["--backup", backups]);
      const { failures, reads, writes } = await stop();
      expect(upgrade).toMatchObject({ code: 0, last: "Proshno 9.1.0 is installed." });
      expect(await readdir(backups)).not.toEqual([]);
      await rm(backups, { recursive: true });
      expect(failures).toEqual([]);
      expect(reads).toBeGreaterThan(100);
      expect(writes).toBeGreaterThan(10);
      expect(versions()).toEqual(["9.1.0", "9.1.0"]);
      expect(await hasColumn("drill1")).toBe(true);
      const after = await essentialCalls(server.origin, accounts, "diffraction");
      expect(after["allBooks"]).toBe(before["allBooks"]);
      expect((await world.upgrade(env)).lines).toEqual(["Proshno 9.1.0 is the newest release."]);
    },

    async "returns to the release before if the new one is not healthy"() {
      world.publish("unhealthy");
      const accounts = sampleAccounts(server.lines);
      const stop = await startLoad(server.origin, accounts, { readers, ignored: ["/readyz"] });
      const { code, lines, last } = await world.upgrade(env);
      expect((await stop()).failures).toEqual([]);
      expect(code).toBe(1);
      expect(lines.join("\n")).toContain("Proshno 9.1.0 is not healthy: /readyz responds with 503");
      expect(last).toMatch(/^The server runs Proshno 9\.0\.0 again\. Nothing was lost\./);
      expect(versions()).toEqual(["9.0.0", "9.0.0"]);
      await essentialCalls(server.origin, accounts, "refraction");
    },

    async "installs the corrected release after a return"() {
      world.publish("unhealthy");
      expect((await world.upgrade(env)).code).toBe(1);
      world.withdraw();
      world.publish("migration");
      expect(await world.upgrade(env)).toMatchObject({ code: 0, last: "Proshno 9.2.0 is installed." });
      expect(versions()).toEqual(["9.2.0", "9.2.0"]);
    },

    async "keeps the old workers if no worker of the new release starts"() {
      world.publish("broken-start");
      const stop = await startLoad(server.origin, sampleAccounts(server.lines), { readers });
      const { code, lines } = await world.upgrade(env);
      expect((await stop()).failures).toEqual([]);
      expect(code).toBe(1);
      expect(lines.join("\n")).toContain("A new worker didn't start");
      expect(versions()).toEqual(["9.0.0", "9.0.0"]);
    },

    async "changes nothing if a migration fails"() {
      world.publish("failing-migration");
      const { code, lines } = await world.upgrade(env);
      expect(code).toBe(1);
      expect(lines.join("\n")).toContain("The migration of the drill fails.");
      expect(realpathSync(world.current)).toMatch(/9\.0\.0$/);
      await essentialCalls(server.origin, sampleAccounts(server.lines), "refraction");
    },

    async "continues after a kill at any step, and loses no request meanwhile"() {
      world.publish("migration");
      const accounts = sampleAccounts(server.lines);
      const stop = await startLoad(server.origin, accounts, { readers });
      const backups = await mkdtemp(join(tmpdir(), "proshno-backups-"));
      const args = ["--backup", backups];
      const { DATABASE_URL: databaseUrl, PROSHNO_DATA: dataFolder } = archive.env;
      for (const step of steps.keys()) {
        expect((await world.upgrade(env, step + 1, args)).code).toBeNull();
        if (steps[step] !== "backup") continue;
        // The first thing that a backup writes to its place.
        const begun = once(watch(backups), "change");
        expect((await world.upgrade(env, begun, args)).code).toBeNull();
        // Instead of a wait of two minutes.
        await expireLease({ dataFolder, databaseUrl: databaseUrl || undefined });
      }
      const upgrade = await world.upgrade(env, undefined, args);
      await rm(backups, { recursive: true });
      expect((await stop()).failures).toEqual([]);
      expect(upgrade).toMatchObject({ code: 0, last: "Proshno 9.1.0 is installed." });
      expect(versions()).toEqual(["9.1.0", "9.1.0"]);
      expect(await hasColumn("drill1")).toBe(true);
      await essentialCalls(server.origin, accounts, "refraction");
    },

    async "returns to the release before if the server stops while its workers are replaced"() {
      world.publish("none");
      expect((await world.upgrade(env, steps.indexOf("restart") + 1)).code).toBeNull();
      expect(realpathSync(world.current)).toMatch(/9\.1\.0$/);
      server.process.kill("SIGKILL");
      await once(server.process, "exit");
      const { code, lines, last } = await world.upgrade(env);
      expect(code).toBe(1);
      expect(lines).toContain("Proshno 9.1.0 is not healthy: The server stopped.");
      expect(last).toContain("Proshno 9.0.0 is chosen again, but no server is running.");
      expect(realpathSync(world.current)).toMatch(/9\.0\.0$/);
    },
  };

  const chosen = Object.keys(cases).filter((title) => isDrill || title === IN_SUITE[engine]);
  test.each(chosen)("%s", async (title) => {
    await cases[title]?.();
    expect.hasAssertions();
  });
});
