import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { type Answer, type Client, openSite } from "../support/api/site.ts";
import { en } from "../../src/shared/messages/en.ts";

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let student: Client;
let admin: Client;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  site = openSite(archive, await builtPages());
  student = site.as((await archive.signUp("Student")).cookie);
  admin = site.as((await archive.signUp("Admin", "admin")).cookie);
});
afterAll(async () => {
  expect(site.faults).toEqual([]);
  await archive.close();
});

const profile = {
  photoURL: "https://example.edu/me.png",
  displayName: "Rahim",
  email: "student@example.edu",
  department: "EEE",
  roll: "1903042",
  university: "BUET",
};
const post = (reader: Client, path: string, fields: Record<string, string>) =>
  reader.send(path, { method: "POST", body: new URLSearchParams(fields) });
const toastOf = ({ headers }: Answer) => decodeURIComponent(headers.get("set-cookie") ?? "");

test("a profile is 40% complete without a department, and 100% complete with one", async () => {
  const before = await student.get("/dashboard/user-profile");
  expect(before.text).toContain("Profile Completed (40%)");
  expect(before.text).toContain('aria-hidden="true">S</span>');
  const saved = await post(student, "/dashboard/edit-profile", profile);
  expect([saved.status, saved.headers.get("location")]).toEqual([303, "/dashboard/user-profile"]);
  expect(toastOf(saved)).toContain("Profile updated Successfully");
  const { text } = await student.get("/dashboard/user-profile");
  for (const shown of ["Profile Completed (100%)", profile.photoURL, "Rahim", profile.email, "EEE"])
    expect(text).toContain(shown);
  const form = (await student.get("/dashboard/edit-profile")).text;
  for (const value of Object.values(profile)) expect(form).toContain(`value="${value}"`);
});

test("the profile form requires every field and an https address for the photo, and keeps the typed text", async () => {
  for (const [name, words] of [
    ["photoURL", "Photo URL is required"],
    ["displayName", "Name is required"],
    ["department", "Department is required"],
    ["roll", "Roll is required"],
    ["university", "University is required"],
  ] as const) {
    const { status, text } = await post(student, "/dashboard/edit-profile", {
      ...profile,
      roll: "77",
      [name]: "",
    });
    expect([status, text.includes(words)], name).toEqual([400, true]);
    if (name !== "roll") expect(text).toContain('value="77"');
  }
  const plain = await post(student, "/dashboard/edit-profile", {
    ...profile,
    photoURL: "javascript:alert(1)",
  });
  expect(plain.text).toContain("Photo URL must be an address that begins with https://");
});

test("a review has the student's own email, a comment and one of nine ratings", async () => {
  const form = (await student.get("/dashboard/user-review")).text;
  expect(form).toMatch(/<input[^>]*readOnly=""[^>]*value="student@example.edu"/i);
  expect([...form.matchAll(/<option value="([\d.]+)"/g)].map(([, rating]) => rating)).toEqual([
    "1",
    "1.5",
    "2",
    "2.5",
    "3",
    "3.5",
    "4",
    "4.5",
    "5",
  ]);
  const empty = await post(student, "/dashboard/user-review", { comment: "", rating: "" });
  for (const words of ["Comment is required", "Rating is required"]) expect(empty.text).toContain(words);
  const added = await post(student, "/dashboard/user-review", {
    name: "Forged",
    email: "forged@example.edu",
    comment: "Saved my semester",
    rating: "4.5",
  });
  expect(added.status).toBe(303);
  expect(toastOf(added)).toContain("Review Added Successfully !");
  expect((await site.as().get("/api/review")).body).toMatchObject([
    { email: "s…@example.edu", comment: "Saved my semester", rating: "4.5" },
  ]);
});

test("an admin finds people and changes their accounts, and the audit trail shows the changes", async () => {
  const found = async () => (await admin.get("/admin-dashboard/users?search=STUDENT")).text;
  const change = (act: string, email = "student@example.edu") =>
    post(admin, "/admin-dashboard/users?search=STUDENT", { email, act });
  expect(await found()).toContain("1 person");
  const granted = await change("grantAdmin");
  expect([granted.status, granted.headers.get("location")]).toEqual([
    303,
    "/admin-dashboard/users?search=STUDENT",
  ]);
  expect(await found()).toContain(en.people.revokeAdmin);
  expect(toastOf(await change("revokeAdmin"))).toContain(en.people.done.revokeAdmin("student@example.edu"));
  await change("suspend");
  expect(await found()).toContain("Reinstate");
  expect((await student.get("/dashboard")).status).toBe(302);
  const login = await post(site.as(), "/login", {
    email: "student@example.edu",
    password: "correct horse battery",
  });
  expect([login.status, login.text.includes("This account is suspended")]).toEqual([401, true]);
  await change("reinstate");
  const { text } = await admin.get("/admin-dashboard/audit");
  const rows = [...text.matchAll(/data-label="What"><span[^>]*>([^<]*)/g)].map(([, what]) => what);
  expect(rows.sort()).toEqual([
    en.audit.actions.grantAdmin,
    en.audit.actions.grantAdmin,
    "Reinstated",
    en.audit.actions.revokeAdmin,
    "Suspended",
  ]);
  expect(text).toContain("Command line");
});

test("a change that is not allowed is refused with a clear sentence", async () => {
  const change = (act: string) => post(admin, "/admin-dashboard/users", { email: "admin@example.edu", act });
  for (const [act, words] of [
    ["revokeAdmin", "This is the only admin. Make someone else an admin first."],
    ["suspend", "You can&#x27;t suspend yourself. Ask another admin to do it."],
  ] as const) {
    const { status, text } = await change(act);
    expect([status, text.includes(words)], act).toEqual([409, true]);
  }
  expect((await change("constructor")).status).toBe(400);
});

test("an admin who gives up the role is redirected to their own dashboard", async () => {
  await archive.services.people.setRoleAsOperator("student@example.edu", "admin");
  const { headers } = await post(admin, "/admin-dashboard/users", {
    email: "admin@example.edu",
    act: "revokeAdmin",
  });
  expect(headers.get("location")).toBe("/dashboard");
});
