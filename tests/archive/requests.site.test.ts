import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { noticeMailHandlers } from "../../src/server/library/index.ts";
import { createJobRunner, smtpTransport } from "../../src/server/platform/index.ts";
import { enSaved } from "../../src/shared/messages/en-saved.ts";
import { enWanted } from "../../src/shared/messages/en-wanted.ts";
import { defaultFrequencies, UNDO_WINDOW } from "../../src/shared/people/notices.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { type Answer, type Client, openSite } from "../support/api/site.ts";
import { courseAt, DHAKA, DHAKA_SLUG, insertPaper } from "../support/archive/courses.ts";
import { insertItem, payloadOf, unique } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { startSmtp } from "../support/platform/smtp.ts";

const COURSE = `/course/${DHAKA_SLUG}/cse2103`;
const FORM = `/wanted?university=${DHAKA_SLUG}&code=cse2103`;
const EXAM = "2024.final.fall";
const DAY = 86_400_000;

describe.each(engines)("requests, follows and lists of two people on %s", (engine) => {
  /** 8:00 in Dhaka. */
  const time = { now: Date.UTC(2026, 10, 25, 2) };
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  let worker: ReturnType<typeof createJobRunner>;
  let admin: User;
  let one: Client & { actor: User };
  let two: Client & { actor: User };
  const faults: unknown[] = [];

  beforeAll(async () => {
    archive = await openTestArchive(engine, { clock: () => time.now });
    site = openSite(archive, await builtPages());
    smtp = await startSmtp();
    const transport = smtpTransport(smtp.url, { name: "Proshno", address: "us@example.edu" }, "127.0.0.1");
    worker = createJobRunner({
      jobs: archive.services.jobs,
      handlers: noticeMailHandlers(archive.services.noticeMails, transport, archive.origin),
      log: { failed: (facts) => void faults.push(facts), error: (error) => void faults.push(error) },
    });
    admin = (await archive.signUp("Admin", "admin")).actor;
    one = await person("One");
    two = await person("Two");
    await insertPaper(archive, { year: "2023", term: "fall" });
    await insertPaper(archive, { year: "2022", term: "fall" });
    await insertPaper(archive, { year: "2025", term: "fall" });
  });
  afterAll(async () => {
    await worker.stop();
    await smtp.close();
    expect(faults).toEqual([]);
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  async function person(name: string) {
    const { actor, cookie } = await archive.signUp(name);
    await archive.db.write
      .updateTable("users")
      .set({ emailVerifiedAt: 1 })
      .where("id", "=", actor.id)
      .execute();
    return { ...site.as(cookie), actor };
  }
  const post = (reader: Client, path: string, fields: Record<string, string>) =>
    reader.send(path, { method: "POST", body: new URLSearchParams(fields) });
  const toastOf = ({ headers }: Answer) => decodeURIComponent(headers.get("set-cookie") ?? "");
  /** The mails that are due now, as "to: subject". */
  const mails = async () => {
    await archive.services.wanted.notify();
    await archive.services.noticeMails.plan();
    await worker.drain();
    return smtp
      .look()
      .map(({ to, headers }) => `${to.join()}: ${headers.get("subject")}`)
      .toSorted();
  };

  test("both ask for a missing paper on the course page, one has it, and the other gets one mail and one notice", async () => {
    expect((await one.get(COURSE)).text).toContain(`value="${EXAM}"`);
    const asked = await post(one, FORM, { ask: EXAM, back: COURSE });
    expect(asked.status).toBe(303);
    expect(asked.headers.get("location")).toBe(`${COURSE}#y2024`);
    expect(toastOf(asked)).toContain(enWanted.asked);
    await post(two, FORM, { ask: EXAM, back: COURSE });
    const repeated = toastOf(await post(one, FORM, { ask: EXAM, back: COURSE }));
    expect(repeated).toContain(enWanted.unchanged);
    expect(repeated).toContain(enWanted.askedBefore);
    const page = (await one.get(COURSE)).text;
    expect(page).toContain('<span aria-hidden="true">✓ </span>You and 1');
    expect(page).not.toContain(`name="takeBack"`);
    const [, question = ""] = /href="(\/wanted\?[^"]*&amp;back=[^"]*)"/.exec(page) ?? [];
    const asking = (await one.get(question.replaceAll("&amp;", "&"))).text;
    expect(asking).toContain(enWanted.takingBack);
    expect(asking).toContain(`value="${EXAM}" name="takeBack"`);
    expect((await site.as().get(COURSE)).text).toContain("2 want it");
    expect((await site.as().get("/wanted")).text).toContain(`<b>2</b> <small>${enWanted.want(2)}`);

    const form = (await two.get(`/dashboard/add-question?code=CSE+2103&year=2024&examType=final&term=fall`))
      .text;
    expect(form).toMatch(/name="year"[^>]*value="2024"|value="2024"[^>]*name="year"/);
    const fields = { code: "CSE 2103", subject: "Data Structures", university: DHAKA, set: "" };
    const sent = { ...fields, year: "2024", examType: "final", term: "fall" };
    const id = await archive.services.resources.create(two.actor, "question", payloadOf("question", sent), {
      address: "127.0.0.1",
      userAgent: "A test",
    });
    await archive.services.resources.setStatus(admin, "question", id, { status: "Approved" });
    expect(await mails()).toEqual([]);
    time.now += UNDO_WINDOW;
    expect(await mails()).toEqual([
      `${one.actor.email}: A paper that you asked for is here: “CSE 2103 Data Structures, Final 2024 · Fall · January”.`,
    ]);
    time.now += UNDO_WINDOW;
    expect(await mails()).toEqual([]);
    expect((await one.get("/dashboard/notices")).text).toContain("A paper that you asked for is here");
    expect((await two.get("/dashboard/notices")).text).not.toContain("A paper that you asked for is here");
    const own = (await one.get("/dashboard/requests")).text;
    expect(own).toContain(enWanted.here);
    expect(own).toContain(`/question-details/${id}`);
    const again = await post(one, FORM, { ask: EXAM, back: COURSE });
    expect(again.headers.get("location")).toBe(`/question-details/${id}`);
    expect((await site.as().get("/wanted")).text).toContain(enWanted.none);
  });

  test("a visitor who asks logs in and finds the exam again, and pressing twice takes the request back", async () => {
    const visitor = site.as();
    const sent = await post(visitor, FORM, { ask: "2021.final.fall", back: COURSE });
    const from = new URL(sent.headers.get("location") ?? "", archive.origin).searchParams.get("from") ?? "";
    const page = (await two.get(from)).text;
    expect(page).toContain(enWanted.asking);
    expect(page).toContain(`value="2021.final.fall"`);
    await post(two, FORM, { ask: "2021.final.fall" });
    const back = await post(two, FORM, { takeBack: "2021.final.fall", back: "https://evil.test/" });
    expect(back.headers.get("location")).toBe("/");
    expect(toastOf(back)).toContain(enWanted.takenBack);
    const again = toastOf(await post(two, FORM, { takeBack: "2021.final.fall" }));
    expect(again).toContain(enWanted.unchanged);
    expect(again).not.toContain(enWanted.takenBack);
    expect(
      await archive.services.wanted.ofCourse(two.actor, await courseAt(archive, "cse2103")),
    ).not.toContainEqual(expect.objectContaining({ year: 2021 }));
  });

  test("a refused request stays on the page with a sentence", async () => {
    const future = await post(one, FORM, { ask: "2026.final.winter" });
    expect(future.status).toBe(409);
    expect(future.text).toContain("This exam is not over yet");
    const broken = await post(one, FORM, { ask: "soon" });
    expect(broken.status).toBe(400);
    expect((await post(one, "/wanted?university=-&code=none1", { ask: EXAM })).status).toBe(404);
  });

  test("both follow a course, and each gets one digest a day, only if they chose it", async () => {
    const follow = `/dashboard/follows?university=${DHAKA_SLUG}&code=cse2103`;
    for (const reader of [one, two]) {
      const followed = await post(reader, follow, { act: "follow", back: COURSE });
      expect(followed.headers.get("location")).toBe(COURSE);
      expect(toastOf(followed)).toContain(enWanted.follow.followed);
    }
    expect(toastOf(await post(two, follow, { act: "follow" }))).toContain(enWanted.follow.unchanged);
    expect((await site.as().get(COURSE)).text).toContain(enWanted.follow.followers(2, false));
    const chosen = { ...defaultFrequencies, approved: "never", found: "never" };
    await archive.services.notices.saveSettings(one.actor, { ...chosen, followed: "daily" });
    await archive.services.notices.saveSettings(two.actor, chosen);
    time.now += 1_000;
    const fields = { year: "2020", term: "spring" };
    const item = { status: "Pending", createdAt: time.now } as const;
    const paper = await insertPaper(archive, fields, item);
    const secret = await insertPaper(archive, { ...fields, subject: "Secret canary" }, item);
    for (const id of [paper, secret])
      await archive.services.resources.setStatus(admin, "question", id, { status: "Approved" });
    await archive.services.resources.setStatus(admin, "question", secret, { status: "Cancelled" });
    const dashboard = (await two.get("/dashboard")).text;
    expect(dashboard).toContain(enWanted.follow.news);
    expect(dashboard).toContain(`/question-details/${paper}`);
    expect(dashboard).not.toContain("canary");
    expect(await mails()).toEqual([]);
    time.now += DAY;
    expect(await mails()).toEqual([
      `${one.actor.email}: New in a course that you follow: “CSE 2103 Data Structures, Final 2020 · Spring”.`,
    ]);
    time.now += DAY;
    expect(await mails()).toEqual([]);
    expect(toastOf(await post(two, follow, { act: "unfollow" }))).toContain(enWanted.follow.unfollowed);
    expect(toastOf(await post(two, follow, { act: "unfollow" }))).toContain(enWanted.follow.unchanged);
    expect((await two.get("/dashboard")).text).not.toContain(`/question-details/${paper}`);
  });

  test("a person saves an item from its page, orders the list and deletes it, without JavaScript", async () => {
    const [first, second] = [`First ${unique()}`, `Second ${unique()}`];
    const ids = [
      await insertItem(archive, "note", { fields: { topic: first } }),
      await insertItem(archive, "note", { fields: { topic: second } }),
    ] as const;
    expect((await site.as().get(`/note-details/${ids[0]}`)).text).toContain(`/dashboard/save/${ids[0]}`);
    for (const id of ids) expect((await one.get(`/dashboard/save/${id}`)).status).toBe(200);
    const saved = await post(one, `/dashboard/save/${ids[0]}`, { name: "Before the final" });
    expect(saved.headers.get("location")).toBe(`/note-details/${ids[0]}`);
    expect(toastOf(saved)).toContain(enSaved.saved);
    expect(toastOf(await post(one, `/dashboard/save/${ids[0]}`, {}))).toContain(enSaved.unchanged);
    const [list] = await archive.services.saved.lists(one.actor);
    const path = `/dashboard/saved/${list?.id}`;
    await post(one, `/dashboard/save/${ids[1]}`, { lists: list?.id ?? "" });
    const order = async () => {
      const { text } = await one.get(path);
      return text.indexOf(first) < text.indexOf(second) ? "first" : "second";
    };
    expect(await order()).toBe("first");
    await post(one, path, { act: "up", id: ids[1] });
    expect(await order()).toBe("second");
    await archive.services.resources.setStatus(admin, "note", ids[0], { status: "Cancelled" });
    expect((await one.get(path)).text).not.toContain(first);
    expect((await post(one, path, { act: "rename", name: "" })).status).toBe(400);
    const taken = await post(one, "/dashboard/saved", { name: "before the FINAL" });
    expect(taken.status).toBe(409);
    expect(taken.text).toContain("You already have a list with this name");
    expect((await two.get(path)).status).toBe(404);
    const removed = await post(one, path, { act: "delete" });
    expect(toastOf(removed)).toContain(enSaved.deleted);
    expect((await one.get(path)).status).toBe(404);
  });
});
