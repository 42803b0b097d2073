import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertItem } from "../../../../tests/support/archive/factories.ts";
import { insertConfirmedPerson, insertNotice } from "../../../../tests/support/archive/notices.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { defaultFrequencies, type NoticeEvent } from "../../../shared/people/notices.ts";
import type { User } from "../../../shared/people/policy.ts";
import { renderMail } from "../../platform/index.ts";
import type { PlannedMail } from "./notice-mails.repo.ts";
import { AT_ONCE_PAUSE, MAX_AT_ONCE } from "./notice-mails.service.ts";

const DAY = 86_400_000;
/** 6:59 in Dhaka. */
const MORNING = Date.UTC(2026, 10, 25, 0, 59);

describe.each(engines)("mails about notices on %s", (engine) => {
  const time = { now: MORNING };
  let archive: TestArchive;
  let reader: { id: string; email: string };
  let itemId: string;

  beforeAll(async () => {
    archive = await openTestArchive(engine, { clock: () => time.now });
  });
  beforeEach(async () => {
    time.now = MORNING;
    await archive.db.write.deleteFrom("notice").execute();
    await archive.db.write.deleteFrom("job").where("kind", "=", "noticeMail").execute();
    reader = await insertConfirmedPerson(archive);
    itemId = await insertItem(archive, "note", { fields: { topic: "Mailed canary" } });
  });
  afterAll(() => archive.close());

  const mails = () => archive.services.noticeMails;
  const actor = () => ({ ...reader, displayName: "", photoURL: null, role: "student" }) as User;
  const notice = (event: NoticeEvent, at = time.now) =>
    insertNotice(archive, { userId: reader.id, itemId, event, at });
  const jobs = async (): Promise<PlannedMail[]> => {
    const rows = archive.db.write.selectFrom("job").select("payload").where("kind", "=", "noticeMail");
    return (await rows.orderBy("id").execute()).map(({ payload }) => JSON.parse(payload) as PlannedMail);
  };
  const planned = async () => {
    await mails().plan();
    return (await jobs()).map(({ frequency }) => frequency);
  };
  const choose = (changes: Partial<Record<NoticeEvent, string>>) =>
    archive.services.notices.saveSettings(actor(), { ...defaultFrequencies, ...changes });
  const first = async () => {
    const [job] = await jobs();
    if (!job) throw new Error("No mail is planned.");
    return mails().mail(job);
  };

  test("are planned once, also if two servers plan at the same time", async () => {
    await notice("returned");
    await notice("removed");
    await Promise.all([mails().plan(), mails().plan(), mails().plan()]);
    expect((await jobs()).map(({ frequency }) => frequency)).toEqual(["atOnce"]);
    const found = await first();
    expect(found?.mail.to).toBe(reader.email);
    expect(found?.mail.params.notices).toHaveLength(2);
    expect(await planned()).toEqual(["atOnce"]);
  });

  test("have the same id at every attempt", async () => {
    await notice("returned");
    await mails().plan();
    const [once, again] = [await first(), await first()];
    expect(once?.id).toBe((await jobs())[0]?.mailing);
    expect(again?.id).toBe(once?.id);
  });

  test("come at once only 15 minutes after the last mail", async () => {
    await notice("returned");
    expect(await planned()).toEqual(["atOnce"]);
    await notice("returned");
    time.now += AT_ONCE_PAUSE - 1;
    expect(await planned()).toEqual(["atOnce"]);
    time.now += 1;
    expect(await planned()).toEqual(["atOnce", "atOnce"]);
  });

  test("come at once six times a day at most, and the next morning one mail tells about all the others", async () => {
    time.now = MORNING + 60_000;
    await choose({ approved: "atOnce" });
    let made = 0;
    for (const end = time.now + DAY - AT_ONCE_PAUSE; time.now < end; time.now += AT_ONCE_PAUSE) {
      await notice(made % 2 === 0 ? "returned" : "approved");
      made += 1;
      await mails().plan();
    }
    expect((await jobs()).map(({ frequency }) => frequency)).toEqual(Array(MAX_AT_ONCE).fill("atOnce"));
    const other = await insertConfirmedPerson(archive);
    await insertNotice(archive, { userId: other.id, itemId, event: "returned", at: time.now });
    await mails().plan();
    expect((await jobs()).at(-1)?.userId).toBe(other.id);
    time.now = MORNING + 60_000 + DAY;
    await mails().plan();
    const own = (await jobs()).filter(({ userId }) => userId === reader.id);
    expect(own).toHaveLength(MAX_AT_ONCE + 1);
    const mail = await mails().mail(own.at(-1) as PlannedMail);
    expect(mail?.mail.params.notices.length).toBe(20);
    expect(mail?.mail.params.more).toBe(made - MAX_AT_ONCE - 20);
  });

  test("come daily after 7 in the morning in Dhaka", async () => {
    await notice("approved");
    expect(await planned()).toEqual([]);
    time.now += 60_000;
    expect(await planned()).toEqual(["daily"]);
    await notice("approved", time.now + 1);
    time.now += DAY - 60_000;
    expect(await planned()).toEqual(["daily"]);
    time.now += 60_000;
    expect(await planned()).toEqual(["daily", "daily"]);
  });

  test("are not sent about events that the person never wants, also if they chose so later", async () => {
    await choose({ returned: "never" });
    await notice("returned");
    expect(await planned()).toEqual([]);
    await choose({ returned: "atOnce" });
    // A notice that was left out stays left out.
    expect(await planned()).toEqual([]);
    await notice("returned");
    expect(await planned()).toEqual(["atOnce"]);
    await choose({ returned: "never" });
    expect(await first()).toBeUndefined();
  });

  test("go only to confirmed addresses of people who are not suspended", async () => {
    const set = (values: object) =>
      archive.db.write.updateTable("users").set(values).where("id", "=", reader.id).execute();
    await set({ emailVerifiedAt: null });
    await notice("returned");
    expect(await planned()).toEqual([]);
    await set({ emailVerifiedAt: 1 });
    time.now += AT_ONCE_PAUSE;
    await notice("returned");
    expect(await planned()).toEqual(["atOnce"]);
    await set({ suspendedAt: 1 });
    expect(await first()).toBeUndefined();
  });

  test("leave out notices that were read, and say nothing of items that were hidden", async () => {
    const read = await notice("returned");
    await mails().plan();
    await archive.services.notices.markRead(actor(), { ids: [read] });
    expect(await first()).toBeUndefined();
    time.now += AT_ONCE_PAUSE;
    await archive.db.write.deleteFrom("job").where("kind", "=", "noticeMail").execute();
    await notice("answered");
    await choose({ answered: "atOnce" });
    await mails().plan();
    expect(JSON.stringify(await first())).toContain("Mailed canary");
    await archive.db.write
      .updateTable("resource")
      .set({ status: "Cancelled" })
      .where("id", "=", itemId)
      .execute();
    expect(await first()).toBeUndefined();
  });

  test("have a link that ends the mails of their event, and a header for one click", async () => {
    await notice("returned");
    await mails().plan();
    const found = await first();
    if (!found) throw new Error("There is no mail.");
    const { text, html, unsubscribe = "" } = renderMail(found.id, found.mail, archive.origin);
    expect(text).toContain(unsubscribe);
    expect(html).toContain("Mailed canary");
    const token = new URL(unsubscribe).searchParams.get("token") ?? "";
    expect(await mails().previewUnsubscribe(token)).toBe("returned");
    expect(await mails().unsubscribe(token)).toBe(true);
    expect(await archive.services.notices.settings(actor())).toEqual({
      ...defaultFrequencies,
      returned: "never",
    });
    expect(await first()).toBeUndefined();
  });

  test("have a link about their frequency if they tell about several events, until the account is deleted", async () => {
    await notice("returned");
    await notice("removed");
    await mails().plan();
    const token = (await first())?.mail.params.token ?? "";
    expect(await mails().previewUnsubscribe(token)).toBe("atOnce");
    await archive.db.write.deleteFrom("users").where("id", "=", reader.id).execute();
    expect(await mails().previewUnsubscribe(token)).toBeUndefined();
    expect(await mails().unsubscribe(token)).toBe(true);
    expect(await first()).toBeUndefined();
  });
});
