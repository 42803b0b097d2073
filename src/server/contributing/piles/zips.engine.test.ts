import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { drainPiles, paper } from "../../../../tests/support/archive/pile-world.ts";
import { HEIC_PAGE } from "../../../../tests/support/files/heic.ts";
import { DOCX, docxOf, PPTX, pptxOf } from "../../../../tests/support/files/office.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { directoryOf, renamed, zipOf } from "../../../../tests/support/files/zip.ts";
import { lockedPdf } from "../../../../tests/support/files/locked-pdf.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { enPileProblems } from "../../../shared/messages/en-piles.ts";
import type { User } from "../../../shared/people/policy.ts";
import { randomKey } from "../../platform/ids.ts";

describe.each(engines)("ZIPs of piles on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let id: string;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    student = (await archive.signUp("Student")).actor;
    id = await archive.services.piles.create(student);
    await mkdir(archive.uploads, { recursive: true });
  });
  afterEach(() => archive.close());

  /** Puts a ZIP where the end of its upload puts it. */
  async function give(bytes: Buffer, name = "last-year.zip"): Promise<string> {
    const zip = randomKey();
    await writeFile(join(archive.uploads, zip), bytes);
    await archive.services.piles.addZip(student, id, { id: zip, name, size: bytes.length });
    return zip;
  }
  async function unpacked(bytes: Buffer) {
    await give(bytes);
    const failures = await drainPiles(archive);
    const { rows, zips } = await archive.services.piles.get(student, id, { size: 100 });
    expect(failures).toEqual([]);
    return {
      state: zips[0]?.state,
      problem: zips[0]?.problem,
      rows: rows.map(({ label, problem }) => [label, problem?.code]),
    };
  }
  const used = () => archive.services.files.fits(student.id, 2_500_000_000);

  test("three broken files are named with their reason, and the files after them go on", async () => {
    const zip = await zipOf({
      "broken/locked.pdf": lockedPdf("a password"),
      "broken/cut.pdf": Buffer.from("%PDF-1.7\nnothing more"),
      "final/CSE 2110.pdf": paper("CSE 2110"),
      "broken/notes.txt": Buffer.from("Plain text is no paper."),
      "final/CSE 2111.pdf": paper("CSE 2111"),
    });
    const { rows, state } = await unpacked(zip);
    expect(state).toBe("done");
    expect(rows).toEqual([
      ["broken/locked.pdf", "file_encrypted"],
      ["broken/cut.pdf", expect.stringMatching(/^file_/)],
      ["final/CSE 2110.pdf", undefined],
      ["broken/notes.txt", "file_wrong_type"],
      ["final/CSE 2111.pdf", undefined],
    ]);
    expect(await readdir(archive.uploads)).toEqual([]);
  });

  test("names of files and folders tell what the page doesn't, and the page is stronger", async () => {
    const named = "EEE 2205 Signals/2018/EEE 2205 CT-2 Spring 2018.pdf";
    const other = "CSE 2999 Quiz 2017.pdf";
    const zip = await zipOf({
      [named]: tinyPdf([{ content: "0 0 50 50 re f", size: [200, 100] }]),
      [other]: paper("CSE 2110"),
    });
    await unpacked(zip);
    for (const { sha256 } of await archive.db.read.selectFrom("paper").select("sha256").execute())
      await archive.services.recognition.readText(sha256, student.id);
    const { rows } = await archive.services.piles.get(student, id, { size: 100 });
    const [first, second] = rows;
    expect(first?.fields).toMatchObject({
      code: { value: "EEE 2205", from: "name", confidence: "likely" },
      examType: { value: "class-test", from: "name" },
      year: { value: "2018", from: "name" },
      subject: { value: "Signals", from: "name", confidence: "guess" },
    });
    expect(second?.fields["code"]).toMatchObject({ value: "CSE 2110", from: "file" });
  });

  test("hidden files are skipped, folders are labels, and names are never paths", async () => {
    const bytes = paper("CSE 2103");
    const zip = await zipOf({
      "__MACOSX/._a.pdf": Buffer.from("fork"),
      ".DS_Store": Buffer.from("x"),
      "folder/Thumbs.db": Buffer.from("x"),
      "প্রশ্ন/ফাইনাল ২০১৯.pdf": bytes,
      "xxxxxxxxxxxxxxx.pdf": bytes,
      "cp437-x.pdf": bytes,
    });
    const traversal = renamed(zip, "xxxxxxxxxxxxxxx.pdf", Buffer.from("../../../etc/up.pdf"));
    const { rows } = await unpacked(renamed(traversal, "cp437-x", Buffer.from("cp437-\x82", "latin1")));
    expect(rows.map(([label]) => label)).toEqual(["প্রশ্ন/ফাইনাল ২০১৯.pdf", "etc/up.pdf", "cp437-é.pdf"]);
    expect(await readdir(archive.uploads)).toEqual([]);
  });

  test("a ZIP within the ZIP and a locked entry are named", async () => {
    const zip = await zipOf({
      "inner.zip": await zipOf({ "a.pdf": paper("CSE 2103") }),
      "b.pdf": paper("CSE 2105"),
    });
    const [, second = 0] = directoryOf(zip);
    // Bit 0 of the flags means that the entry is encrypted.
    zip.writeUInt16LE(zip.readUInt16LE(second + 8) | 1, second + 8);
    const { rows, state } = await unpacked(zip);
    expect(rows).toEqual([
      ["inner.zip", "zipNested"],
      ["b.pdf", "zipEncrypted"],
    ]);
    expect(state).toBe("done");
  });

  test("photos, scans and documents of a ZIP become rows, and a document with macros is named", async () => {
    const scan = { width: 300, height: 400, channels: 3, background: "white" } as const;
    const zip = await zipOf({
      "IMG_0001.HEIC": HEIC_PAGE,
      "scan.tif": await sharp({ create: scan }).tiff().toBuffer(),
      "notes.docx": await docxOf(["CSE 2103 Final Examination 2019"]),
      "slides.pptx": await pptxOf(["CSE 2105"]),
      "macros.docm": await docxOf([], { "word/vbaProject.bin": "macro" }),
    });
    const { rows } = await unpacked(zip);
    expect(rows).toEqual([
      ["IMG_0001.HEIC", undefined],
      ["scan.tif", undefined],
      ["notes.docx", undefined],
      ["slides.pptx", undefined],
      ["macros.docm", "file_macros"],
    ]);
    const pile = await archive.services.piles.get(student, id, { size: 100 });
    const files = pile.rows.flatMap((row) => row.files.map(({ type, pages }) => [type, pages]));
    expect(files).toEqual([
      ["image/jpeg", 1],
      ["image/jpeg", 1],
      [DOCX, 0],
      [PPTX, 0],
    ]);
    const looks = await archive.db.read.selectFrom("pileFile").select("look").execute();
    expect(looks.filter(({ look }) => look?.includes("takenAt"))).toHaveLength(1);
  });

  test("a bomb is named without being unpacked, also if it lies about its size", async () => {
    const zeros = Buffer.alloc(20_000_000);
    const zip = await zipOf({ "bomb.pdf": zeros, "liar.pdf": zeros, "broken.pdf": paper("CSE 2103") }, 9);
    const [, liar = 0, broken = 0] = directoryOf(zip);
    zip.writeUInt32LE(500, liar + 24);
    zip.writeUInt32LE(zip.readUInt32LE(broken + 24) + 1, broken + 24);
    const { rows } = await unpacked(zip);
    expect(rows).toEqual([
      ["bomb.pdf", "zipSize"],
      ["liar.pdf", "zipEntryBroken"],
      ["broken.pdf", "zipEntryBroken"],
    ]);
  });

  test("refuses a ZIP with overlapping entries, too many files, or no directory", async () => {
    const overlapping = await zipOf({ "a.pdf": paper("CSE 2103"), "b.pdf": paper("CSE 2105") });
    const [first = 0, second = 0] = directoryOf(overlapping);
    overlapping.writeUInt32LE(overlapping.readUInt32LE(first + 42), second + 42);
    expect(await unpacked(overlapping)).toMatchObject({
      state: "refused",
      problem: { code: "zipOverlap" },
      rows: [],
    });
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`${at}.pdf`, Buffer.from("x")]),
    );
    await archive.services.piles.remove(student, id);
    id = await archive.services.piles.create(student);
    expect(await unpacked(await zipOf(many, 0))).toMatchObject({
      state: "refused",
      problem: { message: enPileProblems.zipEntries("", "10000") },
    });
    await archive.services.piles.remove(student, id);
    id = await archive.services.piles.create(student);
    expect(await unpacked(Buffer.from("no zip at all"))).toMatchObject({
      problem: { code: "zipUnreadable" },
    });
    expect(await readdir(archive.uploads)).toEqual([]);
  });

  test("a killed job continues where it was, and adds no entry twice", async () => {
    const codes = ["CSE 2101", "CSE 2103", "CSE 2105"];
    const zip = await give(
      await zipOf(Object.fromEntries(codes.map((code) => [`${code}.pdf`, paper(code)]))),
    );
    const killed = new AbortController();
    const { put } = archive.fileStore;
    archive.fileStore.put = async (bytes) => {
      killed.abort();
      return put(bytes);
    };
    await archive.services.piles.runUnpack(zip, 1, killed.signal);
    archive.fileStore.put = put;
    const waiting = (await archive.services.piles.get(student, id)).zips[0];
    expect(waiting).toMatchObject({ state: "waiting", entries: 3, entriesDone: 1 });
    // The kill came after the second entry's file, and before its row.
    await archive.db.write.updateTable("pileZip").set({ entriesDone: 0 }).execute();
    await drainPiles(archive);
    const { rows, zips } = await archive.services.piles.get(student, id);
    expect(rows.map(({ label }) => label)).toEqual(codes.map((code) => `${code}.pdf`));
    expect(zips).toMatchObject([{ state: "done", entriesDone: 3 }]);
    expect(await archive.db.read.selectFrom("file").selectAll().execute()).toHaveLength(3);
  });

  test("a ZIP that meets a full pile names the files that are not in it", async () => {
    const links = Array.from({ length: 499 }, (_, at) => `https://example.edu/papers/${at}.pdf`);
    await archive.services.piles.addLinks(student, id, { links: links.join("\n") });
    const codes = ["CSE 2101", "CSE 2103", "CSE 2105"];
    const zip = await zipOf(Object.fromEntries(codes.map((code) => [`${code}.pdf`, paper(code)])));
    const { state, problem } = await unpacked(zip);
    expect(state).toBe("refused");
    expect(problem).toMatchObject({ message: enPileProblems.zipPileFull("", "CSE 2103.pdf, CSE 2105.pdf") });
  });

  test("the same ZIP can come again when it is done, but not while it waits", async () => {
    const bytes = await zipOf({ "a.pdf": paper("CSE 2103") });
    const { piles } = archive.services;
    const begin = () => piles.beginZip(student, id, { name: "last-year.zip", size: bytes.length });
    await give(bytes);
    await expect(begin()).rejects.toMatchObject({ code: "conflict" });
    await drainPiles(archive);
    await expect(begin()).resolves.toBeUndefined();
    await give(bytes);
    await drainPiles(archive);
    const { rows } = await piles.get(student, id);
    expect(rows.map(({ status }) => status)).toEqual(["ready", "duplicate"]);
  });

  test("a ZIP whose job is gone goes on at the next sweep", async () => {
    await give(await zipOf({ "a.pdf": paper("CSE 2103") }));
    await archive.db.write.deleteFrom("job").execute();
    await archive.services.piles.sweep(() => {});
    await drainPiles(archive);
    expect((await archive.services.piles.get(student, id)).zips).toMatchObject([{ state: "done" }]);
  });

  test("the ZIPs of a removed or expired pile leave the disk with their quota", async () => {
    const zip = await zipOf({ "a.pdf": paper("CSE 2103") });
    const first = await give(zip);
    await archive.services.piles.remove(student, id);
    expect(await readdir(archive.uploads)).toEqual([]);
    // Another server of the archive has the bytes.
    await writeFile(join(archive.uploads, `${first}.zip`), zip);
    await drainPiles(archive);
    expect(await readdir(archive.uploads)).toEqual([]);
    id = await archive.services.piles.create(student);
    await give(zip);
    await archive.db.write.updateTable("pile").set({ changedAt: 0 }).execute();
    await archive.services.piles.sweep(() => {});
    expect(await readdir(archive.uploads)).toEqual([]);
  });

  test("the bytes of a ZIP count until its entries are out", async () => {
    const bytes = await zipOf({ "a.pdf": paper("CSE 2103") }, 0);
    await give(bytes);
    await expect(used()).rejects.toMatchObject({ fields: { fileKey: { code: "quota" } } });
    const count = () => archive.db.read.selectFrom("pileZip").select("bytesLeft").execute();
    expect(await count()).toEqual([{ bytesLeft: bytes.length }]);
    await drainPiles(archive);
    expect(await count()).toEqual([{ bytesLeft: 0 }]);
    // A job on another server was slower, and writes its progress after the end.
    await archive.db.write.updateTable("pileZip").set({ bytesLeft: bytes.length }).execute();
    const [file] = await archive.db.read.selectFrom("file").select("size").execute();
    await archive.services.files.fits(student.id, 2_500_000_000 - (file?.size ?? 0));
  });
});
