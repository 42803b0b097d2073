import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyRunner } from "../../../../tests/support/archive/copy-runner.ts";
import {
  type CopyWorld,
  openCopyWorld,
  otherPaper,
  PAPER,
} from "../../../../tests/support/archive/copy-world.ts";
import type { CopyChildOptions } from "../../../../tests/support/archive/copy-child.ts";
import { sendPage } from "../../../../tests/support/archive/drive-site.ts";
import { insertItem } from "../../../../tests/support/archive/factories.ts";
import { bothEngines } from "../../../../tests/support/platform/archive.ts";
import { LEASE, MAX_ATTEMPTS, pause } from "../../platform/jobs/jobs.service.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe.each(bothEngines)("the queue of copies on %s", (engine) => {
  let world: CopyWorld;
  beforeEach(async () => {
    world = await openCopyWorld(engine);
  });
  afterEach(() => world.close());

  test("all copies wait as long as Drive wants", async () => {
    const { link, id } = world.newLink();
    world.site.on(id, (_request, response) => void response.writeHead(429, { "retry-after": "600" }).end());
    const busy = await world.contribute(link);
    const free = world.newLink();
    world.site.serve(free.id, PAPER);
    world.time.now += 1;
    const waiting = await world.contribute(free.link);
    await world.runner.drain();
    expect(world.site.asked).toHaveLength(1);
    expect(await world.state(busy)).toEqual({ state: "waiting", problem: "busy" });
    const { notBefore } = await world.archive.services.driveCopies.progress(world.admin);
    expect(notBefore).toBe(new Date(world.time.now + 10 * MINUTE).toISOString());
    world.time.now += 10 * MINUTE - 1;
    await world.runner.drain();
    expect(world.site.asked).toHaveLength(1);
    world.time.now += 1;
    world.site.serve(id, otherPaper("Busy"));
    await world.runner.drain();
    expect(await world.state(waiting)).toMatchObject({ state: "copied" });
    expect(await world.state(busy)).toMatchObject({ state: "copied" });
    expect(world.failures).toEqual(["CopyDelayed busy"]);
  });

  test("an extreme wish of Drive is limited to six hours", async () => {
    const { link, id } = world.newLink();
    world.site.on(
      id,
      (_request, response) => void response.writeHead(429, { "retry-after": "99999999" }).end(),
    );
    await world.contribute(link);
    await world.runner.drain();
    const { notBefore } = await world.archive.services.driveCopies.progress(world.admin);
    expect(notBefore).toBe(new Date(world.time.now + 360 * MINUTE).toISOString());
  });

  test("a file that Drive can't send delays only its own copy", async () => {
    const bad = world.newLink();
    world.site.on(bad.id, (_request, response) => void response.writeHead(500).end());
    const failing = await world.contribute(bad.link);
    world.time.now += 1;
    for (let index = 0; index < 3; index += 1) {
      const { itemId } = await world.copied(otherPaper(`Good ${index}`));
      expect(await world.state(itemId)).toMatchObject({ state: "copied" });
      world.time.now += 7 * 60 * MINUTE;
    }
    expect(await world.state(failing)).toEqual({ state: "waiting", problem: "busy" });
    const { notBefore } = await world.archive.services.driveCopies.progress(world.admin);
    expect(notBefore).toBeUndefined();
  });

  test("a file that Drive can't send waits as long as Drive wants", async () => {
    const { link, id } = world.newLink();
    world.site.on(id, (_request, response) => void response.writeHead(503, { "retry-after": "7200" }).end());
    const itemId = await world.contribute(link);
    await world.runner.drain();
    world.site.serve(id, PAPER);
    world.time.now += 120 * MINUTE - 1;
    await world.runner.drain();
    expect(await world.state(itemId)).toEqual({ state: "waiting", problem: "busy" });
    world.time.now += 1;
    await world.runner.drain();
    expect(await world.state(itemId)).toMatchObject({ state: "copied" });
  });

  test("all copies wait after Drive failed to send three different files", async () => {
    const links = Array.from({ length: 4 }, () => world.newLink());
    for (const { id, link } of links) {
      world.site.on(id, (_request, response) => void response.writeHead(500).end());
      await world.contribute(link);
      world.time.now += 1;
    }
    await world.runner.drain();
    expect(world.site.asked).toHaveLength(3);
    const { driveCopies } = world.archive.services;
    const { notBefore } = await driveCopies.progress(world.admin);
    expect(notBefore).toBe(new Date(world.time.now + MINUTE).toISOString());
    for (const { id } of links) world.site.serve(id, otherPaper(id));
    for (let minute = 0; minute < 5; minute += 1) {
      world.time.now += MINUTE;
      await world.runner.drain();
    }
    expect(await driveCopies.progress(world.admin)).toMatchObject({ copied: 4, notBefore: undefined });
    expect(await world.archive.services.driveCopies.mayRun()).toBe(true);
  });

  test("a copy fails after eight attempts, and an admin can start it again", async () => {
    const { link, id } = world.newLink();
    world.site.on(id, (_request, response) => void response.writeHead(500).end());
    const itemId = await world.contribute(link);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS + 1; attempt += 1) {
      await world.runner.drain();
      world.time.now += Math.max(pause(attempt, 1), 360 * MINUTE);
    }
    expect(world.site.asked).toHaveLength(MAX_ATTEMPTS);
    expect(await world.state(itemId)).toEqual({ state: "failed", problem: "busy" });
    expect(await world.copyJobs()).toEqual([]);
    world.site.serve(id, PAPER);
    await world.archive.services.driveCopies.start(world.admin);
    await world.runner.drain();
    expect(await world.state(itemId)).toMatchObject({ state: "copied" });
  });

  test("saving an item again lets its waiting copy run now", async () => {
    const { link, id } = world.newLink();
    world.site.on(id, (_request, response) => response.destroy());
    const itemId = await world.contribute(link);
    await world.runner.drain();
    expect(await world.state(itemId)).toEqual({ state: "waiting", problem: "unreachable" });
    world.site.serve(id, PAPER);
    await world.runner.drain();
    expect(await world.state(itemId)).toMatchObject({ state: "waiting" });
    await world.edit(itemId, { driveLink: link });
    expect(await world.copyJobs()).toHaveLength(1);
    await world.runner.drain();
    expect(await world.state(itemId)).toMatchObject({ state: "copied" });
  });

  test("an admin starts copies for existing items, pauses them, and sees the progress", async () => {
    const { driveCopies } = world.archive.services;
    const links = Array.from({ length: 103 }, () => world.newLink());
    for (const { link } of links) await insertItem(world.archive, "note", { fields: { driveLink: link } });
    await insertItem(world.archive, "note", { fields: { driveLink: "https://example.edu/paper.pdf" } });
    await insertItem(world.archive, "note", { status: "Cancelled" });
    expect(await driveCopies.progress(world.admin)).toMatchObject({ unplanned: 103, waiting: 0, copied: 0 });
    await driveCopies.pause(world.admin);
    await driveCopies.start(world.admin);
    await driveCopies.start(world.admin);
    await world.runner.drain();
    expect(world.site.asked).toEqual([]);
    world.site.serve(links[0]!.id, PAPER);
    await driveCopies.resume(world.admin);
    await world.runner.drain();
    const progress = await driveCopies.progress(world.admin);
    expect(progress).toMatchObject({ unplanned: 0, waiting: 0, running: 0, copied: 1, used: PAPER.length });
    expect(progress.failed).toEqual([{ problem: "gone", count: 102 }]);
    expect(progress.failures).toHaveLength(50);
    expect(world.site.asked).toHaveLength(104);
  });

  test("a copy whose server was killed in the middle of the download continues on another server", async () => {
    const { link, id } = world.newLink();
    const asked = Promise.withResolvers<void>();
    world.site.on(id, (_request, response) => {
      response.writeHead(200, { "content-type": "application/pdf", "content-length": String(PAPER.length) });
      response.write(PAPER.subarray(0, 100));
      asked.resolve();
    });
    const itemId = await world.contribute(link);
    const { env, shared } = world.archive;
    const options: CopyChildOptions = {
      dataFolder: shared.dataFolder,
      databaseUrl: env.DATABASE_URL || undefined,
      secret: env.PROSHNO_SECRET,
      now: world.time.now,
      limit: 1_000_000,
      port: world.site.port,
      certificate: world.site.certificate,
    };
    const script = fileURLToPath(new URL("../../../../tests/support/archive/copy-child.ts", import.meta.url));
    const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: "ignore" });
    const ended = once(child, "exit");
    await asked.promise;
    child.kill("SIGKILL");
    await ended;
    world.site.serve(id, PAPER);
    await world.runner.drain();
    // The claim of the killed server is still valid.
    expect(await world.state(itemId)).toEqual({ state: "waiting", problem: undefined });
    world.time.now += LEASE;
    await world.runner.drain();
    expect(await world.state(itemId)).toMatchObject({ state: "copied" });
    expect(await world.copyJobs()).toEqual([]);
    expect(await world.files()).toHaveLength(1);
  });

  test("contributors take turns", async () => {
    const { actor: other } = await world.archive.signUp("Other");
    const order: string[] = [];
    const contribute = async (name: string, by = world.student) => {
      const { link, id } = world.newLink();
      world.site.on(id, (_request, response) => {
        order.push(name);
        response.writeHead(404).end();
      });
      await world.contribute(link, by);
      world.time.now += 1;
    };
    for (const name of ["first", "second", "third"]) await contribute(name);
    await contribute("other", other);
    await world.runner.drain();
    expect(order.indexOf("other")).toBe(1);
  });

  test("two servers never fetch two files at once", async () => {
    let open = 0;
    let most = 0;
    for (let index = 0; index < 12; index += 1) {
      const { link, id } = world.newLink();
      world.site.on(id, (_request, response) => {
        open += 1;
        most = Math.max(most, open);
        response.on("finish", () => (open -= 1));
        setImmediate(() => response.writeHead(404).end());
      });
      await world.contribute(link);
    }
    const { services } = world.archive;
    const runners = Array.from({ length: 4 }, () => copyRunner(services, world.site, world.failures));
    while ((await world.copyJobs()).length > 0) await Promise.all(runners.map((one) => one.drain()));
    expect(most).toBe(1);
    expect(world.site.asked).toHaveLength(12);
    expect(world.failures).toEqual([]);
  });

  test("a day of Drive's quota page ends with the reason", async () => {
    const { link, id } = world.newLink();
    world.site.on(id, (_request, response) => sendPage(response, "<title>Quota exceeded</title>"));
    const itemId = await world.contribute(link);
    await world.runner.drain();
    expect(await world.state(itemId)).toEqual({ state: "waiting", problem: "quota_exceeded" });
    for (let day = 0; day < 10; day += 1) {
      world.time.now += DAY;
      await world.runner.drain();
    }
    expect(await world.state(itemId)).toEqual({ state: "failed", problem: "quota_exceeded" });
    expect(world.site.asked).toHaveLength(MAX_ATTEMPTS);
  });
});
