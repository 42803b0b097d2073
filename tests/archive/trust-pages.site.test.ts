import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { en } from "../../src/shared/messages/en.ts";
import { enTrust } from "../../src/shared/messages/en-trust.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { type Answer, type Client, openSite } from "../support/api/site.ts";
import { payloadOf, unique } from "../support/archive/factories.ts";
import {
  approvedItems,
  contributeNote,
  RULES,
  saveRules,
  uploadPdf,
} from "../support/archive/trust-world.ts";
import { signUpModerator } from "../support/people/moderators.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const PAGE = "/admin-dashboard/trusted-contributors";
const QUEUE = "/admin-dashboard/not-checked";
const { trusted: words, notChecked } = enTrust;

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let admin: Client;
let asAdmin: User;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  site = openSite(archive, await builtPages());
  const signedUp = await archive.signUp("Admin", "admin");
  admin = site.as(signedUp.cookie);
  asAdmin = signedUp.actor;
});
afterAll(async () => {
  expect(site.faults).toEqual([]);
  await archive.close();
});

const post = (reader: Client, path: string, fields: Record<string, string>) =>
  reader.send(path, { method: "POST", body: new URLSearchParams(fields) });
const toastOf = ({ headers }: Answer) => decodeURIComponent(headers.get("set-cookie") ?? "");
const versionOf = async () => String((await archive.services.trust.overview(asAdmin)).settings.version);

/** A contributor with enough approved items, whom an admin trusts. */
async function trustedStudent() {
  const { actor } = await archive.signUp(`Student${unique()}`);
  await saveRules(archive, asAdmin, { perDay: "100" });
  await approvedItems(archive, asAdmin, actor);
  await archive.services.trust.trust(asAdmin, { email: actor.email });
  return actor;
}

test("an admin sets the rules and trusts a contributor without JavaScript", async () => {
  const { actor } = await archive.signUp("Rahim");
  await approvedItems(archive, asAdmin, actor);
  expect((await admin.get(PAGE)).text).toContain(words.off);
  const version = await versionOf();
  const wrong = await post(admin, PAGE, { act: "save", ...RULES, items: "2", perDay: "many", version });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("must be a whole number from 5 to 100");
  expect(wrong.text).toContain('value="many"');
  const tooFew = await post(admin, PAGE, { act: "save", ...RULES, exceptions: "5", version });
  expect(tooFew.text).toContain("must be smaller than the number of items");
  expect(toastOf(await post(admin, PAGE, { act: "save", ...RULES, version }))).toContain(words.saved);
  expect((await post(admin, PAGE, { act: "save", ...RULES, version })).status).toBe(409);
  const listed = await admin.get(`${PAGE}?email=${actor.email}`);
  expect(listed.text).toContain(words.factsOf(5, 5));
  expect(toastOf(await post(admin, PAGE, { act: "trust", email: actor.email }))).toContain(
    words.trustedTitle,
  );
  expect((await admin.get(PAGE)).text).toContain(words.holds);
  expect((await admin.get("/admin-dashboard/audit")).text).toContain(en.audit.actions.trustContributor);
  expect((await admin.get(`/admin-dashboard/users?search=${actor.email}`)).text).toContain(
    `${PAGE}?email=${encodeURIComponent(actor.email)}`,
  );
  expect((await admin.get(`${PAGE}?email=nobody@example.edu`)).text).toContain(words.notFound);
  const unknown = await post(admin, PAGE, { act: "trust", email: "nobody@example.edu" });
  expect(toastOf(unknown)).toContain(words.unchangedTitle);
  expect((await post(admin, PAGE, { act: "else", email: actor.email })).status).toBe(400);
  expect(toastOf(await post(admin, PAGE, { act: "end", email: actor.email }))).toContain(words.trustedTitle);
  const { email } = (await archive.signUp("New")).actor;
  const refused = await post(admin, PAGE, { act: "trust", email });
  expect(refused.status).toBe(409);
  expect(refused.text.replaceAll("&#x27;", "'")).toContain(en.problems.notQualified("", ""));
});

test("a moderator checks a published item, and takes another one out", async () => {
  const student = await trustedStudent();
  const topic = `Canary ${unique()}`;
  const id = await contributeNote(archive, student, { topic, department: "Law" });
  const other = await contributeNote(archive, student, { department: "Law" });
  const areas = [{ universityKey: "", departmentKey: "law" }];
  const moderator = site.as((await signUpModerator(archive, `Law${unique()}`, areas)).cookie);
  const outsider = site.as(
    (await signUpModerator(archive, `Eee${unique()}`, [{ universityKey: "", departmentKey: "eee" }])).cookie,
  );
  expect((await moderator.get(QUEUE)).text).toContain(topic);
  expect((await outsider.get(QUEUE)).text).not.toContain(topic);
  expect((await post(outsider, QUEUE, { act: "check", id, version: "2" })).status).toBe(403);
  expect(toastOf(await post(moderator, QUEUE, { act: "check", id, version: "2" }))).toContain(
    notChecked.checked,
  );
  expect(toastOf(await post(moderator, QUEUE, { act: "check", id, version: "2" }))).toContain(
    notChecked.unchangedTitle,
  );
  const takeOut = { act: "takeOut", id: other, kind: "note", version: "2" };
  const refused = await post(moderator, QUEUE, { ...takeOut, reason: " " });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(`href="#reason-${other}"`);
  expect((await post(moderator, QUEUE, { ...takeOut, reason: "Blurred" })).status).toBe(303);
  expect((await moderator.get(QUEUE)).text).toContain(notChecked.none);
  expect((await admin.get(PAGE)).text).toContain(words.suspended);
  expect((await site.as().get(`/api/note/${id}`)).status).toBe(200);
  expect((await site.as().get(`/api/note/${other}`)).status).toBe(404);
});

test("the queue has a filter in its address, counts, and pages", async () => {
  const student = await trustedStudent();
  const before = (await archive.services.trust.unchecked(asAdmin)).total;
  for (let index = 0; index < 11; index += 1) await contributeNote(archive, student);
  const own = `email=${encodeURIComponent(student.email)}`;
  const first = await admin.get(`${QUEUE}?${own}&kind=note`);
  expect(first.text).toContain(`href="${QUEUE}?kind=note&amp;${own}&amp;page=1"`);
  expect(first.text).toContain(notChecked.count(11, before + 11).replace(/ to check.*/, ""));
  const second = await admin.get(`${QUEUE}?${own}&kind=note&page=1`);
  expect(second.text.match(/value="takeOut"/g)).toHaveLength(1);
  expect((await admin.get(`${QUEUE}?${own}&kind=book`)).text).toContain(notChecked.noneFound);
  expect((await admin.get(`${QUEUE}?email=nobody@example.edu`)).text).toContain(notChecked.noneFound);
  expect((await admin.get(`${QUEUE}?kind=nothing&email=%00`)).status).toBe(200);
  const beyond = await admin.get(`${QUEUE}?${own}&page=99`);
  expect(beyond.status).toBe(302);
});

test("a contributor whose item is published at once reads that, and others read that it waits", async () => {
  const signedUp = await archive.signUp("Karim");
  await saveRules(archive, asAdmin, { perDay: "1" });
  await approvedItems(archive, asAdmin, signedUp.actor);
  await archive.services.trust.trust(asAdmin, { email: signedUp.actor.email });
  const student = site.as(signedUp.cookie);
  const add = async () => {
    const fileKey = await uploadPdf(archive, signedUp.actor);
    const { driveLink: _none, ...fields } = payloadOf("note") as Record<string, string>;
    return toastOf(await post(student, "/dashboard/add-notes", { ...fields, fileKey }));
  };
  expect(await add()).toContain(en.dashboard.published);
  expect(await add()).toContain(en.dashboard.sent);
});

test("a moderator turns the daily mail off and on without JavaScript", async () => {
  const { cookie, actor } = await signUpModerator(archive, `Law${unique()}`, [
    { universityKey: "", departmentKey: "law" },
  ]);
  const moderator = site.as(cookie);
  const { waitingMails } = archive.services;
  expect((await post(moderator, "/admin-dashboard/insight", { mails: "off" })).status).toBe(303);
  expect(await waitingMails.isOn(actor)).toBe(false);
  expect((await moderator.get("/admin-dashboard/insight")).text).toContain('value="on"');
  expect((await post(moderator, "/admin-dashboard/insight", { mails: "on" })).status).toBe(303);
  expect(await waitingMails.isOn(actor)).toBe(true);
  expect((await post(moderator, "/admin-dashboard/insight", { mails: "<b>" })).status).toBe(400);
});
