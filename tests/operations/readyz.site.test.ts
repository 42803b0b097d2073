import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { builtPages } from "../../src/process/pages.ts";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import { createServices } from "../../src/server/services.ts";
import { enOperations } from "../../src/shared/messages/en-operations.ts";
import { openSite } from "../support/api/site.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { openPostgresWay } from "../support/platform/postgres-way.ts";

const { problems } = enOperations.operations;

describe.each(engines)("/readyz on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  const ready = async () => {
    const { status, text } = await openSite(archive).as().get("/readyz");
    return { status, text };
  };

  it("says ready", async () => {
    expect(await ready()).toEqual({ status: 200, text: "ready" });
  });

  it("names an older schema, and refuses requests", async () => {
    await sql`delete from kysely_migration where name = '202611231110-operations-sample'`.execute(
      archive.db.write,
    );
    expect(await ready()).toEqual({ status: 503, text: `not ready\nschema_older: ${problems.schema_older}` });
  });

  it("names a newer schema, and still accepts requests", async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('999912312359-later', '')`.execute(
      archive.db.write,
    );
    expect(await ready()).toEqual({ status: 200, text: `ready\nschema_newer: ${problems.schema_newer}` });
  });

  it("asks the database as much for 500 simultaneous requests as for one", async () => {
    let queries = 0;
    const db = openDatabase({
      databaseUrl: archive.env.DATABASE_URL || undefined,
      dataFolder: archive.env.PROSHNO_DATA,
      onQuery: () => (queries += 1),
    });
    const services = createServices({
      ...archive.shared,
      db,
      origin: archive.origin,
      secret: archive.env.PROSHNO_SECRET,
    });
    const visitor = openSite({ ...archive, services }).as();
    await Promise.all(Array.from({ length: 500 }, () => visitor.get("/readyz")));
    // The schema, and the connections that PostgreSQL accepts.
    expect(queries).toBe(engine === "postgres" ? 2 : 1);
    await db.close();
  });
});

it.each(["closed", "silent"])(
  "/readyz names a %s database without its address, and recovers by itself",
  async (how) => {
    const archive = await openTestArchive("postgres");
    const way = await openPostgresWay(archive.env.DATABASE_URL);
    const db = openDatabase({ databaseUrl: way.url, dataFolder: archive.env.PROSHNO_DATA });
    const { origin, shared } = archive;
    const services = createServices({ ...shared, db, origin, secret: archive.env.PROSHNO_SECRET });
    const visitor = openSite({ ...archive, services }).as();
    try {
      expect((await visitor.get("/readyz")).text).toBe("ready");
      if (how === "silent") way.fallSilent();
      else way.leadTo("postgres://127.0.0.1:1/nowhere");
      if (how === "closed") way.cut();
      await expect.poll(async () => (await visitor.get("/readyz")).status).toBe(503);
      const { text } = await visitor.get("/readyz");
      expect(text).toBe(`not ready\ndatabase_unreachable: ${problems.database_unreachable}`);
      way.leadTo(archive.env.DATABASE_URL);
      await expect.poll(async () => (await visitor.get("/readyz")).text).toBe("ready");
    } finally {
      await db.close();
      await way.close();
      await archive.close();
    }
  },
);

it("the home page says that the archive isn't available while the database is gone", async () => {
  const archive = await openTestArchive("postgres");
  const way = await openPostgresWay(archive.env.DATABASE_URL);
  const db = openDatabase({ databaseUrl: way.url, dataFolder: archive.env.PROSHNO_DATA });
  const { origin, shared } = archive;
  const services = createServices({ ...shared, db, origin, secret: archive.env.PROSHNO_SECRET });
  const visitor = openSite({ ...archive, services }, await builtPages()).as();
  try {
    expect((await visitor.get("/")).status).toBe(200);
    way.leadTo("postgres://127.0.0.1:1/nowhere");
    way.cut();
    // If a query failed that nothing awaits, Vitest would report the error.
    for (let times = 0; times < 5; times += 1) expect((await visitor.get("/")).status).toBe(503);
    way.leadTo(archive.env.DATABASE_URL);
    expect((await visitor.get("/")).status).toBe(200);
  } finally {
    await db.close();
    await way.close();
    await archive.close();
  }
});

it("while the database is silent, pages and calls say at once when to try again", async () => {
  const archive = await openTestArchive("postgres");
  const way = await openPostgresWay(archive.env.DATABASE_URL);
  const db = openDatabase({ databaseUrl: way.url, dataFolder: archive.env.PROSHNO_DATA });
  const { origin, shared } = archive;
  const services = createServices({ ...shared, db, origin, secret: archive.env.PROSHNO_SECRET });
  const site = openSite({ ...archive, db, services });
  const visitor = site.as();
  try {
    await db.changeFeed.follow({ lost: () => {}, found: () => {} });
    way.staySilent();
    await expect.poll(() => db.isUnresponsive(), { timeout: 20_000 }).toBe(true);
    for (const answer of [
      await visitor.get("/allQuestions"),
      await visitor.get("/api/allQuestions"),
      await visitor.post("/api/newsLetter", { email: "reader@example.edu" }),
    ])
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await visitor.get("/healthz")).text).toBe("ok");
    // The log has one line about the lost lease, and none for each request.
    expect(site.faults).toEqual([]);
  } finally {
    await db.close();
    await way.close();
    await archive.close();
  }
});
