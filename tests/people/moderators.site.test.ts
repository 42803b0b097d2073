import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { kindNamed, kinds } from "../../src/shared/kinds/index.ts";
import { en } from "../../src/shared/messages/en.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { declaredRoutes } from "../support/web/journey-routes.ts";
import { type Answer, type Client, openSite } from "../support/api/site.ts";
import { insertItem, insertPerson, payloadOf, unique } from "../support/archive/factories.ts";
import { signUpModerator } from "../support/people/moderators.ts";
import { openTestArchive, TEST_PASSWORD, type TestArchive, VISIT } from "../support/platform/archive.ts";

const PAGE = "/admin-dashboard/moderators";
const LAW = [{ universityKey: "", departmentKey: "law" }];

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let admin: Client;
let owner: User;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  site = openSite(archive, await builtPages());
  admin = site.as((await archive.signUp("Admin", "admin")).cookie);
  owner = (await archive.signUp("Owner")).actor;
});
afterAll(async () => {
  expect(site.faults).toEqual([]);
  await archive.close();
});

const post = (reader: Client, path: string, fields: Record<string, string>) =>
  reader.send(path, { method: "POST", body: new URLSearchParams(fields) });
const toastOf = ({ headers }: Answer) => decodeURIComponent(headers.get("set-cookie") ?? "");

test("an admin makes a moderator without JavaScript, changes the areas and takes them back", async () => {
  const email = await insertPerson(archive);
  const first = { email, scope: "areas", "areas.0.university": "buet", "areas.0.department": "EEE" };
  const wrong = await post(admin, PAGE, { ...first, "areas.1.university": "Nowhere University" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain(en.problems.noUniversity("", ""));
  for (const typed of [email, "buet", "EEE", "Nowhere University"])
    expect(wrong.text).toContain(`value="${typed}"`);
  expect((await post(admin, PAGE, { email, scope: "areas" })).text).toContain(en.problems.noArea("", ""));
  expect((await post(admin, PAGE, { email })).status).toBe(400);
  expect(toastOf(await post(admin, PAGE, first))).toContain(en.moderators.granted);
  const shown = "EEE, Bangladesh University of Engineering and Technology";
  expect((await admin.get(PAGE)).text).toContain(shown);
  expect((await admin.get(`/admin-dashboard/users?search=${email}`)).text).toContain(
    en.people.roles.moderator,
  );
  expect(toastOf(await post(admin, PAGE, first))).toContain(en.moderators.unchanged);
  expect((await post(admin, PAGE, { email, scope: "everything" })).status).toBe(303);
  expect((await admin.get(`${PAGE}?email=${email}`)).text).toContain(en.moderators.changeTitle);
  expect((await admin.get("/admin-dashboard/audit")).text).toContain(en.audit.actions.grantModerator);
  expect((await post(admin, "/admin-dashboard/users", { email, act: "revokeModerator" })).status).toBe(303);
  expect((await admin.get(PAGE)).text).not.toContain(email);
});

test("a moderator's menu has only the pages that they may use, and the other pages are for admins", async () => {
  const { cookie } = await signUpModerator(archive, `Moderator${unique()}`, LAW);
  const moderator = site.as(cookie);
  const { text } = await moderator.get("/admin-dashboard");
  const links = [...text.matchAll(/href="(\/admin-dashboard\/[a-z-]+)"/g)].map(([, href]) => href);
  expect(new Set(links)).toEqual(
    new Set([
      "/admin-dashboard/manage-questions",
      "/admin-dashboard/delete-requests",
      "/admin-dashboard/not-checked",
      "/admin-dashboard/insight",
      "/admin-dashboard/courses",
      ...kinds.map(({ pages }) => `/admin-dashboard/${pages.admin}`),
    ]),
  );
  for (const page of ["users", "takedowns", "reports", "contact-messages", "moderators", "operations"]) {
    const answer = await moderator.get(`/admin-dashboard/${page}`);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain(en.adminsOnly.title);
  }
});

test("a moderator has no controls for the approved items of other areas", async () => {
  const { cookie } = await signUpModerator(archive, `Moderator${unique()}`, LAW);
  const own = await insertItem(archive, "lab", { fields: { department: "Law" } });
  const other = await insertItem(archive, "lab", { fields: { department: "CSE" } });
  const { text } = await site.as(cookie).get("/admin-dashboard/admin-labs");
  expect(text).toContain(`/admin-dashboard/edit/${own}`);
  expect(text).not.toContain(`/admin-dashboard/edit/${other}`);
  expect(text).toContain(other);
});

test("an edit that would leave the moderator's area is refused at the field, and keeps what was typed", async () => {
  const { cookie } = await signUpModerator(archive, `Moderator${unique()}`, LAW);
  const id = await insertItem(archive, "note", { status: "Pending", fields: { department: "Law" } });
  const typed = { ...payloadOf("note", { department: "CSE", topic: "Typed topic" }), version: "1" };
  const answer = await post(site.as(cookie), `/admin-dashboard/edit/${id}`, typed as Record<string, string>);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(en.problems.outsideArea("Department", "").replaceAll("'", "&#x27;"));
  expect(answer.text).toContain('value="Typed topic"');
});

test("a change of areas and of the role applies to the moderator's next request", async () => {
  const { actor, cookie } = await signUpModerator(archive, `Moderator${unique()}`, LAW);
  const moderator = site.as(cookie);
  const id = await insertItem(archive, "lab", { status: "Pending", fields: { department: "CSE" } });
  const status = async () => (await moderator.get(`/api/lab/${id}`)).status;
  expect(await status()).toBe(404);
  const { email } = actor;
  await admin.put("/api/users/moderator", { email, areas: [{ department: "cse" }] });
  expect(await status()).toBe(200);
  expect((await admin.get(`/api/users/${email}`)).body.role).toBe("moderator");
  await admin.put("/api/users/moderator/revoke", { email });
  expect(await status()).toBe(404);
  expect((await moderator.get("/admin-dashboard")).status).toBe(403);
});

test("a new moderator must log in again, and an admin has no areas", async () => {
  const { actor, cookie } = await archive.signUp(`Person${unique()}`);
  const { email } = actor;
  await admin.put("/api/users/moderator", { email, areas: "everything" });
  expect((await site.as(cookie).get(`/api/users/${email}`)).status).toBe(404);
  const again = await site.as().post("/api/auth/sign-in/email", { email, password: TEST_PASSWORD });
  expect(again.body.user.role).toBe("moderator");
  await admin.put("/api/users/admin", { email });
  const refused = await admin.put("/api/users/moderator", { email, areas: "everything" });
  expect(refused.body.modifiedCount).toBe(0);
  await admin.put("/api/users/admin/revoke", { email });
  expect((await admin.get(`/api/users/${email}`)).body.role).toBe("student");
});

test("a moderator without the required second factor has a student's rights", async () => {
  const strict = await openTestArchive("sqlite", { adminsNeedSecondFactor: true });
  const own = openSite(strict);
  const { actor, cookie } = await signUpModerator(strict, "Moderator", LAW);
  expect(actor.mustEnrol).toBe(true);
  const id = await insertItem(strict, "lab", { status: "Pending", fields: { department: "Law" } });
  const moderator = own.as(cookie);
  expect((await moderator.get(`/api/lab/${id}`)).status).toBe(404);
  const refused = await moderator.put(`/api/LabStatusUpdate/${id}`, { status: "Approved" });
  expect(refused.body.error.code).toBe("second_factor_required");
  await strict.close();
});

test("a moderator of another area meets no word of a hidden item or change, at any address", async () => {
  const canary = "quibblefrast";
  const ids: string[] = [];
  for (const status of ["Pending", "Cancelled"] as const)
    for (const kind of ["question", "book", "blog"])
      ids.push(await insertItem(archive, kind, { status, uploader: owner, fields: named(kind, canary) }));
  const changed = await insertItem(archive, "note", { uploader: owner, fields: { department: "CSE" } });
  const fields = payloadOf("note", { department: "CSE", topic: canary }) as Record<string, string>;
  await archive.services.resources.edit(owner, changed, fields, VISIT.client);
  const { cookie } = await signUpModerator(archive, `Outside${unique()}`, LAW);
  const outside = site.as(cookie);
  const calls = ["/api/allQuestions", "/api/allBooks", "/api/allBlogs", "/api/search", "/api/suggest"];
  const addresses = [...declaredRoutes().filter((path) => path !== "*"), ...calls].flatMap((path) =>
    path.includes(":id")
      ? [...ids, changed].map((id) => path.replace(":id", id))
      : ["", "?search=quibblefra", "?status=Pending", "?status=Cancelled"].map((query) => path + query),
  );
  const met: string[] = [];
  for (const address of addresses) {
    // The address itself may contain a part of the word.
    if ((await outside.get(address)).text.includes(canary)) met.push(address);
  }
  expect(addresses.length).toBeGreaterThan(200);
  expect(met).toEqual([]);
  expect((await admin.get("/admin-dashboard/manage-questions")).text).toContain(canary);
});

/** Gives an item a title. */
const named = (kind: string, title: string): Record<string, string> => ({ [kindNamed(kind).title]: title });
