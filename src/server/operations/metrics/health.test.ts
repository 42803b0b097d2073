import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { createHealth, type HealthDependencies } from "./health.ts";
import { shareResult } from "./share-result.ts";

const CURRENT = { missing: [], newer: [], contracted: [] };
const NEWER = { ...CURRENT, newer: ["999912310000-newer"] };
const GB = 1_000_000_000;
const dataFolder = mkdtempSync(join(tmpdir(), "proshno-health-"));

function healthWith(changed: Partial<HealthDependencies> = {}) {
  return createHealth({
    schema: async () => CURRENT,
    dataFolder,
    disk: async () => ({ free: 50 * GB, size: 100 * GB }),
    connections: async () => undefined,
    reserve: () => 0,
    storage: async () => false,
    ...changed,
  });
}
const fail = async () => {
  throw new Error("postgres://user:password@10.0.0.7/proshno is down");
};
const names = async (changed: Partial<HealthDependencies>) => {
  const { isReady, problems } = await healthWith(changed)();
  return { isReady, names: problems.map(({ name }) => name) };
};

afterEach(() => vi.useRealTimers());
afterAll(() => rmSync(dataFolder, { recursive: true }));

describe("the health of a server", () => {
  it("is good if the database, the data folder, the disk and the file store are fine", async () => {
    expect(await healthWith()()).toEqual({ isReady: true, problems: [] });
  });

  it.each([
    ["database_unreachable", { schema: fail }],
    ["schema_older", { schema: async () => ({ ...CURRENT, missing: ["202611222010-set"] }) }],
    [
      "schema_contracted",
      {
        schema: async () => ({
          ...NEWER,
          contracted: [{ migration: "999912310000-newer", since: "99.1.0" }],
        }),
      },
    ],
    ["data_not_writable", { dataFolder: join(dataFolder, "missing") }],
  ])("stops the server with %s", async (name, changed) => {
    expect(await names(changed)).toEqual({ isReady: false, names: [name] });
  });

  it.each([
    ["schema_newer", { schema: async () => NEWER }],
    ["storage_unreachable", { storage: fail }],
    ["connections_short", { connections: async () => ({ needed: 24, allowed: 17, wasRefused: false }) }],
    ["connections_short", { connections: async () => ({ needed: 24, allowed: 97, wasRefused: true }) }],
    ["disk_nearly_full", { disk: async () => ({ free: GB / 4, size: 100 * GB }) }],
    ["disk_nearly_full", { disk: async () => ({ free: GB / 50, size: GB }) }],
  ])("names %s, and the server still gets requests", async (name, changed) => {
    expect(await names(changed)).toEqual({ isReady: true, names: [name] });
  });

  it.each([
    [2, ["uploads_refused"]],
    [4, ["disk_nearly_full"]],
    [7, []],
  ])(
    "warns of a disk with %s GB free before uploads are refused at the reserve of 3 GB",
    async (free, found) => {
      const disk = async () => ({ free: free * GB, size: 100 * GB });
      expect(await names({ disk, reserve: () => 3 * GB })).toEqual({ isReady: true, names: found });
    },
  );

  it("is good on a small disk with a tenth of its space free", async () => {
    expect(await names({ disk: async () => ({ free: GB / 10, size: GB }) })).toEqual({
      isReady: true,
      names: [],
    });
  });

  it("names several problems, the most serious first", async () => {
    const changed = { storage: fail, schema: fail };
    expect(await names(changed)).toEqual({
      isReady: false,
      names: ["database_unreachable", "storage_unreachable"],
    });
  });

  it("keeps the reason of a problem for the log", async () => {
    const { problems } = await healthWith({ schema: fail, disk: async () => ({ free: 7, size: GB }) })();
    expect(problems.map(({ reason }) => reason)).toEqual([
      "postgres://user:password@10.0.0.7/proshno is down",
      "7 bytes free",
    ]);
  });

  it("names a check that hangs after two seconds, and does not start it again while it hangs", async () => {
    vi.useFakeTimers();
    const schema = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
    const health = healthWith({ schema });
    for (let round = 0; round < 3; round += 1) {
      const answer = health();
      await vi.advanceTimersByTimeAsync(5_000);
      expect((await answer).isReady).toBe(false);
    }
    expect(schema).toHaveBeenCalledTimes(1);
  });
});

describe("a shared answer", () => {
  it("is made once for many callers, and again after a second", async () => {
    let now = 0;
    let made = 0;
    const ask = shareResult(
      async () => (made += 1),
      () => now,
    );
    const flood = await Promise.all(Array.from({ length: 1_000 }, ask));
    expect(new Set(flood)).toEqual(new Set([1]));
    now = 999;
    expect(await ask()).toBe(1);
    now = 1_000;
    expect(await ask()).toBe(2);
  });
});
