import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PNG } from "../../../../tests/support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import {
  csvRow,
  questionFields,
  questionsCsv,
  source,
} from "../../../../tests/support/archive/question-rows.ts";
import type { User } from "../../../shared/people/policy.ts";
import { createServices } from "../../services.ts";
import type { RefusedRow } from "./import-row.ts";
import type { ImportOptions } from "./import.service.ts";

const LINK = "https://drive.google.com/file/d/1TESTabcdefghijklmnopqrstuvwxyz/view";

describe.each(engines)("import on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let admin: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    student = (await archive.signUp("Rahim")).actor;
    admin = (await archive.signUp("Ayesha", "admin")).actor;
  });
  afterEach(() => archive.close());

  /** Runs an import and collects the bad rows. */
  async function run(
    actor: User | undefined,
    text: string | Iterable<string | Buffer>,
    options?: ImportOptions,
  ) {
    const bad: RefusedRow[] = [];
    const rows = source(typeof text === "string" ? [text] : text);
    const onBad = (some: RefusedRow[]) => void bad.push(...some);
    const report = await archive.services.transfer.importCsv(actor, rows, { ...options, onBad });
    expect(report.bad).toBe(bad.length);
    return { ...report, bad };
  }
  const list = async (kind: string) => (await archive.services.resources.list(admin, kind, {})).rows;
  const reasons = async (actor: User, text: string, options?: ImportOptions) =>
    (await run(actor, text, options)).bad.map(({ line, reason }) => `${line}: ${reason}`);

  it("stores the valid rows of six kinds as Pending items of the student who imports them", async () => {
    const report = await run(student, [
      "\uFEFFKind,Department,SUBJECT,code,semester,year,driveLink,syllabusName,topic,blog,BlogImg,LabReportName,bookName,author,edition\r\n",
      `question,EEE,বর্তনী,EEE 1101,১,২০১৯,${LINK},,,,,,,,\r\n`,
      `syllabus,,,,,2020,${LINK},cse,,,,,,,\r\n`,
      `blog,,,,,,,,Reading,"Two\r\nlines","${PNG}",,,,\r\n`,
      `NOTE,CSE,Data Structures,,,,${LINK},,Trees,,,,,,\r\n`,
      `lab,CSE,Physics Lab,,,2021,${LINK},,,,,Ohm's law,,,\r\n`,
      `book,,Algorithms,,,2009,${LINK},,,,,,Introduction to Algorithms,Cormen,3\r\n`,
    ]);
    expect(report).toEqual({ rows: 6, stored: 6, skipped: 0, bad: [] });
    for (const kind of ["question", "syllabus", "blog", "note", "lab", "book"]) {
      expect(await list(kind)).toMatchObject([
        { status: "Pending", uploaderId: student.id, uploaderName: "Rahim" },
      ]);
    }
    expect(await list("question")).toMatchObject([
      { department: "ece", semester: "১", year: 2019, code: "EEE 1101" },
    ]);
    const bySemester = await archive.services.resources.list(admin, "question", { semester: "1" });
    expect(bySemester.count).toBe(1);
    const byCode = await archive.services.resources.list(admin, "question", { code: "eee-1101" });
    expect(byCode.count).toBe(1);
    const [blog] = await list("blog");
    expect(JSON.parse(blog?.details ?? "")).toEqual({ topic: "Reading", blog: "Two\nlines" });
    expect((await archive.services.files.get(student, blog?.fileKey ?? "")).type).toBe("image/webp");
  });

  it("reports each bad row with its line and its problems, and stores the others", async () => {
    const text = [
      "kind,topic,department,subject,driveLink,year,status",
      `note,Trees,CSE,DS,${LINK},,`,
      `note,,CSE,DS,http://example.edu/x.pdf,,`,
      `note,"Graphs\nand trees",CSE,DS,${LINK}`,
      `poem,Graphs,CSE,DS,${LINK},,`,
      `note,Graphs,CSE,DS,${LINK},2019,`,
      `note,"${"x".repeat(1_000_000)}",CSE,DS,${LINK},,`,
      `note,a\0b,CSE,DS,${LINK},,`,
      ",,,,,,",
      `note,Heaps,CSE,DS,${LINK},,,,`,
      `note,Heaps,CSE,DS,${LINK},,,,x`,
    ].join("\n");
    expect(await reasons(student, text)).toEqual([
      '3: Topic is required; Drive link (driveLink) "http://example.edu/x.pdf" must begin with https://',
      "4: The row must have 7 cells, as many as the first line",
      '6: kind "poem" must be one of question, syllabus, blog, note, lab, book, answer',
      "7: Year is not a field of this kind. Leave it empty.",
      `8: Topic "${"x".repeat(40)}…" must have 200 characters or fewer`,
      '9: Topic "a�b" contains characters that we can\'t show. Type it again.',
      "12: The row must have 7 cells, as many as the first line",
    ]);
    expect((await list("note")).map((row) => row.title).sort()).toEqual(["Heaps", "Trees"]);
  });

  it("continues after bytes that are not UTF-8, and stops at a quote that is never closed", async () => {
    const row = (topic: string) => `${topic},CSE,DS,${LINK}\n`;
    const text = `topic,department,subject,driveLink\n${row("caf\xe9")}${row("Trees")}"${row("Graphs")}${row("Heaps")}`;
    const report = await run(student, [Buffer.from(text, "latin1")], { kind: "note" });
    expect(report).toMatchObject({ rows: 3, stored: 1 });
    expect(report.bad).toEqual([
      { line: 2, cells: ["", "CSE", "DS", LINK], reason: "Topic is not UTF-8. Save the table as CSV UTF-8." },
      {
        line: 4,
        cells: [],
        reason: "A quotation mark in this row is never closed. We couldn't read the rest of the file.",
      },
    ]);
  });

  it.each([
    ["unknown columns", "kind,colour,size\n", { code: "unknownColumns", param: '"colour", "size"' }],
    ["a repeated column", "kind,year,YEAR\n", { code: "columnTwice", param: "year" }],
    ["no kind", "topic\n", { code: "noKindColumn" }],
  ])("refuses a file with %s before it stores anything", async (_what, header, problem) => {
    const text = `${header}note,1,2\n`;
    await expect(run(student, text)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { columns: problem },
    });
  });

  it("imports nothing from a file with only a header", async () => {
    expect(await run(student, "kind,topic")).toEqual({ rows: 0, stored: 0, skipped: 0, bad: [] });
  });

  it("refuses a visitor, an unknown kind and an email without an account", async () => {
    await expect(run(undefined, "kind\n")).rejects.toMatchObject({ code: "sign_in_required" });
    await expect(run(student, "topic\n", { kind: "poem" })).rejects.toMatchObject({
      fields: { kind: { code: "choice" } },
    });
    await expect(
      archive.services.transfer.importAsOperator("nobody@example.edu", source(["kind\n"])),
    ).rejects.toMatchObject({
      fields: { email: { code: "noAccount", param: "nobody@example.edu" } },
    });
  });

  it("accepts a link to a file of this site only in the form that its export writes", async () => {
    const file = `/files/${"0".repeat(32)}/Trees.pdf`;
    const ours = `${archive.origin}${file}`;
    const rows = [ours, `http://127.0.0.1:4000${file}`, `${archive.origin}/me`, `${ours}?a=b c`];
    const text = rows.map((link, index) => `Trees ${index},CSE,DS,${link}\n`).join("");
    const report = await run(admin, `topic,department,subject,driveLink\n${text}`, { kind: "note" });
    expect(report.bad.map(({ line }) => line)).toEqual([3, 4, 5]);
    expect(await list("note")).toMatchObject([{ title: "Trees 0", link: ours, fileKey: null }]);
  });

  it("skips a row with the kind, link, title and year of an earlier item", async () => {
    const columns = "kind,topic,labName,department,subject,driveLink,year\n";
    const sameFile = LINK.replace("/view", "/edit?usp=sharing");
    const text = `${columns}note,Trees,,CSE,DS,${LINK},\nnote,Trees,,EEE,Other,${sameFile},\nlab,,Trees,CSE,DS,${LINK},2019\n`;
    expect(await run(student, text)).toMatchObject({ rows: 3, stored: 2, skipped: 1 });
    expect(await run(admin, `${text}lab,,Trees,CSE,DS,${LINK},2020\n`)).toMatchObject({
      rows: 4,
      stored: 1,
      skipped: 3,
    });
    const blogs = `kind,topic,blog,blogImg\nblog,Reading,One,"${PNG}"\nblog,Reading,Two,https://example.edu/a.png\n`;
    expect(await run(student, blogs)).toMatchObject({ stored: 1, skipped: 1 });
    expect(await run(admin, blogs)).toMatchObject({ stored: 1, skipped: 1 });
  });

  const asIsColumns = "_id,kind,topic,department,subject,driveLink,status,userName,email,createdAt\n";
  const asIs = [
    `old-1,note,Trees,CSE,DS,${LINK},approved,Karim,RAHIM@example.edu,2020-02-29T10:00:00+06:00`,
    `old-2,note,Trees,CSE,DS,${LINK},Cancelled,Karim,karim@example.edu,1600000000000`,
    `old-2,note,Trees,CSE,DS,${LINK},,,,`,
    `old-3,note,Trees,CSE,DS,${LINK},,,,2021-01-01`,
  ].join("\n");

  it("keeps ids, status, uploader and dates if an admin imports", async () => {
    expect(await run(admin, asIsColumns + asIs)).toMatchObject({ stored: 3, skipped: 1, bad: [] });
    const rows = new Map((await list("note")).map((row) => [row.id, row]));
    const time = Date.UTC(2020, 1, 29, 4);
    expect(rows.get("old-1")).toMatchObject({
      status: "Approved",
      uploaderId: student.id,
      uploaderName: "Rahim",
      createdAt: time,
    });
    const stranger = { uploaderId: null, uploaderName: "Karim", uploaderEmail: "karim@example.edu" };
    expect(rows.get("old-2")).toMatchObject({
      status: "Cancelled",
      ...stranger,
      createdAt: 1_600_000_000_000,
    });
    expect(rows.get("old-3")).toMatchObject({ status: "Pending", uploaderId: admin.id });
    expect(
      await reasons(admin, `${asIsColumns}x y,note,Trees,CSE,DS,${LINK},good,,nobody,yesterday\n`),
    ).toEqual([
      '2: _id "x y" is not a valid id; status "good" must be Approved, Pending or Cancelled; ' +
        'email "nobody" must be an email address, such as name@example.edu; ' +
        'createdAt "yesterday" must be a date, such as 2024-05-31 or 2024-05-31T10:00:00Z',
    ]);
    const book = `_id,kind,bookName,author,subject,edition,year,driveLink\nold-1,book,B,A,S,1,2019,${LINK}\n`;
    expect(await reasons(admin, book)).toEqual(['2: _id "old-1" already belongs to another kind: note']);
  });

  it("ignores ids, status, uploader and dates if a student imports", async () => {
    expect(await run(student, asIsColumns + asIs)).toMatchObject({ stored: 1, skipped: 3, bad: [] });
    expect(await list("note")).toMatchObject([
      { status: "Pending", uploaderId: student.id, uploaderName: "Rahim" },
    ]);
    expect((await list("note"))[0]?.id).not.toBe("old-1");
  });

  it("accepts an answer only after its question", async () => {
    const fields = questionFields(1);
    const names = Object.keys(fields);
    const text = [
      csvRow(["_id", "kind", ...names, "solveNumber", "questionId"]),
      csvRow(["a0", "answer", ...names.map((name) => (name === "driveLink" ? LINK : "")), "1", "q1"]),
      csvRow(["q1", "question", ...Object.values(fields), "", ""]),
      csvRow(["a1", "answer", ...names.map((name) => (name === "driveLink" ? LINK : "")), "1", "q1"]),
    ].join("");
    const report = await run(admin, text);
    expect(report).toMatchObject({ stored: 2 });
    expect(report.bad).toMatchObject([
      { line: 2, reason: 'questionId "q1" is not in the archive or can\'t be answered yet' },
    ]);
    const mine = `solveNumber,solveDriveLink,parentId\n2,${LINK},q1\n`;
    expect(await run(student, mine, { kind: "answer" })).toMatchObject({ stored: 0, bad: [{ line: 2 }] });
    await archive.services.resources.setStatus(admin, "question", "q1", { status: "Approved" });
    expect(await run(student, mine, { kind: "answer" })).toMatchObject({ stored: 1, bad: [] });
    expect(await run(student, mine, { kind: "answer" })).toMatchObject({ stored: 0, skipped: 1 });
    const spelled = (number: string) =>
      run(student, mine.replace("\n2,", `\n${number},`), { kind: "answer" });
    expect(await spelled("২")).toMatchObject({ stored: 0, skipped: 1 });
    expect(await spelled("2(a)")).toMatchObject({ stored: 1, skipped: 0 });
    expect(await spelled("2 (A)")).toMatchObject({ stored: 0, skipped: 1 });
  });

  it("imports 5,000 rows with 100 bad ones, shows its progress, and stores nothing on a second run", async () => {
    const isBad = (row: number) => row % 50 === 7;
    const progress: number[] = [];
    const report = await run(student, questionsCsv(5_000, isBad), {
      onProgress: ({ rows }) => progress.push(rows),
    });
    expect(report).toMatchObject({ rows: 5_000, stored: 4_900, skipped: 0 });
    const lines = Array.from({ length: 100 }, (_, index) => 2 + 2 * (index * 50 + 7));
    expect(report.bad.map(({ line }) => line)).toEqual(lines);
    expect(new Set(report.bad.map(({ reason }) => reason)).size).toBe(1);
    expect(progress.length).toBeGreaterThan(20);
    expect(progress.at(-1)).toBe(5_000);
    expect(await run(student, questionsCsv(5_000, isBad))).toMatchObject({ stored: 0, skipped: 4_900 });
  });

  it("reports the bad rows of each batch, and reads at most two batches that are not yet reported", async () => {
    let reported = 0;
    let read = 0;
    function* rows() {
      for (const row of questionsCsv(5_000, () => true)) {
        // The import reads at most two batches ahead of the reports.
        expect((read += 1) - reported).toBeLessThanOrEqual(402);
        yield row;
      }
    }
    const report = await archive.services.transfer.importCsv(student, source(rows()), {
      async onBad(some) {
        await new Promise(setImmediate);
        reported += some.length;
      },
    });
    expect(report).toEqual({ rows: 5_000, stored: 0, skipped: 0, bad: 5_000 });
    expect(reported).toBe(5_000);
  });

  it("stores each item once when two imports run at the same time", async () => {
    const reports = await Promise.all([run(student, questionsCsv(600)), run(admin, questionsCsv(600))]);
    expect(reports.map((report) => report.bad)).toEqual([[], []]);
    expect(reports.reduce((sum, report) => sum + report.stored, 0)).toBe(600);
  });

  it("stores an image again if it was removed before its row was stored", async () => {
    const { env, fileStore: store, origin, shared } = archive;
    let puts = 0;
    const fileStore = {
      ...store,
      async put(bytes: Uint8Array) {
        const sha256 = await store.put(bytes);
        puts += 1;
        const aside = puts === 1 ? await store.setAside(sha256) : undefined;
        if (aside) await store.remove(aside);
        return sha256;
      },
    };
    const services = createServices({ ...shared, fileStore, secret: env.PROSHNO_SECRET, origin });
    const rows = `kind,topic,blog,blogImg\nblog,Reading,One,"${PNG}"\n`;
    expect(await services.transfer.importCsv(student, source([rows]))).toMatchObject({ stored: 1 });
    const [file] = await archive.db.read.selectFrom("file").selectAll().execute();
    expect(await store.get(file?.sha256 ?? "")).toHaveLength(file?.size ?? 0);
  });
});
