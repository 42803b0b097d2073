import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { en } from "../../src/shared/messages/en.ts";
import { type Client, openSite } from "../support/api/site.ts";
import { driveLink, insertItem, payloadOf } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const BLURRED = "The photo is blurred. Please take it again, with the paper flat and the phone still.";
const YEAR = "The year or the exam is missing or wrong. Please correct it.";

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let owner: Awaited<ReturnType<TestArchive["signUp"]>>;
let student: Client;
let admin: Awaited<ReturnType<TestArchive["signUp"]>>;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  site = openSite(archive, await builtPages());
  owner = await archive.signUp("Owner");
  admin = await archive.signUp("Admin", "admin");
  student = site.as(owner.cookie);
});
afterAll(async () => {
  expect(site.faults).toEqual([]);
  await archive.close();
});

/** Inserts a paper that an admin returned. @returns its id */
async function returned(reason: string, link: string): Promise<string> {
  const options = { status: "Pending", uploader: owner.actor, fields: { driveLink: link } } as const;
  const id = await insertItem(archive, "question", options);
  const status = { status: "Cancelled", reason, returned: true };
  await archive.services.resources.setStatus(admin.actor, "question", id, status);
  return id;
}
const placeOf = (text: string, part: string) => {
  const place = text.indexOf(part, text.indexOf("<main"));
  expect(place).toBeGreaterThan(0);
  return place;
};

test("the form of a paper that was returned because of its file begins with the file, and says at it what to do", async () => {
  const link = driveLink();
  const path = `/dashboard/edit/${await returned(BLURRED, link)}`;
  const { text } = await student.get(path);
  expect(text).toContain(en.edit.returnedForFile);
  expect(placeOf(text, "file-or-link")).toBeLessThan(placeOf(text, 'name="subject"'));
  const [, version = ""] = /name="version" value="(\d+)"/.exec(text) ?? [];
  const form = new FormData();
  for (const [name, value] of Object.entries(payloadOf("question", { driveLink: link, version })))
    form.append(name, String(value));
  const refused = await student.send(path, { method: "POST", body: form });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(en.problems.sameFile("", ""));
});

test("the form of a paper that was returned because of its year begins with the first detail", async () => {
  const { text } = await student.get(`/dashboard/edit/${await returned(YEAR, driveLink())}`);
  expect(text).toContain(en.edit.returned);
  expect(placeOf(text, "file-or-link")).toBeGreaterThan(placeOf(text, 'name="subject"'));
});

test("an admin says which reasons are about the file", async () => {
  const { reasons } = archive.services;
  const post = (fields: Record<string, string>) =>
    site
      .as(admin.cookie)
      .send("/admin-dashboard/reasons", { method: "POST", body: new URLSearchParams(fields) });
  await post({ act: "add", text: "The file has a password.", aboutFile: "1" });
  const added = async () =>
    (await reasons.list(admin.actor)).find(({ text }) => text === "The file has a password.");
  expect(await added()).toMatchObject({ isAboutFile: true });
  await post({ act: "change", id: (await added())?.id ?? "", text: "The file has a password." });
  expect(await added()).toMatchObject({ isAboutFile: false });
});
