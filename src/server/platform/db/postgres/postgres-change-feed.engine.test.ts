import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestArchive, type TestArchive } from "../../../../../tests/support/platform/archive.ts";
import { insertItem } from "../../../../../tests/support/archive/factories.ts";
import { createPostgresChangeFeed } from "./postgres-change-feed.ts";

let archive: TestArchive;
let events: string[];
let hear: (word: string) => void;
/** Resolves with the next event in the log. */
const next = () => new Promise<string>((resolve) => (hear = resolve));

beforeEach(async () => {
  archive = await openTestArchive("postgres");
  events = [];
  hear = () => {};
  const say = (word: string) => {
    events.push(word);
    hear(word);
  };
  await archive.db.changeFeed.follow({ lost: () => say("lost"), found: () => say("found") });
});
afterEach(() => archive.close());

const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const addNode = (leaseFor: number) =>
  sql`insert into "cacheNode" (id, "leaseUntil") values ('silent', ${NOW} + ${leaseFor}::bigint)`.execute(
    archive.db.write,
  );
/** Whether the silent process still holds its lease, and so may use its response cache. */
async function silentMay(): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select "leaseUntil" > ${NOW} as may from "cacheNode"
    where id = 'silent'`.execute(archive.db.read);
  return rows[0]?.may ?? false;
}

test("a write waits for a silent process until its lease expires", async () => {
  await addNode(1_500);
  expect(await silentMay()).toBe(true);
  await insertItem(archive, "note");
  expect(await silentMay()).toBe(false);
  expect(archive.db.changeFeed.current()?.changes.get("note")).toBe(1);
});

test("a write to private data waits for no process", async () => {
  await addNode(60_000);
  await archive.db.write.deleteFrom("job").execute();
  expect(await silentMay()).toBe(true);
});

test("a process that lost its connection answers nothing from memory until it is connected again", async () => {
  const before = archive.db.changeFeed.current();
  const lost = next();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%"cacheNode"%' and pid <> pg_backend_pid()`.execute(
    archive.db.read,
  );
  // Receives a message that has not arrived yet.
  expect(await lost).toBe("lost");
  expect(archive.db.changeFeed.current()).toBeUndefined();
  expect(await next()).toBe("found");
  const after = archive.db.changeFeed.current();
  expect(after).toBeDefined();
  expect(after?.epoch).not.toBe(before?.epoch);
  expect(events).toEqual(["lost", "found"]);
});

test("a silent connection is replaced with a new one", async () => {
  const way = await openWay(archive.env.DATABASE_URL);
  const changeFeed = createPostgresChangeFeed(way.url);
  const words: string[] = [];
  await changeFeed.follow({
    lost: () => words.push("lost"),
    found: () => hear((words.push("found"), "found")),
  });
  const before = changeFeed.current();
  expect(before).toBeDefined();
  const found = next();
  way.swallow();
  await found;
  expect(words).toEqual(["lost", "found"]);
  expect(changeFeed.current()?.epoch).not.toBe(before?.epoch);
  await changeFeed.close();
  await way.close();
});

test("a write no longer waits for a process that ended", async () => {
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from "cacheNode"`.execute(archive.db.read);
    return rows[0]?.n;
  };
  expect(await count()).toBe(1);
  await archive.db.changeFeed.close();
  expect(await count()).toBe(0);
  expect(archive.db.changeFeed.current()).toBeUndefined();
});

/** Opens a proxy to the database. `swallow` makes its current connections silent, without ending them. */
async function openWay(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const { port, hostname } = url;
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) sockets.push(socket.on("error", () => {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    swallow: () => {
      for (const socket of sockets) socket.unpipe().resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
