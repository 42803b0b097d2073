import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findPlace, type Place, point, targetOf } from "../../src/cli/upgrade/place.ts";
import { readState, removeState, writeState } from "../../src/cli/upgrade/state.ts";
import { FIRST_RELEASE } from "../../src/server/platform/index.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { startServer } from "../support/process/server.ts";
import { createUpgradeWorld, type UpgradeWorld } from "../support/process/upgrade-world.ts";

let world: UpgradeWorld;
let place: Place;
/** The folders of the releases 9.0.0 and 9.1.0. */
let older: string;
let newer: string;
beforeAll(async () => {
  world = await createUpgradeWorld({ hasPackages: false });
  older = world.unpack("9.0.0");
  newer = world.unpack(world.publish("none"));
  place = await findPlace(world.clone);
});
afterAll(() => world.close());

let archive: TestArchive;
let env: Record<string, string>;
/** The work after each test, also after one that failed. */
let ends: (() => unknown)[];
beforeEach(async () => {
  archive = await openTestArchive("sqlite");
  ends = [archive.close];
  env = { ...archive.env, PROSHNO_LOG: "error" };
  point(place.previous, older);
  point(place.current, newer);
});
afterEach(async () => {
  for (const end of ends) await end();
  removeState(place);
});
const start = async (folder: string, workers: number) => {
  const server = await startServer({ ...env, PROSHNO_WORKERS: String(workers) }, folder);
  ends.unshift(server.stop);
  return server;
};
const howToStart = () => `Start it in ${place.current}, for example: systemctl start proshno`;

test("refuses a relative folder for the backup, which would be in the folder of a release", async () => {
  const { code, lines } = await world.upgrade(env, undefined, ["--backup", "../backups"]);
  expect(code).toBe(2);
  expect(lines[0]).toBe(
    "--backup needs a folder with an absolute path, or a bucket such as s3://bucket/proshno.",
  );
});

test("says so if the list of releases has none that it can install", async () => {
  const early = await createUpgradeWorld({ first: FIRST_RELEASE, hasPackages: false });
  ends.unshift(early.close);
  const { code, lines } = await early.upgrade(env);
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringContaining("lists no release that this command can install. Start the"),
  ]);
});

test("names the folder of a server that runs in the clone itself, and changes nothing", async () => {
  await start(world.clone, 1);
  const newest = world.publish("none");
  // The last step of a new installation, and the first step of an upgrade.
  writeState(place, { version: "9.1.0", commit: "", step: "health" });
  const { code, lines, last } = await world.upgrade(env, 2);
  expect(lines).toContain(
    `The server still runs in ${world.clone}. Set its WorkingDirectory to ${place.current} (docs/proshno.service), ` +
      "and restart it.",
  );
  expect(lines).toContain("Proshno 9.1.0 is installed.");
  const reason = `The server runs in ${world.clone}, so it can't start another release. Set its WorkingDirectory to ${place.current}`;
  expect(last).toContain(reason);
  expect(code).toBe(1);

  const back = await world.upgrade(env, "Returning to", ["--back"]);
  expect(back.last).toContain(reason);
  expect(targetOf(place.current)).toBe(newer);
  expect(readState(place)).toBeUndefined();
  world.withdraw();
  expect(newest).toBe("9.2.0");
});

test("continues a return that was interrupted, and says that no server is running", async () => {
  const server = await start(place.current, 2);
  expect((await world.upgrade(env, "Returning to", ["--back"])).code).toBeNull();
  expect(readState(place)).toMatchObject({ step: "return", from: older });
  await server.stop();
  const { code, lines } = await world.upgrade(env);
  expect(lines).toEqual([
    "Returning to Proshno 9.0.0 …",
    `Proshno 9.0.0 is chosen again, but no server is running. ${howToStart()}`,
  ]);
  expect(code).toBe(0);
  expect(targetOf(place.current)).toBe(older);
  expect(readState(place)).toBeUndefined();
});

test("refuses to return if an upgrade was interrupted before it changed the release", async () => {
  const state = { version: "9.2.0", commit: "", from: newer, step: "install" } as const;
  writeState(place, state);
  const { code, last } = await world.upgrade(env, undefined, ["--back"]);
  expect(code).toBe(1);
  expect(last).toContain("was interrupted before it changed the release. Complete it with `npm run upgrade`");
  expect(targetOf(place.current)).toBe(newer);
  expect(readState(place)).toEqual(state);
});
