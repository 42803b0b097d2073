import { expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { defaultFrequencies } from "../../src/shared/people/notices.ts";
import { openSite } from "../support/api/site.ts";
import { DHAKA, DHAKA_SLUG, insertPaper } from "../support/archive/courses.ts";
import { insertItem } from "../support/archive/factories.ts";
import { engines, openTestArchive, VISIT } from "../support/platform/archive.ts";

const DAY = 86_400_000;
/** 8:00 in Dhaka. */
const MORNING = Date.UTC(2026, 10, 25, 2);
const CANARY = "zygomorphic";
const COURSE = `/course/${DHAKA_SLUG}/cse2103`;

/** Every address that shows courses, their papers or requests. */
const PUBLIC = [
  COURSE,
  `${COURSE}/feed.xml`,
  `/api/courses/${DHAKA_SLUG}/cse2103`,
  `/api/courses/${DHAKA_SLUG}`,
  "/api/courses",
  "/universities",
  `/university/${DHAKA_SLUG}`,
  `/department/${DHAKA_SLUG}/cse`,
  "/wanted",
  "/api/wanted",
  "/sitemap.xml",
  "/sitemap/1.xml",
  "/sitemap/courses-1.xml",
  "/feed.xml",
];
const OWN = [
  "/dashboard/welcome",
  "/dashboard/requests",
  "/dashboard/follows",
  "/api/requests",
  "/api/follows",
];

test.each(engines)(
  "hidden papers, notes and answers change no grid, count, request, follow, feed or digest on %s",
  async (engine) => {
    const time = { now: MORNING };
    const archive = await openTestArchive(engine, { clock: () => time.now });
    const site = openSite(archive, await builtPages());
    const { db, services } = archive;
    const { actor, cookie } = await archive.signUp("Reader");
    const admin = (await archive.signUp("Admin", "admin")).actor;
    const paper = await insertPaper(archive, { year: "2023", term: "fall" });
    await insertPaper(archive, { year: "2025", term: "fall" });
    await insertItem(archive, "note", { fields: { subject: "Data Structures", university: DHAKA } });
    await services.follows.follow(actor, { university: DHAKA, code: "CSE 2103" });
    const exam = { university: DHAKA, code: "CSE 2103", year: "2024", examType: "final", term: "fall" };
    await services.wanted.ask(actor, exam, VISIT.client);
    await services.notices.saveSettings(actor, { ...defaultFrequencies, followed: "daily" });

    /** The responses of all addresses, without their random values. */
    const shown = async () => {
      const read = async (path: string, as?: string) => {
        const { status, text } = await site.as(as).get(path);
        return [path, status, text.replace(/nonce="[^"]*"/g, "")];
      };
      const all = [];
      for (const path of PUBLIC) all.push(await read(path));
      for (const path of OWN) all.push(await read(path, cookie));
      return all;
    };
    /** The mails and notices that people get within a day. */
    const sentNews = async () => {
      time.now += DAY;
      await services.wanted.notify();
      await services.noticeMails.plan();
      const jobs = await db.read.selectFrom("job").select("id").where("kind", "=", "noticeMail").execute();
      const notices = await db.read.selectFrom("notice").select("id").execute();
      return [jobs.length, notices.length];
    };

    const before = await shown();
    expect(before.filter(([, status]) => status !== 200)).toEqual([]);
    time.now += 1_000;
    const hidden = { subject: CANARY, university: DHAKA };
    const wanted = await insertPaper(
      archive,
      { ...hidden, year: "2024", term: "fall" },
      { status: "Pending", createdAt: time.now },
    );
    await insertPaper(archive, { ...hidden, year: "2022" }, { status: "Cancelled", createdAt: time.now });
    const removed = await insertPaper(archive, { ...hidden, year: "2021" }, { createdAt: time.now });
    await services.resources.setStatus(admin, "question", removed, { status: "Cancelled" });
    const note = { subject: "Data Structures", title: CANARY, university: DHAKA };
    await insertItem(archive, "note", { status: "Pending", fields: note });
    const answer = { status: "Pending" as const, parentId: paper, createdAt: time.now };
    await insertItem(archive, "answer", answer);
    await insertPaper(archive, { ...hidden, code: "CSE 9999" }, { status: "Pending" });
    expect(await sentNews()).toEqual([0, 0]);
    expect(await shown()).toEqual(before);

    // The same readers see a paper once it is approved, and are sentNews.
    await services.resources.setStatus(admin, "question", wanted, { status: "Approved" });
    const after = await shown();
    const seen = after.filter(([, , text]) => String(text).includes(CANARY) || String(text).includes(wanted));
    expect(seen.map(([path]) => path)).toEqual([
      COURSE,
      `${COURSE}/feed.xml`,
      `/api/courses/${DHAKA_SLUG}/cse2103`,
      "/sitemap/1.xml",
      "/feed.xml",
      "/dashboard/welcome",
      "/dashboard/requests",
      "/api/requests",
    ]);
    const [mails, notices] = await sentNews();
    expect([Number(mails) > 0, notices]).toEqual([true, 1]);
    expect(site.faults).toEqual([]);
    await archive.close();
  },
);
