import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem } from "../../../../tests/support/archive/factories.ts";
import { tryCode, visitOf } from "../../../../tests/support/people/second-factor.ts";
import {
  createEmptyPostgres,
  openTestArchive,
  TEST_PASSWORD,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import { emptyAt } from "../../../../tests/support/platform/unmigrate.ts";
import { fillArchive } from "../../../../tests/support/process/full-archive.ts";
import { parseEnv } from "../../../config/env.ts";
import { openArchive } from "../../../process/open-archive.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { isUnavailable, openDatabase, sqlitePath } from "../../platform/db/open.ts";
import type { MoveProgress } from "./copy.ts";
import { hashOf } from "./copy.ts";
import { cancelMove, type MoveOptions, moveToPostgres } from "./move.ts";
import { openSource } from "./source.repo.ts";
import { createTarget } from "./target.repo.ts";

let archive: TestArchive;
let target: Awaited<ReturnType<typeof createEmptyPostgres>>;
beforeEach(async () => {
  archive = await openTestArchive("sqlite");
  target = await createEmptyPostgres();
});
afterEach(async () => {
  await archive.close();
  await target.drop();
});

const folder = () => archive.env.PROSHNO_DATA;
const silent: MoveProgress = { begin: () => {}, update: () => {}, end: () => {} };
const move = (options: Partial<MoveOptions> = {}) =>
  moveToPostgres({ dataFolder: folder(), databaseUrl: target.databaseUrl, progress: silent, ...options });
/** A move that fails when it has copied a part, as after a kill: it does not end the read-only mode. */
async function stopMidway(): Promise<void> {
  const update = () => {
    throw new Error("killed");
  };
  await expect(move({ progress: { ...silent, update } })).rejects.toThrow("killed");
}
const problemOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "none",
    (error: unknown) => (error as { problem?: string }).problem ?? error,
  );
const write = (id: string) =>
  archive.db.write
    .insertInto("setting")
    .values({ name: id, value: "1" })
    .execute()
    .then(
      () => "saved",
      (error: unknown) => (error as { code: string }).code,
    );
const openMoved = () => openArchive(parseEnv({ ...archive.env, DATABASE_URL: target.databaseUrl }));

describe("a moved archive", () => {
  test("has the rows of every table, and everybody still logs in", async () => {
    const { admin, student, enrolled } = await fillArchive(archive);
    const source = openSource(sqlitePath(folder()));
    const tables = source.tables();
    expect(
      tables.filter((table) => source.count(table) === 0).map(({ name }) => name),
      "Add rows for these tables to tests/support/process/full-archive.ts.",
    ).toEqual([]);
    const moved = await move();
    expect(moved.tables).toBe(tables.length);
    source.close();

    const { services, close } = await openMoved();
    for (const reader of [undefined, student.actor, admin.actor]) {
      for (const text of ["subject", "পরীক্ষা", "CSE 2019", "তথ্য", "semester 3"]) {
        const asked = { text, page: 0, size: 20 };
        const [fresh, old] = [
          await services.search.find(reader, asked),
          await archive.services.search.find(reader, asked),
        ];
        expect(fresh, text).toEqual(old);
      }
    }
    const [fresh, old] = [services, archive.services].map((one) => one.overview.statistics(admin.actor));
    expect(await fresh).toEqual(await old);
    expect(await services.audit.list(admin.actor)).toEqual(await archive.services.audit.list(admin.actor));
    const { half } = await services.accounts.signIn(
      { email: student.actor.email, password: TEST_PASSWORD },
      visitOf(),
    );
    expect(half).toBe(false);
    for (const person of enrolled)
      expect(await tryCode(services, await person.half(services), person.code(1))).toBe("in");
    await close();
  });

  test("accepts new items, whose search entries have new numbers", async () => {
    await fillArchive(archive);
    await move();
    const { db, services, close } = await openMoved();
    const id = await insertItem({ ...archive, db, services }, "question");
    const entries = await db.read
      .selectFrom("searchEntry")
      .select(["docId", "itemId"])
      .orderBy("docId", "desc")
      .execute();
    expect(entries[0]?.itemId).toBe(id);
    const { n } = await db.read
      .selectFrom("resourceTotal")
      .select((eb) => eb.fn.sum<number>("n").as("n"))
      .where("facets", "=", 0)
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ n: number }>`select count(*) as n from resource`.execute(db.read);
    expect(Number(n)).toBe(rows[0]?.n);
    await close();
  });

  test("stays read-only on SQLite until the operator cancels the move", async () => {
    await move();
    expect(await write("a")).toBe("read_only");
    expect(await problemOf(move({ databaseUrl: target.databaseUrl }))).toBe("none");
    expect(await cancelMove(folder(), target.databaseUrl)).toBe(true);
    expect(await write("b")).toBe("saved");
    await expect(openMoved()).rejects.toThrow("was cancelled");
    expect(await problemOf(move())).toBe("cancelled");
  });

  test("can't be cancelled after a server has opened it", async () => {
    await move();
    await (await openMoved()).close();
    expect(await problemOf(cancelMove(folder(), target.databaseUrl))).toBe("inUse");
    expect(await write("a")).toBe("read_only");
    expect(await cancelMove(folder(), undefined)).toBe(true);
    expect(await write("b")).toBe("saved");
  });

  test("can't be cancelled by another archive, with or without a move of its own", async () => {
    const other = await openTestArchive("sqlite");
    const elsewhere = await createEmptyPostgres();
    await move();
    const cancelByOther = () => cancelMove(other.env.PROSHNO_DATA, target.databaseUrl);
    expect(await cancelByOther()).toBe(false);
    await move({ dataFolder: other.env.PROSHNO_DATA, databaseUrl: elsewhere.databaseUrl });
    expect(await problemOf(cancelByOther())).toBe("otherMove");
    await other.close();
    await elsewhere.drop();
    await (await openMoved()).close();
    expect(await write("a")).toBe("read_only");
  });

  test("accepts no server that starts while the move is being cancelled", async () => {
    await move();
    const db = openDatabase({ databaseUrl: target.databaseUrl, dataFolder: "" });
    await db.write.connection().execute(async (one) => {
      const cancelling = createTarget(one);
      expect(await cancelling.lock()).toBe(true);
      const opened = openMoved().catch((error: Error) => error.message);
      const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks
        where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
      await expect.poll(async () => (await waiting.execute(db.read)).rows[0]?.n).toBe(1);
      await cancelling.setPhase("cancelled");
      await sql`select pg_advisory_unlock_all()`.execute(one);
      expect(await opened).toEqual(expect.stringContaining("was cancelled"));
    });
    await db.close();
  });

  test("leaves every row of SQLite as it was", async () => {
    await fillArchive(archive);
    const hashes = () => {
      const source = openSource(sqlitePath(folder()));
      const all = source.tables().map((table) => [table.name, hashOf(source, table)]);
      source.close();
      return all;
    };
    const before = hashes();
    await move();
    expect(hashes()).toEqual(before);
  });
});

describe("a move that stopped midway", () => {
  test("keeps the archive read-only, accepts no server, and continues", async () => {
    await fillArchive(archive);
    await stopMidway();
    expect(await write("a")).toBe("read_only");
    await expect(openMoved()).rejects.toThrow("not complete");
    const done: number[] = [];
    await move({ progress: { ...silent, update: (rows) => void done.push(rows) } });
    // The first batch was copied before the stop.
    expect(done[0]).toBeGreaterThan(1);
    await (await openMoved()).close();
  });

  test("starts over if the read-only mode has ended, and copies what people saved meanwhile", async () => {
    await fillArchive(archive);
    await stopMidway();
    await cancelMove(folder(), undefined);
    expect(await write("meanwhile")).toBe("saved");
    await move();
    const { db, close } = await openMoved();
    const row = db.read.selectFrom("setting").select("value").where("name", "=", "meanwhile");
    expect(await row.executeTakeFirst()).toEqual({ value: "1" });
    await close();
  });

  test("lets the archive accept writes when its lease has expired", async () => {
    const update = () => {
      throw new Error("killed");
    };
    await expect(move({ pauseLength: 1, progress: { ...silent, update } })).rejects.toThrow(/killed|lapsed/);
    await expect.poll(() => write("a")).toBe("saved");
  });

  test("stops if people saved something in the middle", async () => {
    await fillArchive(archive);
    let isFirst = true;
    const update = () => {
      if (!isFirst) return;
      isFirst = false;
      const other = new DatabaseSync(sqlitePath(folder()));
      other.exec("delete from setting where name = 'writePause'");
      other.close();
    };
    expect(await problemOf(move({ progress: { ...silent, update } }))).toBe("lapsed");
    expect(await write("a")).toBe("saved");
  });

  test("finds a write of a process that does not know the read-only mode", async () => {
    await fillArchive(archive);
    const begin = (step: string) => {
      if (step !== "compare") return;
      const other = new DatabaseSync(sqlitePath(folder()));
      other.exec("update users set roll = 'changed'");
      other.close();
    };
    await expect(move({ progress: { ...silent, begin } })).rejects.toMatchObject({
      problem: "different",
      table: "users",
    });
    expect(await write("a")).toBe("saved");
    await move();
  });

  test("says so if the connection is lost", async () => {
    await fillArchive(archive);
    const other = openDatabase({ databaseUrl: target.databaseUrl, dataFolder: "" });
    let ended: Promise<unknown> | undefined;
    const update = () => {
      ended ??= sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(other.read);
    };
    await expect(move({ progress: { ...silent, update } })).rejects.toSatisfy(isUnavailable);
    await ended;
    await other.close();
    await move();
  });
});

describe("no move begins", () => {
  test("without an archive", async () => {
    expect(await problemOf(move({ dataFolder: `${folder()}/nothing` }))).toBe("noArchive");
  });

  test("into a database with tables", async () => {
    const db = openDatabase({ databaseUrl: target.databaseUrl, dataFolder: "" });
    await migrate(db);
    await db.close();
    expect(await problemOf(move())).toBe("notEmpty");
    expect(await write("a")).toBe("saved");
  });

  test("from an archive of an older or newer version", async () => {
    await archive.db.write
      .insertInto("kysely_migration" as never)
      .values({ name: "9999-new", timestamp: "" } as never)
      .execute();
    expect(await problemOf(move())).toBe("newerSchema");
    await emptyAt(archive, "202611280940-open-uploads");
    expect(await problemOf(move())).toBe("olderSchema");
    expect(await write("a")).toBe("saved");
  });

  test("while a move to another database is running", async () => {
    await stopMidway();
    const other = await createEmptyPostgres();
    expect(await problemOf(move({ databaseUrl: other.databaseUrl }))).toBe("busy");
    await other.drop();
  });

  test("of a text that PostgreSQL can't store", async () => {
    await archive.db.write.insertInto("setting").values({ name: "bad", value: "a\0b" }).execute();
    await expect(move()).rejects.toMatchObject({ problem: "character", table: "setting" });
    expect(await write("a")).toBe("saved");
  });
});
