import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { childrenOf } from "../support/process/process-children.ts";
import { startServer, type TestServer } from "../support/process/server.ts";
import { isAlive, logged, WAIT_OPTIONS, pids } from "../support/process/workers.ts";

describe("the replacement of workers", () => {
  let archive: TestArchive;
  let server: TestServer;
  let before: number[];
  beforeEach(async () => {
    archive = await openTestArchive("sqlite");
    server = await startServer({ ...archive.env, PROSHNO_WORKERS: "2", PROSHNO_LOG: "debug" });
    before = await pids(server, 2);
  });
  afterEach(async () => {
    await server.stop();
    await archive.close();
  });
  const workers = () => childrenOf(server.process.pid as number);
  /** Whether the process runs its own program. Until it does, stopping it would also stop the primary. */
  const isWorker = (pid: number) => readFileSync(`/proc/${pid}/environ`, "utf8").includes("NODE_UNIQUE_ID=");
  /** The worker that will replace the first one, stopped before it starts. */
  async function stoppedSuccessor(): Promise<number> {
    const next = await vi.waitFor(
      () =>
        workers().find((pid) => !before.includes(pid) && isWorker(pid)) ?? Promise.reject(new Error("none")),
      WAIT_OPTIONS,
    );
    process.kill(next, "SIGSTOP");
    return next;
  }
  const untilLogged = (text: string) =>
    vi.waitFor(() => expect(logged(server).map(({ msg }) => msg)).toContain(text), WAIT_OPTIONS);

  test("starts no third worker if an old worker dies during it", async () => {
    server.process.kill("SIGHUP");
    const next = await stoppedSuccessor();
    const first = logged(server).find(({ worker }) => worker === 1)?.pid ?? 0;
    expect(before).toContain(first);
    process.kill(first, "SIGKILL");
    await vi.waitFor(() => expect(isAlive(first)).toBe(false), WAIT_OPTIONS);
    process.kill(next, "SIGCONT");
    await untilLogged("workers replaced");
    expect(workers()).toHaveLength(2);
    expect(workers()).toContain(next);
  });

  test("gives up on a new worker that never starts if a further replacement is requested", async () => {
    server.process.kill("SIGHUP");
    const next = await stoppedSuccessor();
    server.process.kill("SIGHUP");
    await untilLogged("workers replaced");
    expect([...before, next].filter(isAlive)).toEqual([]);
    expect(workers()).toHaveLength(2);
  });

  test("is logged only if the new workers start", async () => {
    const file = join(archive.env.PROSHNO_DATA, "proshno.sqlite");
    await rm(file);
    await writeFile(file, "not a database, ".repeat(300));
    server.process.kill("SIGHUP");
    await untilLogged("no new worker starts, so the old workers stay");
    await server.stop();
    expect(before.filter(isAlive)).toEqual([]);
    expect(logged(server).map(({ msg }) => msg)).not.toContain("workers replaced");
  });
});
