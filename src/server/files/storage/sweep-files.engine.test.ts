import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { payloadOf, PNG } from "../../../../tests/support/archive/factories.ts";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { photo } from "../../../../tests/support/files/photo.ts";
import { sweepParts } from "../../../api/contributing/upload-parts.ts";
import { pageImageName, THUMBNAIL } from "../../../shared/files/files.ts";
import type { User } from "../../../shared/people/policy.ts";
import { createServices } from "../../services.ts";
import { UNUSED_LIMIT } from "./files.service.ts";
import { createPageImageCache } from "./page-image-cache.ts";
import { UNFINISHED_LIMIT, UNSENT_LIMIT } from "./upload-space.service.ts";

const LATER = UNUSED_LIMIT + 60_000;

/** The tests create the files that a killed process leaves behind. */
describe.each(bothEngines)("the sweep after a killed process, on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let late = 0;

  beforeEach(async () => {
    late = 0;
    archive = await openTestArchive(engine, { clock: () => Date.now() + late });
    student = (await archive.signUp("Student")).actor;
  });
  afterEach(() => archive.close());

  const data = (...path: string[]) => join(archive.env.PROSHNO_DATA, ...path);
  const plant = (...path: string[]) => {
    mkdirSync(dirname(data(...path)), { recursive: true });
    writeFileSync(data(...path), "half");
  };
  const namesIn = (...path: string[]) => readdir(data(...path)).catch(() => []);
  const sweep = (after: number) => {
    late = after;
    return archive.services.files.sweep();
  };
  /** Makes a note with a file, and draws page 1 of the file. @returns the file's SHA-256 */
  async function note(grey: number): Promise<string> {
    const { key } = await archive.services.files.accept(student, await photo(grey), "a.jpg");
    const payload = payloadOf("note", { driveLink: undefined, fileKey: key });
    await archive.services.resources.create(student, "note", payload, VISIT.client);
    const file = await archive.services.files.get(student, key);
    await archive.services.files.page(file, 1, 480);
    return file.sha256;
  }

  test("removes old partial files and images, and keeps those in progress", async () => {
    const sha256 = await note(1);
    const shelf = sha256.slice(0, 2);
    const image = [sha256.slice(0, 2), sha256] as const;
    plant("files", shelf, `${sha256}.0123.part`);
    plant("pages", ...image, "1-480.webp.0123.part");
    await sweep(0);
    expect(await namesIn("files", shelf)).toHaveLength(2);
    expect(await namesIn("pages", ...image)).toHaveLength(2);
    await sweep(LATER);
    expect(await namesIn("files", shelf)).toEqual([sha256]);
    expect(await namesIn("pages", ...image)).toEqual([`${pageImageName(1, THUMBNAIL)}.webp`]);
  });

  test("removes images of deleted files, and papers without a file", async () => {
    const gone = "ab".repeat(32);
    const kept = await note(2);
    plant("pages", "ab", gone, "1-480.webp");
    const paper = { sha256: gone, pages: 1, hash: null, pageWords: "", createdAt: Date.now() };
    await archive.db.write.insertInto("paper").values(paper).execute();
    await sweep(LATER);
    expect(await namesIn("pages", "ab")).toEqual([]);
    expect(await namesIn("pages", kept.slice(0, 2), kept)).toEqual([`${pageImageName(1, THUMBNAIL)}.webp`]);
    const papers = await archive.db.read.selectFrom("paper").select("sha256").execute();
    expect(papers).toEqual([{ sha256: kept }]);
  });

  test("brings back bytes that were set aside if a file needs them, and removes the others", async () => {
    const needed = await note(3);
    const unneeded = await archive.fileStore.put(await photo(4));
    for (const sha256 of [needed, unneeded]) await archive.fileStore.setAside(sha256);
    await sweep(0);
    expect(await archive.fileStore.has(needed)).toBe(true);
    expect(await namesIn("files", unneeded.slice(0, 2))).toEqual(
      needed.startsWith(unneeded.slice(0, 2)) ? [needed] : [],
    );
    // The same bytes are stored again while they are set aside.
    await archive.fileStore.setAside(needed);
    await archive.fileStore.put(await photo(3));
    await sweep(0);
    expect(await namesIn("files", needed.slice(0, 2))).toEqual([needed]);
  });

  test("reports a failed step and runs the other steps", async () => {
    const failures: unknown[] = [];
    const fileStore = {
      ...archive.fileStore,
      list: async function* () {
        yield* [];
        throw new Error("The bucket does not answer");
      },
    };
    const { env, origin, shared } = archive;
    const clock = () => Date.now() + LATER;
    const services = createServices({ ...shared, fileStore, secret: env.PROSHNO_SECRET, origin, clock });
    await archive.services.files.accept(student, await photo(6), "a.jpg");
    const gone = "ab".repeat(32);
    plant("pages", "ab", gone, "1-480.webp");
    expect(await services.files.sweep((error) => failures.push(error))).toEqual({ files: 1, bytes: 1 });
    expect(failures).toMatchObject([{ message: "The bucket does not answer" }]);
    expect(await namesIn("pages", "ab")).toEqual([]);
    await expect(services.files.sweep()).rejects.toThrow("The bucket does not answer");
  });

  test("removes the old file if an edit couldn't remove it", async () => {
    const sha256 = await note(8);
    const failures: unknown[] = [];
    const { env, origin, shared } = archive;
    const setAside = () => Promise.reject(new Error("The bucket does not answer"));
    const services = createServices({
      ...shared,
      fileStore: { ...archive.fileStore, setAside },
      secret: env.PROSHNO_SECRET,
      origin,
      onLeftOver: (error) => failures.push(error),
    });
    const { id } = await archive.db.read.selectFrom("resource").select("id").executeTakeFirstOrThrow();
    const changed = await services.resources.edit(student, id, payloadOf("note"), VISIT.client);
    expect(changed.fileKey).toBe(null);
    expect(failures).toMatchObject([{ message: "The bucket does not answer" }]);
    await sweep(LATER);
    expect(await archive.fileStore.has(sha256)).toBe(false);
  });

  test("removes more files than one batch holds, and keeps one that gets used in the meantime", async () => {
    const own = await archive.services.files.accept(student, await photo(7), "a.jpg");
    const { sha256 } = await archive.services.files.get(student, own.key);
    const row = { sha256, type: "image/jpeg", size: 1, uploaderId: student.id, name: "a.jpg", createdAt: 0 };
    const rows = Array.from({ length: 1_100 }, (_none, index) => ({
      ...row,
      key: String(index).padStart(32, "0"),
    }));
    for (let from = 0; from < rows.length; from += 100)
      await archive.db.write
        .insertInto("file")
        .values(rows.slice(from, from + 100))
        .execute();
    const payload = payloadOf("note", { driveLink: undefined, fileKey: own.key });
    late = LATER;
    await Promise.all([
      archive.services.files.sweep(),
      archive.services.resources.create(student, "note", payload, VISIT.client).catch(() => {}),
    ]);
    await archive.services.files.sweep();
    const left = await archive.db.read.selectFrom("file").select("key").execute();
    const shown = await archive.db.read.selectFrom("resource").select("fileKey").execute();
    expect(left.map(({ key }) => key)).toEqual(shown.map(({ fileKey }) => fileKey));
  });

  test("removes the oldest images if there are too many", async () => {
    const cache = createPageImageCache(data("pages"));
    for (const [name, age] of [
      ["1-480.webp", 300],
      ["2-480.webp", 200],
      ["3-480.webp", 100],
    ] as const) {
      plant("pages", "ab", "ab".repeat(32), name);
      const writtenAt = Date.now() / 1_000 - age;
      utimesSync(data("pages", "ab", "ab".repeat(32), name), writtenAt, writtenAt);
    }
    await cache.shrink(8);
    expect((await namesIn("pages", "ab", "ab".repeat(32))).sort()).toEqual(["2-480.webp", "3-480.webp"]);
    await cache.shrink(0);
    expect(await namesIn("pages", "ab", "ab".repeat(32))).toEqual([]);
  });

  test("allows images to be drawn while images of the same file are removed", async () => {
    const cache = createPageImageCache(data("pages"));
    const sha256 = "cd".repeat(32);
    for (let turn = 0; turn < 200; turn += 1) {
      const draw = (width: number) =>
        cache.get(sha256, `${turn}-${width}.webp`, async () => new Uint8Array(100));
      await Promise.all([draw(480), draw(1_000), cache.remove([sha256])]);
    }
    await cache.remove([sha256]);
    expect(await namesIn("pages", "cd")).toEqual([]);
  });

  test("removes an image that an edit replaced if the server died before removing it", async () => {
    const payload = payloadOf("blog", { blogImg: PNG });
    const id = await archive.services.resources.create(student, "blog", payload, VISIT.client);
    const [file] = await archive.db.read.selectFrom("file").selectAll().execute();
    expect(file).toMatchObject({ name: null });
    await archive.db.write.updateTable("resource").set({ fileKey: null }).where("id", "=", id).execute();
    await sweep(0);
    expect(await archive.fileStore.has(file?.sha256 ?? "")).toBe(true);
    await sweep(LATER);
    expect(await archive.fileStore.has(file?.sha256 ?? "")).toBe(false);
    expect(await archive.db.read.selectFrom("file").selectAll().execute()).toEqual([]);
  });

  test("keeps a person's photo as long as the profile shows it", async () => {
    await archive.services.photos.give(student, await photo(5), VISIT.client);
    const [file] = await archive.db.read.selectFrom("file").selectAll().execute();
    await sweep(LATER);
    expect(await archive.fileStore.has(file?.sha256 ?? "")).toBe(true);
    const none = { photoKey: null };
    await archive.db.write.updateTable("users").set(none).where("id", "=", student.id).execute();
    await sweep(LATER);
    expect(await archive.fileStore.has(file?.sha256 ?? "")).toBe(false);
  });
});

describe("the sweep of uploads from killed processes", () => {
  test("removes an upload one day after its last byte, complete or broken", async () => {
    const archive = await openTestArchive("sqlite");
    mkdirSync(archive.uploads);
    const old = (Date.now() - LATER) / 1_000;
    const write = (name: string, isOld: boolean) => {
      const path = join(archive.uploads, name);
      writeFileSync(path, "{");
      if (isOld) utimesSync(path, old, old);
    };
    write("without-facts", true);
    write("without-bytes.json", true);
    write("broken", true);
    write("broken.json", true);
    // The upload's `.json` file is old, but its bytes are recent.
    write("under-way", false);
    write("under-way.json", true);
    expect(await sweepParts(archive.uploads, Date.now())).toBe(3);
    expect((await readdir(archive.uploads)).sort()).toEqual(["under-way", "under-way.json"]);
    expect(await sweepParts(join(archive.uploads, "none"), Date.now())).toBe(0);
    await archive.close();
  });

  test("removes bytes that no quota counts, and uploads whose sender is gone", async () => {
    const archive = await openTestArchive("sqlite");
    mkdirSync(archive.uploads);
    const twoMinutesAgo = Date.now() / 1_000 - 120;
    const write = (name: string, content: string, at = twoMinutesAgo) => {
      writeFileSync(join(archive.uploads, name), content);
      utimesSync(join(archive.uploads, name), at, at);
    };
    write("counted", "bytes");
    write("counted.json", JSON.stringify({ size: 10, metadata: { owner: "somebody" } }));
    write("without-facts", "bytes");
    write("without-bytes.json", "{}");
    write("without-owner", "bytes");
    write("without-owner.json", JSON.stringify({ size: 10, metadata: {} }));
    write("torn", "bytes");
    write("torn.json", "{");
    write("in-the-making", "", Date.now() / 1_000);
    const anHourAgo = (Date.now() - UNSENT_LIMIT) / 1_000 - 60;
    for (const [name, content] of [
      ["unsent", ""],
      ["resting", "bytes"],
    ] as const) {
      write(name, content, anHourAgo);
      write(`${name}.json`, JSON.stringify({ size: 10, metadata: { owner: "somebody" } }), anHourAgo);
    }
    const yesterday = (Date.now() - UNFINISHED_LIMIT) / 1_000 - 60;
    write("given-up", "bytes", yesterday);
    write("given-up.json", JSON.stringify({ size: 10, metadata: { owner: "somebody" } }), yesterday);
    write("rewritten", "bytes");
    write("rewritten.json", "", Date.now() / 1_000);
    expect(await sweepParts(archive.uploads, Date.now())).toBe(6);
    const kept = ["counted", "resting", "rewritten"].flatMap((name) => [name, `${name}.json`]);
    const left = [...kept, "in-the-making"].toSorted();
    expect((await readdir(archive.uploads)).sort()).toEqual(left);
    await archive.close();
  });
});
