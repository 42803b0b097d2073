import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parseReleases, type Release } from "../../src/cli/upgrade/releases.ts";
import { FIRST_RELEASE } from "../../src/server/platform/db/contractions.ts";
import { executedMigrations } from "../../src/server/platform/db/schema-state.ts";
import { migrations } from "../../src/server/platform/db/migrate.ts";
import { bothEngines, openTestArchive } from "../support/platform/archive.ts";
import { unmigrate } from "../support/platform/unmigrate.ts";
import { essentialCalls, sampleAccounts } from "../support/process/essential-calls.ts";
import { checkOutRelease } from "../support/process/release-folder.ts";
import { startServer } from "../support/process/server.ts";

const root = new URL("../..", import.meta.url).pathname;
const releases = parseReleases(readFileSync(join(root, "docs/releases.md"), "utf8"));
/** The newest release: the release before the one that the present code becomes. */
const previous = releases.findLast(({ isWithdrawn }) => !isWithdrawn) as Release;
let folder: string;

beforeAll(async () => {
  folder = await checkOutRelease(previous.commit);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The work after each test, also after one that failed. */
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

describe.each(bothEngines)(`release ${previous.version} on %s`, (engine) => {
  test("keeps working while and after the present code migrates its database", async () => {
    const archive = await openTestArchive(engine);
    ends.unshift(archive.close);
    await unmigrate(archive);
    const env = { ...archive.env, PROSHNO_MODE: "demo", PROSHNO_LOG: "error" };
    const server = await startServer(env, folder);
    ends.unshift(server.stop);
    const accounts = sampleAccounts(server.lines);
    const before = await essentialCalls(server.origin, accounts, "refraction");

    execFileSync(process.execPath, ["src/cli/migrate.ts"], { cwd: root, env: { ...process.env, ...env } });
    expect(await executedMigrations(archive.db.read)).toEqual(Object.keys(migrations));
    const after = await essentialCalls(server.origin, accounts, "diffraction");
    expect(after).toEqual({ ...before, allQuestions: (before["allQuestions"] ?? 0) + 1 });
    expect(await server.stop()).toBe(0);
    expect(server.errors).toEqual([]);

    // A returning server starts on the newer schema. Only the first release can't, and it has no `npm run upgrade`.
    if (previous.version !== FIRST_RELEASE) {
      const again = await startServer(env, folder);
      ends.unshift(again.stop);
      await essentialCalls(again.origin, accounts, "polarisation");
      expect(await again.stop()).toBe(0);
    }
  });
});
