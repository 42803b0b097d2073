import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kindNamed } from "../../src/shared/kinds/index.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { ask, check, type Watched, watchedItems } from "../support/process/stale-checker.ts";
import { startServer, type TestServer } from "../support/process/server.ts";

/** `npm run lab -- stale` sets more reads. */
const READS = Number(process.env["PROSHNO_STALE_READS"] ?? 1_000);
const WRITERS = READS > 10_000 ? 100 : 20;
/** The items of one decision at the desk: enough for a job. */
const GROUP = READS > 10_000 ? 1_000 : 60;
const LONG = 3_600_000;
/** How long one process is stopped, in ms: longer than a lease. */
const STOPPED = 5_000;

describe.each(bothEngines)("two processes that answer from memory on %s", (engine) => {
  let archive: TestArchive;
  let one: TestServer;
  let other: TestServer;
  let cookie: string;
  let items: Watched[];
  let group: Watched[];

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    items = await watchedItems(archive, WRITERS);
    group = await watchedItems(archive, GROUP, "Pending");
    cookie = (await archive.signUp("Admin", "admin")).cookie;
    [one, other] = await Promise.all([startServer(archive.env), startServer(archive.env)]);
  });
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
    await archive.close();
  });

  const options = (reads: number) => ({
    items,
    origins: [one.origin, other.origin],
    cookie,
    reads,
    readers: READS > 10_000 ? 40 : 10,
  });
  async function setStatus(at: TestServer, { kind, id }: Watched, status: string): Promise<void> {
    const path = `/api/${kindNamed(kind).calls.setStatus[0]}/${id}`;
    const answer = await ask(at.origin, path, { method: "PUT", cookie, body: JSON.stringify({ status }) });
    expect(answer.status).toBe(200);
  }

  test(
    "show an approved item at once, and hide a cancelled item at once",
    async () => {
      const report = READS > 10_000 ? progress(engine) : undefined;
      const figures = await check({ ...options(READS), group, ...(report ? { report } : {}) });
      const { reads, certain, throughCache, writes, decisions, stale, refused, longestWrite } = figures;
      console.log(
        `Stale answers, ${engine}: ${stale.length} in ${reads} reads (${certain} certain, ${throughCache} of them ` +
          `through memory) beside ${writes} writes of ${WRITERS} writers, and ${decisions} decisions and undos about ` +
          `${GROUP} items each; longest write ${Math.round(longestWrite)} ms; refused as too busy: ${JSON.stringify(refused)}`,
      );
      // A machine that is too slow for this load may answer 503, but nothing else.
      expect(Object.keys(refused).filter((status) => status !== "503")).toEqual([]);
      expect(stale.slice(0, 9)).toEqual([]);
      expect(throughCache).toBeGreaterThan(reads / 10);
      expect(decisions).toBeGreaterThan(0);
    },
    LONG,
  );

  test("show a new phone number as soon as an admin has saved it", async () => {
    const [item] = items as [Watched];
    // The previous test may have left this item hidden.
    await setStatus(one, item, "Approved");
    item.status = "Approved";
    const paths = ["/", "/contact", "/privacy", "/allQuestions", `/question-details/${item.id}`];
    for (const [index, phone] of ["+880 1700 000001", "+880 1700 000002"].entries()) {
      for (const { origin } of [one, other])
        for (const path of paths) expect((await ask(origin, path)).text).not.toContain(phone);
      const body = new URLSearchParams({ phone, version: String(index + 1) });
      const saved = await fetch(`${one.origin}/admin-dashboard/contact-details`, {
        method: "POST",
        headers: { cookie },
        body,
        redirect: "manual",
      });
      expect(saved.status).toBe(303);
      for (const { origin } of [other, one])
        for (const path of paths.filter((each) => each !== "/privacy"))
          expect(await ask(origin, path), path).toMatchObject({
            status: 200,
            text: expect.stringContaining(phone),
          });
    }
  });

  test("show no hidden item after one of them was stopped for five seconds", async () => {
    const item = items[0] as Watched;
    await setStatus(one, item, "Approved");
    const { pages, calls } = kindNamed(item.kind);
    const paths = [`${pages.details}/${item.id}`, `/api/${calls.one}/${item.id}`];
    for (const path of [...paths, ...paths]) expect((await ask(other.origin, path)).status).toBe(200);
    other.process.kill("SIGSTOP");
    const stopped = performance.now();
    // The writes succeed although the other process can't acknowledge them.
    while (performance.now() - stopped < STOPPED)
      for (const status of ["Approved", "Cancelled"]) await setStatus(one, item, status);
    const asked = paths.map((path) => ask(other.origin, path, { isAlone: true }));
    other.process.kill("SIGCONT");
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404]);
    await setStatus(one, item, "Approved");
    item.status = "Approved";
    for (const path of paths) expect((await ask(other.origin, path, { isAlone: true })).status).toBe(200);
  });

  test(
    "show current data and accept writes when one of them is killed",
    async () => {
      const { process: killed } = other;
      const origins = [one.origin, other.origin];
      let isKilled = false;
      const report = () => {
        if (!isKilled) {
          isKilled = true;
          origins.splice(1);
          killed.kill("SIGKILL");
        }
      };
      const dead = once(killed, "exit");
      const figures = await check({ ...options(Math.max(READS / 20, 1_000)), origins, report });
      await dead;
      expect(isKilled).toBe(true);
      expect(figures.stale.slice(0, 9)).toEqual([]);
      console.log(`One killed, ${engine}: longest write ${Math.round(figures.longestWrite)} ms`);
      other = await startServer(archive.env);
      await setStatus(one, items[0] as Watched, "Cancelled");
      const { pages } = kindNamed((items[0] as Watched).kind);
      expect((await ask(other.origin, `${pages.details}/${items[0]?.id}`)).status).toBe(404);
    },
    LONG,
  );
});

/** Logs a line of progress after each tenth of the reads. */
function progress(engine: string) {
  return ({ reads, stale }: { reads: number; stale: string[] }) => {
    if (reads % Math.ceil(READS / 10) === 0)
      console.log(`${engine}: ${Math.round((100 * reads) / READS)} %, ${stale.length} stale`, stale[0] ?? "");
  };
}
