import { utimesSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem, payloadOf } from "../../../../tests/support/archive/factories.ts";
import { photo } from "../../../../tests/support/files/photo.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";
import { isUnavailable } from "../../platform/db/open.ts";
import { openPostgres } from "../../platform/db/postgres/postgres.ts";
import { createServices } from "../../services.ts";
import { discardBytes, storeBytes } from "./discard-bytes.ts";
import { sha256Of } from "./file-store.ts";
import { moderated, reachable } from "../../library/items/resource-filter.repo.ts";
import { createFilesRepo } from "./files.repo.ts";

describe.each(engines)("uploaded files on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let other: User;
  let now = Date.UTC(2026, 0, 1);
  const clock = () => now;

  beforeEach(async () => {
    archive = await openTestArchive(engine, { clock, uploadQuota: 10_000 });
    student = (await archive.signUp("Student")).actor;
    other = (await archive.signUp("Other")).actor;
  });
  afterEach(() => archive.close());

  const hand = async (grey = 200, actor = student) =>
    archive.services.files.accept(actor, await photo(grey), "mid term.jpg");
  const contribute = (fileKey: string, actor = student) =>
    archive.services.resources.create(
      actor,
      "note",
      payloadOf("note", { driveLink: undefined, fileKey }),
      VISIT.client,
    );
  const refused = (field: string, code: string) => ({
    code: "invalid_input",
    fields: { [field]: expect.objectContaining({ code }) },
  });

  test("a file is visible to everyone who may see its item, and to nobody else", async () => {
    const { files, resources } = archive.services;
    const { key, pages, type } = await hand();
    expect([pages, type]).toEqual([1, "image/jpeg"]);
    expect((await files.get(student, key)).key).toBe(key);
    await expect(files.get(other, key)).rejects.toMatchObject({ code: "not_found" });
    const id = await contribute(key);
    await expect(files.get(undefined, key)).rejects.toMatchObject({ code: "not_found" });
    const { actor: admin } = await archive.signUp("Admin", "admin");
    await resources.setStatus(admin, "note", id, { status: "Approved" });
    expect((await files.get(undefined, key)).size).toBeGreaterThan(100);
    await resources.setStatus(admin, "note", id, { status: "Cancelled" });
    await expect(files.get(undefined, key)).rejects.toMatchObject({ code: "not_found" });
    expect((await files.get(student, key)).key).toBe(key);
  });

  test("a stored photo has no location data, and its SHA-256 is that of the stored bytes", async () => {
    const exif = { IFD0: { Make: "MAKER" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "23/1 43/1 30/1" } };
    const annotated = await sharp(await photo(90))
      .withExif(exif)
      .jpeg()
      .toBuffer();
    expect(annotated.includes("MAKER")).toBe(true);
    const { key, size } = await archive.services.files.accept(student, annotated, "a.jpg");
    const { sha256 } = await archive.services.files.get(student, key);
    const kept = Buffer.from(await archive.fileStore.get(sha256));
    expect([sha256Of(kept), kept.length]).toEqual([sha256, size]);
    expect(["MAKER", "Exif", "GPS"].filter((word) => kept.includes(word))).toEqual([]);
    expect(await sharp(kept).raw().toBuffer()).toEqual(await sharp(annotated).raw().toBuffer());
  });

  test("a file belongs to one item of its uploader, and replaces the item's link", async () => {
    const { key } = await hand();
    await expect(contribute(key, other)).rejects.toMatchObject(refused("fileKey", "fileGone"));
    await expect(
      archive.services.resources.create(student, "note", payloadOf("note", { fileKey: key }), VISIT.client),
    ).rejects.toMatchObject(refused("driveLink", "linkOrFile"));
    const outcomes = await Promise.allSettled([contribute(key), contribute(key), contribute(key)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(contribute(key)).rejects.toMatchObject(refused("fileKey", "fileUsed"));
    await expect(contribute(key, other)).rejects.toMatchObject(refused("fileKey", "fileGone"));
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(refused("fileKey", "fileUsed"));
    }
  });

  test("a second upload with the same key returns the same file, and a quota limits each person", async () => {
    const bytes = await photo(10);
    const first = await archive.services.files.accept(student, bytes, "a.jpg", "0".repeat(32));
    expect(await archive.services.files.accept(student, bytes, "a.jpg", first.key)).toEqual(first);
    const many = Array.from({ length: 60 }, (_, index) => hand(index * 4).catch((error) => error.fields));
    const outcomes = await Promise.all(many);
    expect(outcomes.filter((outcome) => outcome?.fileKey?.code === "quota").length).toBeGreaterThan(0);
    const { used } = await archive.db.read
      .selectFrom("file")
      .select((eb) => eb.fn.sum<number>("size").as("used"))
      .executeTakeFirstOrThrow();
    expect(Number(used)).toBeLessThanOrEqual(10_000);
    expect((await hand(77, other)).size).toBeGreaterThan(0);
  });

  test("the sweep removes unused files and keeps the file of an item", async () => {
    const used = await hand(1);
    await contribute(used.key);
    const unused = await hand(2);
    const orphan = await archive.fileStore.put(await photo(3));
    const sha256s = await Promise.all(
      [used, unused].map(async ({ key }) => (await archive.services.files.get(student, key)).sha256),
    );
    for await (const { sha256 } of archive.fileStore.list()) {
      const path = join(archive.env.PROSHNO_DATA, "files", sha256.slice(0, 2), sha256);
      utimesSync(path, now / 1000, now / 1000);
    }
    expect(await archive.services.files.sweep()).toEqual({ files: 0, bytes: 0 });
    now += 25 * 3_600_000;
    expect(await archive.services.files.sweep()).toEqual({ files: 1, bytes: 2 });
    expect(await Promise.all([...sha256s, orphan].map((sha256) => archive.fileStore.has(sha256)))).toEqual([
      true,
      false,
      false,
    ]);
    await expect(archive.services.files.get(student, unused.key)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("bytes that one process stores while another discards them stay in the store", async () => {
    const repo = createFilesRepo(archive.db, { mayOpenItem: reachable, moderates: moderated });
    const bytes = await photo(9);
    for (let round = 0; round < 20; round += 1) {
      const sha256 = await archive.fileStore.put(bytes);
      const [file] = await Promise.all([
        archive.services.files.accept(student, bytes, "a.jpg"),
        discardBytes(archive.fileStore, repo, [sha256]),
      ]);
      expect(await archive.fileStore.get(sha256)).toHaveLength(file.size);
      await archive.db.write.deleteFrom("file").where("key", "=", file.key).execute();
    }
  });

  test("two simultaneous removals of the same bytes don't remove bytes that a new upload needs", async () => {
    const repo = createFilesRepo(archive.db, { mayOpenItem: reachable, moderates: moderated });
    const bytes = await photo(12);
    const sha256 = await archive.fileStore.put(bytes);
    const looked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = {
      async needed(sha256s: string[]) {
        const needed = await repo.needed(sha256s);
        looked.resolve();
        await goOn.promise;
        return needed;
      },
    };
    const first = discardBytes(archive.fileStore, slow, [sha256]);
    await looked.promise;
    // The first call found that no file needs the bytes. Now a file needs the bytes, and a second call tries
    // to discard them.
    const file = await archive.services.files.accept(student, bytes, "a.jpg");
    const second = discardBytes(
      archive.fileStore,
      {
        async needed(sha256s) {
          goOn.resolve();
          await first;
          return repo.needed(sha256s);
        },
      },
      [sha256],
    );
    await second;
    expect(await archive.fileStore.get(sha256)).toHaveLength(file.size);
    expect(await archive.fileStore.has(sha256)).toBe(true);
  });

  test("bytes that a killed process set aside can be read, and a new upload brings them back", async () => {
    const bytes = await photo(11);
    const sha256 = await archive.fileStore.put(bytes);
    await archive.fileStore.setAside(sha256);
    expect(await archive.fileStore.get(sha256)).toHaveLength(bytes.length);
    await storeBytes(archive.fileStore, sha256, bytes);
    expect(await archive.fileStore.has(sha256)).toBe(true);
  });

  test("an edit replaces the file with a new file or a link, and keeps the file if the form has neither", async () => {
    const { files, resources } = archive.services;
    const first = await hand(1);
    const id = await contribute(first.key);
    const edit = (changes: Record<string, unknown>) =>
      resources.edit(student, id, payloadOf("note", { driveLink: undefined, ...changes }), VISIT.client);
    expect((await edit({ topic: "Renamed" })).fileKey).toBe(first.key);
    const second = await hand(2);
    expect((await edit({ fileKey: second.key })).fileKey).toBe(second.key);
    await expect(files.get(student, first.key)).rejects.toMatchObject({ code: "not_found" });
    const linked = await edit({ driveLink: "https://example.edu/notes.pdf" });
    expect([linked.fileKey, linked.link]).toEqual([null, "https://example.edu/notes.pdf"]);
  });

  test("a contributor's files are deleted with the account and its items", async () => {
    const { key } = await hand();
    const id = await insertItem(archive, "note", { uploader: student, fileKey: key });
    await archive.services.deletion.deleteAccount(
      student,
      { contributions: "remove", passwordNow: "correct horse battery" },
      VISIT,
    );
    expect(await archive.db.read.selectFrom("resource").selectAll().where("id", "=", id).execute()).toEqual(
      [],
    );
    expect(await archive.db.read.selectFrom("file").selectAll().execute()).toEqual([]);
  });
});

test("a file keeps its bytes if its commit takes longer than the query timeout", async () => {
  const archive = await openTestArchive("postgres");
  const { actor } = await archive.signUp("Student");
  const db = openPostgres(archive.env.DATABASE_URL, () => {}, { connections: 2, queryTimeout: 1_000 });
  const held = await archive.db.write.startTransaction().execute();
  try {
    await sql`create function wait() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1); return null; end $$`.execute(archive.db.write);
    await sql`create constraint trigger slow_commit after insert on file deferrable initially deferred
      for each row execute function wait()`.execute(archive.db.write);
    await sql`select pg_advisory_xact_lock(1)`.execute(held);
    const slow = createServices({
      ...archive.shared,
      db,
      secret: archive.env.PROSHNO_SECRET,
      origin: archive.origin,
    });
    const failure = await slow.files.accept(actor, await photo(1), "a.jpg").catch((error: unknown) => error);
    expect(isUnavailable(failure)).toBe(true);
    await held.commit().execute();
    // The lock waits until no transaction writes to the table.
    await archive.db.transaction((trx) => sql`lock table file in share mode`.execute(trx));
    const kept = await archive.db.read.selectFrom("file").select("sha256").executeTakeFirstOrThrow();
    expect(await archive.fileStore.has(kept.sha256)).toBe(true);
  } finally {
    if (!held.isCommitted) await held.rollback().execute();
    await db.close();
    await archive.close();
  }
});
