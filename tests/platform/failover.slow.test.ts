import { afterAll, beforeAll, expect, test } from "vitest";
import type { Version } from "../../src/server/platform/db/changes/change-feed.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import type { Database } from "../../src/server/platform/db/schema/schema.ts";
import { insertItems } from "../support/archive/factories.ts";
import type { TestArchive } from "../support/platform/archive.ts";
import { startPostgresPair } from "../support/platform/postgres-pair.ts";

/** `npm run lab -- promotion` sets more rounds. */
const ROUNDS = Number(process.env["PROSHNO_FAILOVERS"] ?? 1);
const ITEMS = 6;
/** The number of loops that roll back writes, so that a restarted server reuses their transaction ids. */
const ROLLBACKS = 4;
/** The number of reads between two crashes. */
const READS = 3_000;
const HOUR = 3_600_000;

type Status = "Approved" | "Cancelled";
/** @property status the last acknowledged status; undefined after a write that failed without a response */
interface Item {
  id: string;
  status: Status | undefined;
  /** Increases when a write begins and when it ends. */
  writes: number;
}

let pair: Awaited<ReturnType<typeof startPostgresPair>>;
/** Two connections, as two processes open them. */
let databases: Database[];
let items: Item[];

beforeAll(async () => {
  pair = await startPostgresPair();
  const open = () => openDatabase({ databaseUrl: pair.url, dataFolder: "" });
  databases = [open(), open()];
  const [db] = databases as [Database];
  await migrate(db);
  const ids = await insertItems(
    { db } as TestArchive,
    "note",
    Array.from({ length: ITEMS }, () => ({})),
  );
  items = ids.map((id) => ({ id, status: "Approved", writes: 0 }));
  for (const { changeFeed } of databases) await changeFeed.follow({ lost: () => {}, found: () => {} });
});
afterAll(async () => {
  for (const db of databases) await db.close();
  await pair.close();
});

test(
  "no process answers from memory with data that a crash or a promoted standby changed",
  async () => {
    const readers = databases.map(createReader);
    const figures = { reads: 0, fromMemory: 0, writes: 0, rollbacks: 0, stale: [] as string[] };
    const over = new AbortController();

    async function write(item: Item): Promise<void> {
      const db = anyOf(databases);
      const status = item.status === "Approved" ? "Cancelled" : "Approved";
      item.writes += 1;
      item.status = undefined;
      const written = db.write.updateTable("resource").set({ status }).where("id", "=", item.id).execute();
      const isWritten = await succeeds(written);
      if (isWritten) figures.writes += 1;
      item.status = isWritten ? status : undefined;
      item.writes += 1;
    }
    async function rollBack(): Promise<void> {
      const attempt = anyOf(databases)
        .write.transaction()
        .execute(async (trx) => {
          const { id } = anyOf(items);
          await trx.updateTable("resource").set({ status: "Cancelled" }).where("id", "=", id).execute();
          throw new Error("rolled back");
        });
      await succeeds(attempt);
      figures.rollbacks += 1;
    }
    async function look(item: Item): Promise<void> {
      const { status, writes } = item;
      const answer = await anyOf(readers)(item.id).catch(() => undefined);
      if (!answer) return;
      figures.reads += 1;
      if (answer.isFromMemory) figures.fromMemory += 1;
      if (status && item.writes === writes && answer.status !== status)
        figures.stale.push(`${item.id} is ${status}, and was shown as ${answer.status}`);
    }
    const whileRunning = async (work: () => Promise<void>) => {
      while (!over.signal.aborted) {
        await work();
        // Yields to the event loop, so that sockets are served even if every call fails at once.
        await new Promise(setImmediate);
      }
    };
    const untilRead = async (count: number) => {
      const goal = figures.reads + count;
      while (figures.reads < goal) await new Promise(setImmediate);
    };

    const running = [
      ...items.map((item) =>
        whileRunning(async () => {
          await write(item);
          for (let n = 0; n < 9; n += 1) await look(item);
        }),
      ),
      ...Array.from({ length: ROLLBACKS }, () => whileRunning(rollBack)),
      ...Array.from({ length: ITEMS }, () => whileRunning(() => look(anyOf(items)))),
    ];
    for (let round = 0; round < ROUNDS; round += 1) {
      await untilRead(READS);
      await pair.crash();
      await untilRead(READS);
      await pair.addStandby();
      await untilRead(READS);
      await pair.failOver();
    }
    await untilRead(READS);
    over.abort();
    await Promise.all(running);

    // A lost server may have lost acknowledged writes, or kept writes without an acknowledgement. The cached
    // data must match the rows.
    const [db] = databases as [Database];
    const rows = await db.read.selectFrom("resource").select(["id", "status"]).execute();
    for (const { id, status } of rows)
      for (const read of readers) expect((await read(id)).status).toBe(status);
    const { stale, ...counts } = figures;
    console.log(`Crashes and promoted standbys: ${JSON.stringify(counts)}, ${stale.length} stale`);
    expect(stale.slice(0, 9)).toEqual([]);
    expect(figures.fromMemory).toBeGreaterThan(figures.reads / 50);
  },
  HOUR,
);

/** Reads like the response cache: from memory if nothing changed, else from the database. */
function createReader(db: Database) {
  const kept = new Map<string, { version: Version; status: string }>();
  return async (id: string): Promise<{ status: string; isFromMemory: boolean }> => {
    const version = await db.changeFeed.current();
    const known = kept.get(id);
    if (known && version && isSame(known.version, version))
      return { status: known.status, isFromMemory: true };
    const row = await db.read
      .selectFrom("resource")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (version) kept.set(id, { version, status: row.status });
    return { status: row.status, isFromMemory: false };
  };
}

const isSame = (one: Version, other: Version): boolean =>
  one.epoch === other.epoch && one.changes.get("note") === other.changes.get("note");

const anyOf = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
