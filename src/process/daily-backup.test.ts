import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { startDailyBackup } from "./daily-backup.ts";

const MINUTE = 60_000;
afterEach(() => vi.useRealTimers());

/** Runs a program as the backup, and notes what the server does. */
function observe(program: string, isDue: () => Promise<boolean>, isPaused = () => false) {
  const children: ChildProcess[] = [];
  const said: string[] = [];
  const daily = startDailyBackup({
    services: { backups: { isDue, remind: async () => void said.push("remind") } },
    isPaused,
    reminds: true,
    log: {
      done: (text) => said.push(`done: ${text}`),
      failed: (text) => said.push(`failed: ${text}`),
      error: (error) => said.push(String(error)),
    },
    start() {
      const child = spawn(process.execPath, ["-e", program]);
      children.push(child);
      return child;
    },
  });
  return { daily, children, said };
}

test("a due backup runs, and its output is logged", async () => {
  const { daily, said } = observe("console.log('Saved.')", async () => true);
  await vi.waitFor(() => expect(said).toEqual(["done: Saved.", "remind"]), 10_000);
  await daily.stop();
});

test("a backup that was killed is started again after an hour, not every ten minutes", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const { daily, children, said } = observe("process.kill(process.pid, 'SIGKILL')", async () => true);
  const looked = async (times: number) => {
    await vi.waitFor(() => expect(said.filter((line) => line === "remind")).toHaveLength(times), 10_000);
    // The server has finished its look.
    await new Promise((resolve) => setImmediate(resolve));
  };
  await looked(1);
  expect(said[0]).toBe("failed: it ended with SIGKILL");
  for (let times = 2; times <= 6; times += 1) {
    vi.advanceTimersByTime(10 * MINUTE);
    await looked(times);
  }
  expect(children).toHaveLength(1);
  for (const times of [7, 8]) {
    vi.advanceTimersByTime(10 * MINUTE);
    await looked(times);
  }
  expect(children).toHaveLength(2);
  await daily.stop();
});

test("a look that can't read the pause of the archive is logged, and the next one makes the backup", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  // Like the database file on a disk that is gone.
  let readPause = () => readFileSync("/nowhere/proshno.sqlite").length > 0;
  const { daily, said } = observe(
    "console.log('Saved.')",
    async () => true,
    () => readPause(),
  );
  await vi.waitFor(() => expect(said).toHaveLength(1), 10_000);
  expect(said[0]).toContain("ENOENT");
  await new Promise((resolve) => setImmediate(resolve));
  readPause = () => false;
  vi.advanceTimersByTime(10 * MINUTE);
  await vi.waitFor(() => expect(said.slice(1)).toEqual(["done: Saved.", "remind"]), 10_000);
  await daily.stop();
});

test("a server that stops starts no backup, and ends a running one", async () => {
  let answer = (_isDue: boolean) => {};
  const early = observe("", () => new Promise<boolean>((resolve) => (answer = resolve)));
  const stopped = early.daily.stop();
  answer(true);
  await stopped;
  expect(early.children).toEqual([]);

  const { daily, children, said } = observe("setInterval(() => {}, 1_000)", async () => true);
  await vi.waitFor(() => expect(children).toHaveLength(1), 10_000);
  await daily.stop();
  expect(said).toEqual(["failed: it ended with SIGTERM"]);
});
