import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { en } from "../../src/shared/messages/en.ts";
import { enWelcome } from "../../src/shared/messages/en-welcome.ts";
import { enNotices } from "../../src/shared/messages/en-notices.ts";
import { defaultFrequencies, UNDO_WINDOW } from "../../src/shared/people/notices.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { type Answer, type Client, openSite } from "../support/api/site.ts";
import { DHAKA, insertPaper } from "../support/archive/courses.ts";
import { insertItem, payloadOf, unique } from "../support/archive/factories.ts";
import { insertConfirmedPerson, insertNotice, unsubscribeToken } from "../support/archive/notices.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { textOf } from "../support/web/page-text.ts";

const NOTICES = "/dashboard/notices";
const SETTINGS = "/dashboard/notice-settings";
const REASONS = "/admin-dashboard/reasons";
const DARK = "The photo is too dark to read.";
const time = { now: Date.UTC(2026, 10, 25) };

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let admin: Client & { actor: User };

beforeAll(async () => {
  archive = await openTestArchive("sqlite", { clock: () => time.now });
  site = openSite(archive, await builtPages());
  admin = await person("Admin", "admin");
});
afterAll(async () => {
  expect(site.faults).toEqual([]);
  await archive.close();
});

async function person(name = `Person${unique()}`, role: "student" | "admin" = "student") {
  const { actor, cookie } = await archive.signUp(name, role);
  return { ...site.as(cookie), actor };
}
const post = (reader: Client, path: string, fields: Record<string, string>) =>
  reader.send(path, { method: "POST", body: new URLSearchParams(fields) });
const toastOf = ({ headers }: Answer) => decodeURIComponent(headers.get("set-cookie") ?? "");
const note = (uploader: User, topic: string, status: "Pending" | "Approved" = "Approved") =>
  insertItem(archive, "note", { uploader, status, fields: { topic } });

/** Returns a contributor's Pending note with a reason, and waits until the contributor sees the notice. */
async function returnedNote(contributor: User, topic: string): Promise<string> {
  const id = await note(contributor, topic, "Pending");
  const decision = { status: "Cancelled", reason: DARK, returned: true };
  await archive.services.resources.setStatus(admin.actor, "note", id, decision);
  time.now += UNDO_WINDOW;
  return id;
}

test("a contributor reads why an item was returned, fixes it and sends it again, without JavaScript", async () => {
  const contributor = await person();
  const id = await returnedNote(contributor.actor, "Dark canary");
  const page = await contributor.get(NOTICES);
  expect(page.text).toContain("A moderator returned “Dark canary”. You can fix it and send it again.");
  expect(page.text).toContain(DARK);
  expect(page.text).toContain(`href="/dashboard/edit/${id}"`);
  expect((await contributor.get(`/dashboard/edit/${id}`)).text).toContain(DARK);
  const fixed = payloadOf("note", { topic: "Bright canary" }) as Record<string, string>;
  expect((await post(contributor, `/dashboard/edit/${id}`, fixed)).status).toBe(303);
  expect((await archive.services.resources.get(contributor.actor, "note", id)).status).toBe("Pending");
  const after = (await contributor.get(NOTICES)).text;
  expect(after).toContain("Bright canary");
  expect(after).not.toContain(`href="/dashboard/edit/${id}"`);
});

test("the dashboard says that a paper is public and how many follow its course, until the person opens or dismisses it", async () => {
  const [contributor, one, two] = [await person(), await person(), await person()];
  const { resources, follows } = archive.services;
  const course = { university: DHAKA, code: "CSE 2103" };
  await insertPaper(archive, { year: "2020" });
  for (const { actor } of [contributor, one, two]) await follows.follow(actor, course);
  const publish = async (subject: string) => {
    const id = await insertPaper(archive, { subject }, { uploader: contributor.actor, status: "Pending" });
    await resources.setStatus(admin.actor, "question", id, { status: "Approved" });
    time.now += UNDO_WINDOW;
    return id;
  };
  const shown = async () => textOf((await contributor.get("/dashboard")).text);
  const title = enWelcome.isPublic.title("question", "Question");
  expect(await shown()).not.toContain(title);
  const first = await publish("First canary");
  const second = await publish("Second canary");
  const followed = `${title} 2 students follow this course. CSE 2103`;
  const { notices } = await archive.services.notices.list(contributor.actor);
  const noticeOf = (id: string) => notices.find(({ itemId }) => itemId === id)?.id ?? "";
  // A whole page of newer notices doesn't hide the approval.
  const newer = { userId: contributor.actor.id, itemId: second, event: "answered" as const, at: time.now };
  for (let count = 0; count < 20; count += 1) await insertNotice(archive, newer);
  expect(await shown()).toContain(`${followed} Second canary`);
  const opened = await post(contributor, NOTICES, {
    id: noticeOf(second),
    to: `/question-details/${second}`,
  });
  expect([opened.status, opened.headers.get("location")]).toEqual([303, `/question-details/${second}`]);
  expect(await shown()).toContain(`${followed} First canary, Final 2019`);
  const away = await post(contributor, NOTICES, { id: noticeOf(first), to: "https://example.com/" });
  expect(away.headers.get("location")).toBe("/");
  expect(await shown()).not.toContain(title);
});

test("the details page of a returned item shows the reason to its contributor and to admins", async () => {
  const contributor = await person();
  const id = await returnedNote(contributor.actor, "Returned canary");
  const [own, moderated] = [
    await contributor.get(`/note-details/${id}`),
    await admin.get(`/note-details/${id}`),
  ];
  expect(own.text).toContain(DARK);
  expect(own.text).toContain(en.edit.sendAgain);
  expect(moderated.text).toContain(DARK);
  expect(moderated.text).not.toContain(en.edit.sendAgain);
  expect((await (await person()).get(`/note-details/${id}`)).status).toBe(404);
});

test("a notice waits for the undo window, and the bell counts it afterwards", async () => {
  const contributor = await person();
  const id = await note(contributor.actor, "Waiting canary", "Pending");
  await archive.services.resources.setStatus(admin.actor, "note", id, { status: "Approved" });
  expect((await contributor.get(NOTICES)).text).not.toContain("Waiting canary");
  expect(await archive.services.notices.countUnread(contributor.actor)).toBe(0);
  time.now += UNDO_WINDOW;
  expect((await contributor.get(NOTICES)).text).toContain("A moderator approved “Waiting canary”.");
  expect(await archive.services.notices.countUnread(contributor.actor)).toBe(1);
});

test("a notice is marked as read once, and another person's notice stays unread", async () => {
  const [contributor, stranger] = [await person(), await person()];
  const itemId = await note(contributor.actor, "Read canary");
  const notice = { userId: contributor.actor.id, itemId };
  const [first, second] = [await insertNotice(archive, notice), await insertNotice(archive, notice)];
  const unread = () => archive.services.notices.countUnread(contributor.actor);
  const words = enNotices.notices;
  expect(toastOf(await post(stranger, NOTICES, { act: "read", id: first }))).toContain(words.markedDetail(0));
  expect(await unread()).toBe(2);
  expect(toastOf(await post(contributor, NOTICES, { act: "read", id: first }))).toContain(
    words.markedDetail(1),
  );
  expect(await unread()).toBe(1);
  const until = String(time.now);
  expect((await post(contributor, NOTICES, { act: "readAll", until })).status).toBe(303);
  expect(await unread()).toBe(0);
  expect((await post(contributor, NOTICES, { act: "read", id: second })).status).toBe(303);
  expect((await post(contributor, NOTICES, { act: "readAll", until: "soon" })).status).toBe(400);
  expect((await post(contributor, NOTICES, { act: "burn" })).status).toBe(400);
});

test("a notice about an item that is hidden from its person shows nothing of it", async () => {
  const [contributor, owner] = [await person(), await person()];
  const question = await insertItem(archive, "question", { uploader: owner.actor });
  const answer = await insertItem(archive, "answer", {
    uploader: contributor.actor,
    parentId: question,
    fields: { solveNumber: "Secret canary" },
  });
  await insertNotice(archive, { userId: owner.actor.id, itemId: answer, event: "answered" });
  expect((await owner.get(NOTICES)).text).toContain("Secret canary");
  await archive.services.resources.setStatus(admin.actor, "answer", answer, { status: "Cancelled" });
  const page = await owner.get(NOTICES);
  expect(page.text).not.toContain("Secret canary");
  expect(page.text).toContain(enNotices.notices.none);
  expect(await archive.services.notices.countUnread(owner.actor)).toBe(0);
});

test("a person chooses mails for each event, and an unknown choice is refused at its field", async () => {
  const reader = await person();
  const settings = () => archive.services.notices.settings(reader.actor);
  expect(await settings()).toEqual(defaultFrequencies);
  const wrong = await post(reader, SETTINGS, { ...defaultFrequencies, answered: "weekly" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('id="answered-problem"');
  expect(await settings()).toEqual(defaultFrequencies);
  const chosen = { ...defaultFrequencies, answered: "never", helpful: "daily" };
  expect((await post(reader, SETTINGS, chosen)).status).toBe(303);
  expect(await settings()).toEqual(chosen);
});

test("the link in a mail stops the mails of its event without a login, and a forged link stops nothing", async () => {
  const words = enNotices.noticeUnsubscribe;
  const reader = await insertConfirmedPerson(archive);
  const token = await unsubscribeToken(archive, reader, "answered");
  const path = (given: string) => `/notices/unsubscribe?token=${given}`;
  const visitor = site.as();
  const page = await visitor.get(path(token));
  expect(page.status).toBe(200);
  expect(page.text).toContain(words.about("answered"));
  const frequencies = () =>
    archive.db.read
      .selectFrom("noticeSetting")
      .select(["event", "frequency"])
      .where("userId", "=", reader.id)
      .execute();
  expect(await frequencies()).toEqual([]);
  const forged = [
    token.replace("answered", "returned"),
    `${token}x`,
    token.slice(0, -1),
    `${token}.x`,
    "",
    "a.answered.b",
  ];
  for (const one of forged) {
    expect((await visitor.get(path(one))).text).toContain(words.brokenDetail);
    const refused = await post(visitor, path(one), {});
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(words.brokenDetail);
  }
  expect(await frequencies()).toEqual([]);
  // A mail program may repeat its request.
  for (const _attempt of [1, 2]) {
    const done = await post(visitor, path(token), { "List-Unsubscribe": "One-Click" });
    expect(done.status).toBe(200);
    expect(done.text).toContain(words.doneDetail);
  }
  expect(await frequencies()).toEqual([{ event: "answered", frequency: "never" }]);
});

test("an admin edits the reasons without JavaScript, and a refused text stays in its field", async () => {
  const words = enNotices.reasons;
  const toast = async (fields: Record<string, string>) => toastOf(await post(admin, REASONS, fields));
  const reasons = () => archive.services.reasons.list(admin.actor);
  const empty = await post(admin, REASONS, { act: "add", text: " " });
  expect(empty.status).toBe(400);
  expect(empty.text).toContain('id="text-problem"');
  const long = "x".repeat(501);
  const refused = await post(admin, REASONS, { act: "add", text: long });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(`value="${long}"`);
  const text = 'Turn the page, "please" <b>now</b>.';
  expect(await toast({ act: "add", text })).toContain(words.doneDetail.add);
  expect(await toast({ act: "add", text })).toContain(words.unchanged);
  const page = (await admin.get(REASONS)).text;
  expect(page).not.toContain("<b>now</b>");
  const { id = "" } = (await reasons()).find((one) => one.text === text) ?? {};
  const changed = await post(admin, REASONS, { act: "change", id, text: "" });
  expect(changed.status).toBe(400);
  expect(changed.text).toContain(`id="text-${id}-problem"`);
  expect(await toast({ act: "change", id, text: "Turn the page." })).toContain(words.doneDetail.change);
  expect(await toast({ act: "up", id })).toContain(words.doneDetail.up);
  expect(await toast({ act: "down", id })).toContain(words.doneDetail.down);
  expect(await toast({ act: "down", id })).toContain(words.unchanged);
  expect(await toast({ act: "remove", id })).toContain(words.doneDetail.remove);
  expect(await toast({ act: "remove", id })).toContain(words.unchanged);
  expect((await admin.get("/admin-dashboard/manage-questions")).text).not.toContain("Turn the page.");
  expect(await toast({ act: "restore", id })).toContain(words.doneDetail.restore);
  expect((await admin.get("/admin-dashboard/audit")).text).toContain("Turn the page.");
});
