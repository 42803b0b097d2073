import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readSafely } from "../lib/process-figures.ts";
import { runSoak } from "./run-soak.ts";
import { openSamples, type Sample, secondsOf } from "./samples.ts";
import { reportOf } from "./report.ts";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import { createEmptyPostgres } from "../../tests/support/platform/archive.ts";
import { isAlive } from "../../tests/support/process/workers.ts";

const root = new URL("../..", import.meta.url).pathname;
const RATE = 60;
const EVERY = 0.5;
/** Options for `vi.waitFor`: a busy machine needs a minute for two workers. In ms. */
const START = { timeout: 240_000, interval: 50 };

function folderForSoak(): string {
  const folder = mkdtempSync(join(tmpdir(), "proshno-soak-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The successful requests of a kind. The server of a busy machine can refuse some. */
const sum = (samples: Sample[], kind: keyof Sample["calls"]): number =>
  samples
    .flatMap(({ calls }) => calls[kind] ?? [])
    .reduce((total, { requests, failures }) => total + requests - failures, 0);

/** Checks that the last sample describes the server. */
function checkLast(samples: Sample[], folder: string): void {
  const { processes, heap, sizes } = samples.at(-1) as Sample;
  expect(processes.map(({ name }) => name)).toEqual(["primary", "worker 1", "worker 2", "children"]);
  for (const { memory, handles, threads } of processes.slice(0, 3)) {
    expect(memory).toBeGreaterThan(10_000_000);
    expect(handles).toBeGreaterThan(3);
    expect(threads).toBeGreaterThan(3);
  }
  expect(heap).toBeGreaterThan(10_000_000);
  expect(sizes.log).toBeLessThanOrEqual(statSync(join(folder, "server.log")).size);
  expect(sizes.database).toBeGreaterThan(100_000);
  expect(sizes.wal).toBeGreaterThan(0);
  expect(sizes.data).toBeGreaterThan(500_000);
}

test("an interrupted soak on PostgreSQL continues with a new server, and counts what the archive has", async () => {
  const folder = folderForSoak();
  const { databaseUrl, drop } = await createEmptyPostgres();
  onTestFinished(async () => void (await drop()));
  const stop = new AbortController();
  const options = { folder, databaseUrl, every: EVERY, rate: RATE, seconds: 600 };
  const interrupt = ({ seconds }: Sample) => seconds > 0 && stop.abort();
  await runSoak({ ...options, signal: stop.signal, onSample: interrupt });
  const before = openSamples(folder).read();
  const seconds = secondsOf(before) + 1;
  await runSoak({ ...options, seconds, signal: new AbortController().signal });

  const samples = openSamples(folder).read();
  expect(samples.slice(0, before.length)).toEqual(before);
  expect(new Set(samples.map(({ run }) => run))).toEqual(new Set([1, 2]));
  expect(secondsOf(samples)).toBeGreaterThanOrEqual(seconds);
  expect(reportOf(samples, openSamples(folder).found(), 0).text).toContain("starts of the server: 2");
  expect(await contributionsIn(databaseUrl)).toBe(sum(samples, "contribution"));
  expect(sum(samples, "cached list")).toBeGreaterThan(0);
  checkLast(samples, folder);
});

test("a killed soak on SQLite leaves a server behind, and the next soak stops it and continues", async () => {
  const folder = folderForSoak();
  const args = ["--engines", "sqlite", "--folder", folder, "--rate", String(RATE), "--every", String(EVERY)];
  const killed = spawn(process.execPath, ["lab/run.ts", "soak", ...args], { cwd: root, stdio: "ignore" });
  const own = join(folder, "sqlite");
  const samples = () => openSamples(own).read();
  await vi.waitFor(() => expect(secondsOf(samples())).toBeGreaterThan(0), START);
  const exited = once(killed, "exit");
  killed.kill("SIGKILL");
  await exited;
  const { pid } = JSON.parse(readFileSync(join(own, "archive/server.json"), "utf8")) as { pid: number };
  onTestFinished(() => {
    if (readSafely(`/proc/${pid}/cmdline`).includes("src/main.ts")) process.kill(pid, "SIGKILL");
  });
  expect(isAlive(pid)).toBe(true);

  const seconds = secondsOf(samples()) + EVERY;
  const { signal } = new AbortController();
  await runSoak({ folder: own, databaseUrl: undefined, every: EVERY, seconds, signal });
  expect(readFileSync(join(own, "found.json"), "utf8")).toContain(`"rate":${RATE}`);
  expect(secondsOf(samples())).toBeGreaterThanOrEqual(seconds);
  expect(new Set(samples().map(({ run }) => run))).toEqual(new Set([1, 2]));
  expect(readSafely(`/proc/${pid}/cmdline`)).not.toContain("src/main.ts");
  checkLast(samples(), own);
});

/** The number of items of the students of a soak. */
async function contributionsIn(databaseUrl: string): Promise<number> {
  const db = openDatabase({ databaseUrl, dataFolder: "" });
  try {
    const rows = await db.read.selectFrom("resource").select("id").where("email", "like", "bench%").execute();
    return rows.length;
  } finally {
    await db.close();
  }
}
