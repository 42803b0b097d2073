import { existsSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { shareAssets } from "../../src/cli/upgrade/packages.ts";
import { point } from "../../src/cli/upgrade/place.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { createUpgradeWorld, type UpgradeWorld } from "../support/process/upgrade-world.ts";
import { isAlive, logged, WAIT_OPTIONS, pidOf, pids, send } from "../support/process/workers.ts";

let world: UpgradeWorld;
/** The folder of the release that runs, and of one whose workers listen, but are ready only at SIGUSR2. */
let release: string;
let waiting: string;
let archive: TestArchive;
let server: TestServer;
/** The work after the tests, also after a failure. */
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  world = await createUpgradeWorld({ hasPackages: false });
  ends.unshift(world.close);
  release = world.unpack("9.0.0");
  waiting = world.unpack(world.publish("waiting-start"));
  point(world.current, release);
  archive = await openTestArchive("sqlite");
  ends.unshift(archive.close);
  server = await startServer({ ...archive.env, PROSHNO_WORKERS: "2", PROSHNO_LOG: "debug" }, world.current);
  ends.unshift(server.stop);
});
afterAll(async () => {
  for (const end of ends) await end();
});

const deaths = () => logged(server).filter(({ msg }) => msg === "worker died").length;
/** The workers and the number of deaths before a test. */
let before: number[];
let deathsBefore: number;
beforeEach(async () => {
  point(world.current, release);
  before = await pids(server, 2);
  deathsBefore = deaths();
});
const untilLogged = (text: string) =>
  vi.waitFor(() => expect(logged(server).map(({ msg }) => msg)).toContain(text), WAIT_OPTIONS);

// Each replaces a different worker, because the server gives up on one that dies too often.
test.each([
  { state: "is missing", worker: 1, replace: () => {} },
  { state: "is a file", worker: 2, replace: (path: string) => writeFileSync(path, "") },
])("the server outlives a release folder that $state, and replaces worker $worker later", async (row) => {
  const pid = logged(server).findLast(({ worker }) => worker === row.worker)?.pid ?? 0;
  expect(before).toContain(pid);
  renameSync(release, `${release}.away`);
  row.replace(release);
  process.kill(pid, "SIGKILL");
  // The killed one, and the next one, which can't start.
  await vi.waitFor(() => expect(deaths()).toBeGreaterThanOrEqual(deathsBefore + 2), WAIT_OPTIONS);
  rmSync(release, { force: true });
  renameSync(`${release}.away`, release);
  await pids(server, 1, before);
  expect(before.filter(isAlive)).toHaveLength(1);
});

test("the old workers stay if the current release is no folder", async () => {
  const file = join(release, "package.json");
  point(world.current, file);
  server.process.kill("SIGHUP");
  await untilLogged("no new worker starts, so the old workers stay");
  expect(await pids(server, 2)).toEqual(expect.arrayContaining(before));
});

test("a running worker has an asset of a release that is installed beside its own", async () => {
  const path = "assets/root-installed-later.css";
  writeFileSync(join(waiting, "build/client", path), "a {}");
  // The build is this repository's, and may be days old.
  const { mtime } = statSync(join(waiting, "build/.stamp"));
  utimesSync(join(waiting, "build/client", path), mtime, mtime);
  expect((await send(server, `/${path}`)).status).toBe(404);
  shareAssets(release, waiting);
  expect(existsSync(join(release, "build/client", path))).toBe(true);
  expect((await send(server, `/${path}`)).status).toBe(200);
});

test("a second SIGHUP lets a new worker that already has a request finish it", async () => {
  point(world.current, waiting);
  server.process.kill("SIGHUP");
  // The connection stays with the new worker, which listens, but isn't ready.
  const next = await vi.waitFor(async () => {
    const connection = new Agent({ keepAlive: true, maxSockets: 1 });
    const pid = await pidOf(server, (await send(server, "/healthz", { agent: connection })).id);
    if (before.includes(pid)) {
      connection.destroy();
      throw new Error("An old worker answered.");
    }
    return { pid, connection };
  }, WAIT_OPTIONS);
  const sent = request(`${server.origin}/contact`, {
    method: "POST",
    agent: next.connection,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: server.origin,
      expect: "100-continue",
    },
  });
  const response = once(sent, "response");
  sent.flushHeaders();
  await once(sent, "continue");

  point(world.current, release);
  server.process.kill("SIGHUP");
  // The primary accepts connections, so it has handled the signal.
  for (let count = 0; count < 2; count += 1) await send(server, "/healthz");
  process.kill(next.pid, "SIGUSR2");
  sent.end("name=a&email=b@c.edu&sub=c&mess=last+words");
  const [answer] = await response;
  answer.resume();
  expect(answer.statusCode).toBe(303);
  next.connection.destroy();
  await untilLogged("workers replaced");
  expect([...before, next.pid].filter(isAlive)).toEqual([]);
  expect(deaths()).toBe(deathsBefore);
});
