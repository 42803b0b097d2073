import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { payloadOf } from "../../../../tests/support/archive/factories.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { TEST_LANGUAGES } from "../../../../tests/support/files/languages.ts";
import { ENGLISH_HEAD, LONG_PAGE, scan } from "../../../../tests/support/files/scan.ts";
import { type TinyPage, tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { pageImageName } from "../../../shared/files/files.ts";
import type { User } from "../../../shared/people/policy.ts";
import { UNUSED_LIMIT } from "../storage/files.service.ts";
import { LEASE } from "../../platform/jobs/jobs.service.ts";
import { lanes } from "../../platform/jobs/lanes.ts";
import { createJobRunner } from "../../platform/jobs/job-runner.ts";
import { createServices } from "../../services.ts";
import { headName, type PaperProposal } from "./proposals.ts";
import { createRecogniser } from "./recogniser.ts";
import { PAGE_LIMIT, recognitionHandlers } from "./recognition.jobs.ts";
import { recognitionLanes } from "./recognition-jobs.ts";

const DAY = 86_400_000;
const blankPage = (at: number): TinyPage => ({ content: `0 0 9 ${at + 9} re f`, size: [200, 100] });
const blank = (count: number) => tinyPdf(Array.from({ length: count }, (_, at) => blankPage(count + at)));
const recogniser = createRecogniser({ languages: TEST_LANGUAGES });
afterAll(() => recogniser.close());

describe.each(engines)("recognition on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let admin: User;
  let now: number;
  let failures: unknown[];

  beforeEach(async () => {
    [now, failures] = [Date.UTC(2026, 10, 21), []];
    archive = await openTestArchive(engine, { clock: () => now });
    student = (await archive.signUp("Student")).actor;
    admin = (await archive.signUp("Admin", "admin")).actor;
  });
  afterEach(() => archive.close());

  const reader = (own?: Pick<typeof recogniser, "recognise">, perDay = 3_000) => {
    const { jobs, recognition } = archive.services;
    const handlers = recognitionHandlers(recognition, own);
    return createJobRunner({
      jobs,
      handlers,
      choice: own
        ? { lanes: recognitionLanes, isShared: true, perDay }
        : { lanes: [lanes.text], isShared: true },
      mayWork: async () => !(await recognition.isPaused()),
      limit: PAGE_LIMIT,
      log: { failed: (facts) => failures.push(facts.error), error: (error) => failures.push(error) },
    });
  };
  const accept = (bytes: Uint8Array) => archive.services.files.accept(student, bytes, "paper");
  const rows = () =>
    archive.db.read.selectFrom("pageText").selectAll().orderBy("page").orderBy("sha256").execute();
  const progress = () => archive.services.recognition.progress(admin);
  const contribute = (fileKey: string) =>
    archive.services.resources.create(
      student,
      "note",
      payloadOf("note", { driveLink: undefined, fileKey }),
      VISIT.client,
    );
  const found = async (search: string, actor?: User) =>
    (await archive.services.resources.list(actor, "note", { search })).count;
  const printed = { lines: [...ENGLISH_HEAD, "2. Define amortisation and give one suitable example."] };

  test("the job for a new paper draws its thumbnail and the phone image of page 1", async () => {
    const { key } = await accept(tinyPdf([printed]));
    const file = await archive.services.files.get(student, key);
    const drawn = () =>
      readdir(join(archive.env.PROSHNO_DATA, "pages", file.sha256.slice(0, 2), file.sha256));
    await reader().drain();
    expect(failures).toEqual([]);
    expect((await drawn()).sort()).toEqual([480, 720].map((width) => `${pageImageName(1, width)}.webp`));
    for (const width of [480, 720])
      expect((await sharp(await archive.services.files.page(file, 1, width)).metadata()).width).toBe(width);
    expect(await drawn()).toHaveLength(2);
  });

  test("details are proposed as soon as the first lines of a page are read", async () => {
    const accepted = await accept(await scan(LONG_PAGE));
    const { key, sha256 } = await archive.services.files.get(student, accepted.key);
    const { recognition } = archive.services;
    const head = { sha256, firstPage: 1 };
    const meanwhile: PaperProposal[] = [];
    await reader({
      async recognise(...page) {
        const whole = await recogniser.recognise(...page);
        await expect.poll(async () => (await recognition.proposal(student, key)).facts).not.toEqual({});
        meanwhile.push(await recognition.proposal(student, key));
        meanwhile.push((await recognition.proposals([head])).get(headName(head)) as PaperProposal);
        return whole;
      },
    }).drain();
    expect(failures).toEqual([]);
    const facts = { code: { value: "CSE 2103" }, year: { value: "2019" } };
    for (const proposal of meanwhile) expect(proposal).toMatchObject({ isWaiting: true, facts });
    expect(meanwhile).toHaveLength(2);
    expect(await recognition.proposal(student, key)).toMatchObject({ isWaiting: false, facts });
    expect(await archive.db.read.selectFrom("pageHead").selectAll().execute()).toEqual([]);
  });

  test("embedded text is stored, and scanned pages are recognised", async () => {
    const printedFile = await accept(tinyPdf([printed, { lines: ["- 2 -"] }]));
    const scanned = await accept(await scan(ENGLISH_HEAD));
    expect(await progress()).toMatchObject({ queued: 2, done: 0, failed: 0 });
    expect(await archive.services.recognition.proposal(student, scanned.key)).toEqual({
      isWaiting: true,
      isPostponed: false,
      facts: {},
    });
    await reader(recogniser).drain();
    expect(failures).toEqual([]);
    const kept = await rows();
    expect(kept.map(({ page, source }) => `${page} ${source}`).sort()).toEqual([
      "1 embedded",
      "1 recognised",
      "2 recognised",
    ]);
    expect(await progress()).toEqual({
      queued: 0,
      postponed: 0,
      running: 0,
      done: 2,
      failed: 0,
      isPaused: false,
    });
    for (const { key } of [printedFile, scanned]) {
      const { isWaiting, facts } = await archive.services.recognition.proposal(student, key);
      expect(isWaiting).toBe(false);
      expect(facts).toMatchObject({
        code: { value: "CSE 2103" },
        year: { value: "2019" },
        subject: { value: "Data Structures" },
      });
    }
    await expect(archive.services.recognition.proposal(undefined, scanned.key)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("search finds the text of a page for readers who may see its item", async () => {
    const { key } = await accept(tinyPdf([printed]));
    const id = await contribute(key);
    expect(await found("amortisation", admin)).toBe(0);
    await reader(recogniser).drain();
    expect([await found("amortisation"), await found("amortisation", admin)]).toEqual([0, 1]);
    await archive.services.resources.setStatus(admin, "note", id, { status: "Approved" });
    expect([await found("amortisation suitable"), await found("zebra")]).toEqual([1, 0]);
  });

  test("a paper that is uploaded again is not read again, and its text is deleted with its last file", async () => {
    const bytes = tinyPdf([printed]);
    await accept(bytes);
    await reader(recogniser).drain();
    await accept(bytes);
    await reader(recogniser).drain();
    expect(await rows()).toHaveLength(1);
    now += UNUSED_LIMIT + 1;
    await archive.services.files.sweep();
    expect(await rows()).toEqual([]);
  });

  test("a job for a deleted paper does nothing", async () => {
    await accept(await scan(["Gone"]));
    now += UNUSED_LIMIT + 1;
    await archive.services.files.sweep();
    await reader(recogniser).drain();
    expect([await rows(), failures]).toEqual([[], []]);
    expect((await progress()).queued).toBe(0);
  });

  test("no page is read during a pause; when an admin ends the pause, failed pages are tried again", async () => {
    const { recognition } = archive.services;
    await accept(tinyPdf([printed]));
    await recognition.pause(admin);
    await recognition.pause(admin);
    await reader(recogniser).drain();
    expect(await progress()).toMatchObject({ queued: 1, isPaused: true });
    await archive.db.write.updateTable("job").set({ state: "dead", attempts: 8 }).execute();
    expect(await progress()).toMatchObject({ queued: 0, failed: 1 });
    await recognition.resume(admin);
    expect(await progress()).toMatchObject({ queued: 1, failed: 0, isPaused: false });
    await reader(recogniser).drain();
    expect(await rows()).toHaveLength(1);
    for (const act of [recognition.pause, recognition.resume, recognition.progress]) {
      await expect(act(student)).rejects.toMatchObject({ code: "forbidden" });
      await expect(act(undefined)).rejects.toMatchObject({ code: "sign_in_required" });
    }
  });

  test("a server without recognition leaves pages to a server that has it, and pages are read after a crash, too", async () => {
    await accept(await scan(ENGLISH_HEAD));
    await reader().drain();
    expect(await progress()).toMatchObject({ queued: 1, done: 0 });
    const lost = await archive.services.jobs.claim({ lanes: recognitionLanes });
    expect(lost?.kind).toBe("recognisePage");
    await reader(recogniser).drain();
    expect(await progress()).toMatchObject({ running: 1, done: 0 });
    now += LEASE;
    await reader(recogniser).drain();
    expect(await progress()).toMatchObject({ queued: 0, running: 0, done: 1 });
    expect(failures).toEqual([]);
  });

  test("a renewed claim holds longer, and an expired claim can't be renewed", async () => {
    const { jobs } = archive.services;
    await accept(await scan(["Long"]));
    const claim = await jobs.claim({ lanes: recognitionLanes });
    now += LEASE - 1;
    expect(await jobs.renew(claim!)).toBe(true);
    now += LEASE - 1;
    expect(await jobs.claim({ lanes: recognitionLanes })).toBeUndefined();
    now += 1;
    expect((await jobs.claim({ lanes: recognitionLanes }))?.attempts).toBe(2);
    expect(await jobs.renew(claim!)).toBe(false);
  });

  test("pages above a person's daily limit wait for the next day, and the screens say so", async () => {
    const { env, origin, shared } = archive;
    const options = { secret: env.PROSHNO_SECRET, origin, clock: () => now };
    const limited = createServices({ ...shared, ...options, ocrPagesPerDay: 1 });
    const { key } = await accept(blank(2));
    const read = { recognise: async () => ({ text: "Scanned", lines: [], confidence: 90 }) };
    const state = async () => {
      const { isWaiting, isPostponed } = await limited.recognition.proposal(student, key);
      return { isWaiting, isPostponed };
    };
    await reader().drain();
    expect(await state()).toEqual({ isWaiting: true, isPostponed: false });
    await reader(read, 1).drain();
    expect(await state()).toEqual({ isWaiting: false, isPostponed: true });
    expect((await limited.recognition.pageTexts(student, key)).isWaiting).toBe(true);
    expect(await limited.recognition.progress(admin)).toMatchObject({ queued: 0, postponed: 1, done: 1 });
    now += DAY;
    expect(await limited.recognition.progress(admin)).toMatchObject({ queued: 1, postponed: 0, done: 1 });
    await reader(read, 1).drain();
    expect(await state()).toEqual({ isWaiting: false, isPostponed: false });
    expect((await rows()).map((row) => row.page)).toEqual([1, 2]);
  });

  test("the server reads pages 1 and 2 of every paper before later pages, and people take turns", async () => {
    const other = (await archive.signUp("Other")).actor;
    await accept(blank(5));
    now += 1_000;
    await archive.services.files.accept(other, blank(3), "paper");
    await reader().drain();
    const { jobs } = archive.services;
    const order: { who: string; page: number }[] = [];
    for (;;) {
      const job = await jobs.claim({ lanes: [lanes.heads, lanes.pages], isShared: true });
      if (!job) break;
      order.push({ who: job.owner, page: JSON.parse(job.payload).page });
      // This charge is far greater than the cost of reading the text layers.
      await jobs.charge(job.owner, 60_000);
      await jobs.finish(job);
    }
    expect(order.map(({ page }) => page)).toEqual([1, 1, 2, 2, 3, 3, 4, 5]);
    for (const at of [0, 2, 4]) expect(order[at]?.who).not.toBe(order[at + 1]?.who);
  });

  test("the text layer of one person's paper does not wait for another person's scans", async () => {
    await accept(await scan(["Waits for a recogniser"]));
    await reader().drain();
    const other = (await archive.signUp("Other")).actor;
    const { key } = await archive.services.files.accept(other, tinyPdf([printed]), "paper");
    await reader().drain();
    const { isWaiting, facts } = await archive.services.recognition.proposal(other, key);
    expect(isWaiting).toBe(false);
    expect(facts.code?.value).toBe("CSE 2103");
    expect(await progress()).toMatchObject({ queued: 1, done: 0 });
  });

  test("mails don't wait for pages", async () => {
    const { jobs } = archive.services;
    await accept(await scan(["First"]));
    await jobs.enqueue([{ kind: "mail", payload: {} }]);
    expect((await jobs.claim())?.kind).toBe("mail");
    expect(await jobs.claim()).toBeUndefined();
  });

  test("a page that can't be read is tried again later", async () => {
    await accept(await scan(["Unlucky"]));
    await reader({ recognise: async () => Promise.reject(new Error("out of luck")) }).drain();
    expect(failures).toEqual(["Error"]);
    expect(await progress()).toMatchObject({ queued: 1, done: 0, failed: 0 });
  });
});
