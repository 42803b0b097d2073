import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DHAKA, DHAKA_KEY, insertPaper } from "../../../../tests/support/archive/courses.ts";
import { insertItem } from "../../../../tests/support/archive/factories.ts";
import { insertConfirmedPerson, insertNotice } from "../../../../tests/support/archive/notices.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { defaultFrequencies, UNDO_WINDOW } from "../../../shared/people/notices.ts";
import type { User } from "../../../shared/people/policy.ts";
import { MAX_FOLLOWS } from "../../../shared/courses/wanted.ts";
import { renderMail } from "../../platform/index.ts";
import type { PlannedMail } from "../../library/notices/notice-mails.repo.ts";
import { limitRates } from "../../platform/limits/rates.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** 8:00 in Dhaka. */
const MORNING = Date.UTC(2026, 10, 25, 2);
const COURSE = { university: DHAKA, code: "CSE 2103" };

describe.each(engines)("followed courses on %s", (engine) => {
  const time = { now: MORNING };
  let archive: TestArchive;
  let admin: User;
  let reader: User;
  let paper: string;

  beforeAll(async () => {
    const rates = { ...limitRates, follow: { account: { tries: 10_000, per: HOUR } } };
    archive = await openTestArchive(engine, { clock: () => time.now, rates });
    admin = (await archive.signUp("Admin", "admin")).actor;
  });
  beforeEach(async () => {
    time.now = MORNING;
    for (const table of ["notice", "courseFollow", "courseMerge"] as const)
      await archive.db.write.deleteFrom(table).execute();
    await archive.db.write.deleteFrom("job").where("kind", "=", "noticeMail").execute();
    await archive.db.write.deleteFrom("resource").execute();
    const person = await insertConfirmedPerson(archive);
    reader = { ...person, displayName: "", photoURL: null, role: "student" };
    paper = await insertPaper(archive, { year: "2023" });
  });
  afterAll(() => archive.close());

  const follows = () => archive.services.follows;
  const news = async (actor = reader) => (await follows().news(actor)).map(({ id }) => id);
  const setStatus = (id: string, status: string, kind = "question") =>
    archive.services.resources.setStatus(admin, kind, id, { status });
  /** A paper that a moderator approves now. */
  const approved = async (fields: Record<string, string> = {}, uploader?: User) => {
    time.now += 1_000;
    const id = await insertPaper(archive, fields, {
      status: "Pending",
      createdAt: time.now,
      ...(uploader && { uploader }),
    });
    await setStatus(id, "Approved");
    return id;
  };
  const wantMails = (followed = "daily") =>
    archive.services.notices.saveSettings(reader, { ...defaultFrequencies, followed });
  const mails = async (): Promise<PlannedMail[]> => {
    await archive.services.noticeMails.plan();
    const jobs = archive.db.write.selectFrom("job").select("payload").where("kind", "=", "noticeMail");
    return (await jobs.orderBy("id").execute()).map(({ payload }) => JSON.parse(payload) as PlannedMail);
  };
  const said = async (planned: PlannedMail | undefined) => {
    const found = planned && (await archive.services.noticeMails.mail(planned));
    return found?.mail.params.notices.map(({ event, title }) => `${event}: ${title}`);
  };

  test("a person follows a course in any spelling, and stops", async () => {
    expect(
      await follows().follow(reader, { university: "university-of-dhaka", code: "cse-2103" }),
    ).toMatchObject({ code: "CSE 2103", title: "Data Structures" });
    await follows().follow(reader, COURSE);
    expect((await follows().own(reader)).map(({ code }) => code)).toEqual(["CSE 2103"]);
    const key = { universityKey: DHAKA_KEY, codeNorm: "CSE2103" };
    expect(await follows().state(reader, key)).toEqual({ followers: 1, isMore: false, isMine: true });
    expect(await follows().state(undefined, key)).toMatchObject({ isMine: false });
    expect(await follows().unfollow(reader, COURSE)).toMatchObject({ modified: true });
    expect(await follows().unfollow(reader, COURSE)).toMatchObject({ modified: false });
    await expect(follows().follow(reader, { ...COURSE, code: "X 1" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(follows().follow(undefined, COURSE)).rejects.toMatchObject({ code: "sign_in_required" });
  });

  test("a person stops following a course whose papers are all hidden", async () => {
    await follows().follow(reader, COURSE);
    await setStatus(paper, "Cancelled");
    const [own] = await follows().own(reader);
    expect(own).toMatchObject({ universityKey: DHAKA_KEY, codeNorm: "CSE2103" });
    const listed = { university: own?.university, code: own?.code };
    expect(await follows().unfollow(reader, listed)).toMatchObject({ modified: true });
    await expect(follows().unfollow(reader, listed)).rejects.toMatchObject({ code: "not_found" });
    expect(await follows().own(reader)).toEqual([]);
  });

  test("a person can follow a limited number of courses", async () => {
    const rows = Array.from({ length: MAX_FOLLOWS }, (_, n) => `X${n}`).map((codeNorm) => ({
      userId: reader.id,
      universityKey: DHAKA_KEY,
      askedCode: codeNorm,
      codeNorm,
      createdAt: 1,
    }));
    await archive.db.write.insertInto("courseFollow").values(rows).execute();
    await expect(follows().follow(reader, COURSE)).rejects.toMatchObject({
      code: "conflict",
      fields: { course: { code: "tooManyFollows" } },
    });
  });

  test("new papers and answers of a followed course are news, but not older ones, other courses' and own ones", async () => {
    const before = await approved();
    await follows().follow(reader, COURSE);
    const one = await approved({ year: "2024" });
    await approved({ code: "EEE 1" });
    await approved({}, reader);
    time.now += 1_000;
    const answer = await insertItem(archive, "answer", { parentId: before, createdAt: time.now });
    expect(await news()).toEqual([answer, one]);
    await setStatus(one, "Cancelled");
    await setStatus(answer, "Cancelled", "answer");
    expect(await news()).toEqual([]);
    await setStatus(one, "Approved");
    expect(await news()).toEqual([one]);
    await follows().unfollow(reader, COURSE);
    expect(await news()).toEqual([]);
  });

  test("an answer whose question is hidden is no news", async () => {
    await follows().follow(reader, COURSE);
    time.now += 1_000;
    const answer = await insertItem(archive, "answer", { parentId: paper, createdAt: time.now });
    expect(await news()).toEqual([answer]);
    await setStatus(paper, "Cancelled");
    expect(await news()).toEqual([]);
  });

  test("a follow of a merged course shows the news of the other one, and an undo gives it back", async () => {
    await insertPaper(archive, { code: "CSE 203" });
    await follows().follow(reader, { ...COURSE, code: "CSE 203" });
    const merged = { universityKey: DHAKA_KEY, codeNorm: "CSE203" };
    await archive.services.courseChanges.merge(admin, { ...merged, into: "CSE 2103" });
    expect((await follows().own(reader)).map(({ code }) => code)).toEqual(["CSE 2103"]);
    const one = await approved();
    const other = await approved({ code: "CSE 203", year: "2025" });
    expect(await news()).toEqual([other, one]);
    await archive.services.courseChanges.undoMerge(admin, merged);
    expect((await follows().own(reader)).map(({ code }) => code)).toEqual(["CSE 203"]);
    expect(await news()).toEqual([other]);
  });

  test("a paper that gets another code takes its news and those of its answers with it", async () => {
    const other = await insertPaper(archive, { code: "CSE 203" });
    await follows().follow(reader, { ...COURSE, code: "CSE 203" });
    const moving = await approved({ code: "CSE 203" });
    time.now += 1_000;
    const answers = [];
    for (const parentId of [moving, other])
      answers.push(await insertItem(archive, "answer", { parentId, createdAt: time.now }));
    expect((await news()).toSorted()).toEqual([moving, ...answers].toSorted());
    await archive.db.write
      .updateTable("resource")
      .set({ code: "CSE 2103", codeNorm: "CSE2103" })
      .where("id", "=", moving)
      .execute();
    expect(await news()).toEqual([answers[1]]);
  });

  test("a renamed university keeps its follows", async () => {
    await follows().follow(reader, COURSE);
    const universities = await archive.services.universities.list(admin);
    const { id: old, updatedAt = 0 } = universities.find(({ name }) => name === DHAKA) ?? {};
    const renamed = {
      id: old,
      updatedAt: String(updatedAt),
      name: "Dhaka University",
      banglaName: "",
      otherNames: "",
    };
    await archive.services.universities.save(admin, renamed);
    const [followed] = await follows().own(reader);
    expect(followed).toMatchObject({ university: "Dhaka University", code: "CSE 2103" });
    const id = await approved({ university: "Dhaka University" });
    expect(await news()).toEqual([id]);
  });

  test("nobody gets mails about courses until they choose them, and then one a day with everything new", async () => {
    await follows().follow(reader, COURSE);
    await approved({ year: "2021" });
    time.now += DAY;
    expect(await mails()).toEqual([]);
    await wantMails();
    await approved({ year: "2022" });
    await approved({ year: "2024" });
    expect(await mails()).toEqual([]);
    time.now += DAY;
    const [first] = await mails();
    expect(await said(first)).toEqual([
      "followed: CSE 2103 Data Structures, Final 2022",
      "followed: CSE 2103 Data Structures, Final 2024",
    ]);
    time.now += HOUR;
    await approved({ year: "2025" });
    expect(await mails()).toHaveLength(1);
    time.now += DAY;
    await Promise.all([mails(), mails()]);
    const all = await mails();
    expect(all).toHaveLength(2);
    expect(await said(all[1])).toEqual(["followed: CSE 2103 Data Structures, Final 2025"]);
    time.now += DAY;
    expect(await mails()).toHaveLength(2);
  });

  test("the news are in the same daily mail as the person's other notices", async () => {
    await follows().follow(reader, COURSE);
    await wantMails();
    const note = await insertItem(archive, "note", { fields: { topic: "My note" } });
    await insertNotice(archive, { userId: reader.id, itemId: note, event: "approved", at: time.now });
    await approved({ year: "2024" });
    time.now += DAY;
    const planned = await mails();
    expect(planned).toHaveLength(1);
    expect(await said(planned[0])).toEqual([
      "approved: My note",
      "followed: CSE 2103 Data Structures, Final 2024",
    ]);
  });

  test("a mail says nothing of papers that were hidden before it is sent", async () => {
    await follows().follow(reader, COURSE);
    await wantMails();
    const secret = await approved({ subject: "Canary" });
    time.now += DAY;
    const [planned] = await mails();
    expect(JSON.stringify(planned)).not.toContain("Canary");
    expect(await said(planned)).toEqual(["followed: CSE 2103 Canary, Final 2019"]);
    await setStatus(secret, "Cancelled");
    expect(await said(planned)).toBeUndefined();
  });

  test("an approval that is undone in time is no news, and its second approval is mailed once", async () => {
    await follows().follow(reader, COURSE);
    await wantMails();
    time.now = MORNING + DAY - HOUR - 1_000;
    const id = await approved();
    time.now += UNDO_WINDOW / 2;
    await setStatus(id, "Pending");
    time.now += HOUR;
    expect(await mails()).toEqual([]);
    await setStatus(id, "Approved");
    time.now += DAY;
    expect(await mails()).toHaveLength(1);
    time.now += DAY;
    expect(await mails()).toHaveLength(1);
  });

  test("the link in a mail with only such news ends them", async () => {
    await follows().follow(reader, COURSE);
    await wantMails();
    await approved();
    time.now += DAY;
    const [planned] = await mails();
    const found = planned && (await archive.services.noticeMails.mail(planned));
    if (!found) throw new Error("There is no mail.");
    const { unsubscribe = "" } = renderMail(found.id, found.mail, archive.origin);
    const token = new URL(unsubscribe).searchParams.get("token") ?? "";
    expect(await archive.services.noticeMails.previewUnsubscribe(token)).toBe("followed");
    await archive.services.noticeMails.unsubscribe(token);
    expect((await archive.services.notices.settings(reader)).followed).toBe("never");
    expect(await archive.services.noticeMails.mail(planned)).toBeUndefined();
  });

  test("mails about news at once are refused, because there is one a day at most", async () => {
    await expect(wantMails("atOnce")).rejects.toMatchObject({ code: "invalid_input" });
  });
});
