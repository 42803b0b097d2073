import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { en } from "../../src/shared/messages/en.ts";
import { type Answer, type Client, openSite } from "../support/api/site.ts";
import { insertPerson, unique } from "../support/archive/factories.ts";
import { openTestArchive, TEST_PASSWORD, type TestArchive } from "../support/platform/archive.ts";

const ELEVEN_MINUTES = 11 * 60_000;

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let admin: Client;
let person: string;
let now = Date.UTC(2026, 10, 21);

beforeAll(async () => {
  archive = await openTestArchive("sqlite", { clock: () => now });
  site = openSite(archive, await builtPages());
});
afterAll(async () => {
  expect(site.faults).toEqual([]);
  await archive.close();
});
beforeEach(async () => {
  admin = site.as((await archive.signUp(`Admin${unique()}`, "admin")).cookie);
  person = await insertPerson(archive);
  now += ELEVEN_MINUTES;
});

const post = (path: string, fields: Record<string, string>) =>
  admin.send(path, { method: "POST", body: new URLSearchParams(fields) });
const locationOf = ({ headers }: Answer) => headers.get("location") ?? "";
const toastOf = ({ headers }: Answer) => decodeURIComponent(headers.get("set-cookie") ?? "");
async function roleOf(email: string) {
  const users = archive.db.read.selectFrom("users").select(["id", "role"]).where("email", "=", email);
  const { id, role } = await users.executeTakeFirstOrThrow();
  const areas = archive.db.read.selectFrom("moderatorArea").selectAll().where("userId", "=", id);
  return { role, areas: (await areas.execute()).length };
}

test.each([
  ["the page Make Admin", "/admin-dashboard/make-admin", {}],
  ["the table of users", "/admin-dashboard/users?search=a", { act: "grantAdmin" }],
])(
  "Make Admin on %s happens when the admin confirmed the password, and names the person first",
  async (...one) => {
    const [, path, fields] = one;
    const asked = locationOf(await post(path, { email: person, ...fields }));
    expect(asked).toMatch(/^\/login\/confirm\?from=/);
    expect((await admin.get(asked)).text).toContain(en.confirm.held.makeAdmin(person));
    expect((await post(asked, { password: "not the password" })).status).toBe(400);
    expect((await roleOf(person)).role).toBe("student");
    const done = await post(asked, { password: TEST_PASSWORD });
    expect([done.status, locationOf(done)]).toEqual([303, path]);
    expect(toastOf(done)).toContain(en.admin.madeAdmin);
    expect((await roleOf(person)).role).toBe("admin");
  },
);

test("Make Moderator happens with the chosen areas when the admin confirmed the password", async () => {
  const fields = { email: person, scope: "areas", "areas.0.department": "EEE", "areas.1.department": "CSE" };
  const asked = locationOf(await post("/admin-dashboard/moderators", fields));
  const done = await post(asked, { password: TEST_PASSWORD });
  expect([done.status, locationOf(done)]).toEqual([303, "/admin-dashboard/moderators"]);
  expect(toastOf(done)).toContain(en.moderators.granted);
  expect(await roleOf(person)).toEqual({ role: "student", areas: 2 });
});

test("a form without this act only asks for the password, and returns to the page", async () => {
  const asked =
    "/login/confirm?from=%2Fadmin-dashboard%2Fmake-admin&act=deleteAll&form=email%3Da%40example.edu";
  const done = await post(asked, { password: TEST_PASSWORD });
  expect([done.status, locationOf(done)]).toEqual([303, "/admin-dashboard/make-admin"]);
  expect(toastOf(done)).toContain(en.confirm.done);
});

test("an account that is gone is told after the password, and the session keeps its new proof", async () => {
  const asked = locationOf(await post("/admin-dashboard/make-admin", { email: "nobody@example.edu" }));
  const done = await post(asked, { password: TEST_PASSWORD });
  expect(done.status).toBe(303);
  expect(toastOf(done)).toContain(en.admin.notMadeAdmin);
});
