import { Readable } from "node:stream";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { User } from "../../src/shared/people/policy.ts";
import { statuses } from "../../src/shared/items/status.ts";
import { rebuildHandlers } from "../../src/server/library/search/rebuild.jobs.ts";
import { insertItem, insertItems, payloadOf } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive, type TestArchive, VISIT } from "../support/platform/archive.ts";

/** The index entry of each item, without the entry's number. */
async function indexed({ db }: TestArchive): Promise<Record<string, unknown>> {
  const rows = await db.read.selectFrom("searchEntry").selectAll().execute();
  const tokens = await tokensOf(db, rows);
  return Object.fromEntries(
    // The tokens replace PostgreSQL's `words`, which also contain the number.
    rows.map(({ docId, ...row }) => [row.itemId, { ...row, words: tokens.get(docId) }]),
  );
}

async function tokensOf(db: TestArchive["db"], entries: { docId: number }[]): Promise<Map<number, string[]>> {
  if (db.engine === "postgres") {
    const { rows } = await sql<{ docId: number; tokens: string[] }>`
      select "docId", tsvector_to_array(words) as tokens from "searchEntry"`.execute(db.read);
    return new Map(
      rows.map((row) => [row.docId, row.tokens.filter((token) => !token.startsWith("run")).sort()]),
    );
  }
  // SQLite's index stores no texts, but lists the rows of each term.
  await sql`create virtual table if not exists temp.terms using fts5vocab('main', 'searchIndex', 'instance')`.execute(
    db.write,
  );
  const { rows } = await sql<{ term: string; doc: number }>`select term, doc from temp.terms`.execute(
    db.write,
  );
  const found = new Map(entries.map(({ docId }): [number, string[]] => [docId, []]));
  for (const { term, doc } of rows) {
    const own = found.get(doc);
    if (!own) throw new Error(`The term ${term} still names the removed entry ${doc}`);
    own.push(term);
  }
  return new Map([...found].map(([docId, tokens]) => [docId, [...new Set(tokens)].sort()]));
}

const WORDS = ["Algebra", "বীজগণিত", "Circuits", "Design", "of"];
const title = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((all) => all.join(" "));
const act = fc.record({
  what: fc.constantFrom(
    "create",
    "answer",
    "edit",
    "status",
    "remove",
    "restore",
    "import",
    "delete",
    "read",
    "by hand",
  ),
  which: fc.nat(),
  title,
  status: fc.constantFrom(...statuses),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

describe.each(bothEngines)("the search index on %s", (engine) => {
  test("is the same after any writes as after a rebuild", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
        const archive = await openTestArchive(engine);
        try {
          const { actor } = await archive.signUp("Admin", "admin");
          for (const each of acts) await perform(archive, actor, each);
          const followed = await indexed(archive);
          const { searchRebuild } = archive.services;
          await searchRebuild.order({ again: true });
          await searchRebuild.run({ size: 3 });
          expect(await indexed(archive)).toEqual(followed);
          const items = await archive.db.read.selectFrom("resource").select("id").execute();
          expect(Object.keys(followed).toSorted()).toEqual(items.map(({ id }) => id).toSorted());
        } finally {
          await archive.close();
        }
      }),
      { numRuns: engine === "sqlite" ? 25 : 10 },
    );
  });

  test("is built in batches by a job for an older archive, and the job continues after a stop", async () => {
    const archive = await openTestArchive(engine);
    const { searchRebuild, search } = archive.services;
    await insertItems(
      archive,
      "question",
      Array.from({ length: 25 }, () => ({ fields: { subject: "Hydrology" } })),
    );
    const whole = await indexed(archive);
    await archive.db.write.deleteFrom("searchEntry").execute();
    await archive.db.write.updateTable("resource").set({ searchText: " old ", searchTitle: "" }).execute();
    await archive.db.write.deleteFrom("searchEntry").execute();
    await searchRebuild.order();
    expect(await search.find(undefined, { text: "hydrology" })).toMatchObject({
      total: 0,
      isIncomplete: true,
    });

    const stop = new AbortController();
    await searchRebuild.run({ size: 10, onProgress: () => stop.abort(), signal: stop.signal });
    expect(await searchRebuild.progress()).toEqual({ total: 25, left: 15 });
    expect(await search.find(undefined, { text: "hydrology" })).toMatchObject({
      total: 10,
      isIncomplete: true,
    });
    // A new item enters the index in its own transaction.
    const createdAt = Date.UTC(2090, 0);
    const id = await insertItem(archive, "question", { fields: { subject: "Hydrology" }, createdAt });
    await searchRebuild.order();
    expect((await searchRebuild.progress()).left).toBe(16);

    const rebuild = rebuildHandlers(searchRebuild)["rebuildSearch"];
    await rebuild?.run({} as never, new AbortController().signal);
    expect(await searchRebuild.progress()).toEqual({ total: 26, left: 0 });
    const { [id]: _new, ...before } = await indexed(archive);
    expect(before).toEqual(whole);
    expect(await search.find(undefined, { text: "hydrology" })).toMatchObject({
      total: 26,
      isIncomplete: false,
    });
    await archive.close();
  });
});

test("a rebuild leaves SQLite's index in one segment", async () => {
  const archive = await openTestArchive("sqlite");
  const { db } = archive;
  await insertItems(
    archive,
    "question",
    Array.from({ length: 40 }, () => ({})),
  );
  const pieces = async () =>
    (await sql<{ n: number }>`select count(distinct segid) as n from "searchIndex_idx"`.execute(db.read))
      .rows[0]?.n;
  const { searchRebuild, search } = archive.services;
  await searchRebuild.order({ again: true });
  const stop = new AbortController();
  await searchRebuild.run({ size: 10, onProgress: () => stop.abort(), signal: stop.signal });
  expect(await pieces()).toBeGreaterThan(1);
  const whole = await indexed(archive);
  await searchRebuild.run({ size: 10 });
  expect(await pieces()).toBe(1);
  expect(await indexed(archive)).toEqual(whole);
  expect((await search.find(undefined, { text: "cse" })).total).toBe(40);
  await archive.close();
});

/** Performs one action with the services, on an existing item if the action needs one. */
async function perform(archive: TestArchive, admin: User, { what, which, title: name, status }: Act) {
  const { resources, removal, transfer } = archive.services;
  const all = await archive.db.read
    .selectFrom("resource")
    .select(["id", "kind", "status", "version"])
    .orderBy("id")
    .execute();
  const item = all[which % Math.max(all.length, 1)];
  const question = all.find((each) => each.kind === "question" && each.status === "Approved");
  const { client } = VISIT;
  // Some of these values change no indexed word.
  const facts = { department: which % 2 ? "CSE" : "cse", university: which % 3 ? "Sample" : "SAMPLE" };
  if (what === "create" || !item)
    return void (await resources.create(admin, "question", payloadOf("question", { subject: name }), client));
  if (what === "answer" && question)
    return void (await resources.create(
      admin,
      "answer",
      payloadOf("answer", { questionId: question.id }),
      client,
    ));
  if (what === "edit" && item.kind === "question")
    return void (await resources.edit(
      admin,
      item.id,
      payloadOf("question", { subject: name, version: item.version, ...facts }),
      client,
    ));
  if (what === "status") return void (await resources.setStatus(admin, item.kind, item.id, { status }));
  if (what === "remove") return void (await removal.remove(admin, { id: item.id }));
  if (what === "restore") return void (await removal.restore(admin, { id: item.id }));
  if (what === "import") {
    const csv = `kind,topic,department,subject,driveLink\nnote,${name},CSE,${name},https://example.edu/${which}`;
    return void (await transfer.importCsv(admin, Readable.from([csv])));
  }
  if (what === "by hand") {
    const moved = item.kind === "answer" && question ? { parentId: question.id } : {};
    const changed = { createdAt: which, ...moved };
    await archive.db.write.updateTable("resource").set(changed).where("id", "=", item.id).execute();
  }
  if (what === "delete") await archive.db.write.deleteFrom("resource").where("id", "=", item.id).execute();
  if (what === "read") {
    const sha256 = "f".repeat(64);
    const file = { key: "k", sha256, type: "x", size: 1, uploaderId: null, name: null, createdAt: 1 };
    await archive.db.write
      .insertInto("file")
      .values(file)
      .onConflict((oc) => oc.doNothing())
      .execute();
    const paper = { sha256, pages: 1, hash: null, pageWords: "", createdAt: 1 };
    await archive.db.write
      .insertInto("paper")
      .values(paper)
      .onConflict((oc) => oc.doNothing())
      .execute();
    const free = await archive.db.read
      .selectFrom("resource")
      .select("id")
      .where("fileKey", "=", "k")
      .execute();
    if (free.length === 0)
      await archive.db.write
        .updateTable("resource")
        .set({ fileKey: "k" })
        .where("id", "=", item.id)
        .execute();
    const pageWords = ` ${name.toLowerCase()} page${which} `;
    await archive.db.write.updateTable("paper").set({ pageWords }).where("sha256", "=", sha256).execute();
  }
}

test("a new answer is hidden or visible like its question, even if the question changes at the same time", async () => {
  const archive = await openTestArchive("postgres");
  const { db } = archive;
  const question = await insertItem(archive, "question");
  const seen = async (id: string) =>
    (await db.read.selectFrom("searchEntry").select("seen").where("itemId", "=", id).executeTakeFirst())
      ?.seen;
  for (const status of ["Cancelled", "Approved"] as const) {
    const begun = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const change = db.transaction(async (trx) => {
      await trx.updateTable("resource").set({ status }).where("id", "=", question).execute();
      begun.resolve();
      await told.promise;
    });
    await begun.promise;
    const answer = insertItem(archive, "answer", { parentId: question });
    await untilWaiting(archive);
    told.resolve();
    await change;
    expect([status, await seen(await answer)]).toEqual([status, status === "Approved"]);
  }
  await archive.close();
});

/** Resolves when a statement waits for another statement's lock. */
async function untilWaiting({ db }: TestArchive): Promise<void> {
  for (let waits = 0; waits === 0;) {
    const { rows } = await sql<{ waits: number }>`select count(*) as waits from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read);
    waits = rows[0]?.waits ?? 0;
  }
}
