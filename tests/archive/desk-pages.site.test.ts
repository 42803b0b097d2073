import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { en } from "../../src/shared/messages/en.ts";
import { enDesk } from "../../src/shared/messages/en-desk.ts";
import { insertItem } from "../support/archive/factories.ts";
import { openSite } from "../support/api/site.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";

let archive: TestArchive;
let admin: ReturnType<ReturnType<typeof openSite>["as"]>;
let student: typeof admin;
let uploader: Awaited<ReturnType<TestArchive["signUp"]>>["actor"];
const DESK = "/admin-dashboard/manage-questions";

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  const site = openSite(archive, await builtPages());
  const signedUp = await archive.signUp("Rahim");
  uploader = signedUp.actor;
  student = site.as(signedUp.cookie);
  admin = site.as((await archive.signUp("Admin", "admin")).cookie);
});
afterAll(() => archive.close());

const post = (path: string, fields: Record<string, string>) =>
  admin.send(path, { method: "POST", body: new URLSearchParams(fields) });
const note = (topic: string) =>
  insertItem(archive, "note", { status: "Pending", uploader, fields: { topic } });
const statusOf = async (id: string) =>
  (
    await archive.db.read.selectFrom("resource").select(["status", "reason"]).where("id", "=", id).execute()
  )[0];

test("a moderator without JavaScript returns an item with a reason from the list, or with an own one", async () => {
  const [listed, own] = [await note("Listed"), await note("Own")];
  const [reason = ""] = await archive.services.reasons.texts((await archive.signUp("Second", "admin")).actor);
  const refused = await post(DESK, { id: listed, version: "1", act: "return", reason: "" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(`id="return-${listed}-problem"`);
  expect((await post(DESK, { id: listed, version: "1", act: "return", reason })).status).toBe(303);
  expect(await statusOf(listed)).toEqual({ status: "Cancelled", reason });
  expect((await post(DESK, { id: own, version: "1", act: "return", reason: "", other: "Mine" })).status).toBe(
    303,
  );
  expect(await statusOf(own)).toEqual({ status: "Cancelled", reason: "Mine" });
});

test("an admin undoes a decision of the desk in the audit trail, and a second undo and an unknown decision change nothing", async () => {
  const id = await note("To undo");
  expect((await post(DESK, { id, version: "1", act: "approve" })).status).toBe(303);
  const { text } = await admin.get("/admin-dashboard/audit");
  expect(text).toContain(enDesk.audit.undo);
  const decision = /name="decision" value="(\w+)"/.exec(text)?.[1] ?? "";
  expect((await post("/admin-dashboard/audit", { decision })).status).toBe(303);
  expect((await statusOf(id))?.status).toBe("Pending");
  expect((await post("/admin-dashboard/audit", { decision })).status).toBe(303);
  expect((await statusOf(id))?.status).toBe("Pending");
  const unknown = await post("/admin-dashboard/audit", { decision: "unknown" });
  expect(unknown.status).toBe(303);
  expect(decodeURIComponent(unknown.headers.get("set-cookie") ?? "")).toContain(enDesk.audit.tooLateDetail);
});

test("the filter is a form, and an address with a wrong filter shows everything and says so", async () => {
  await note("Filtered");
  const all = await admin.get(DESK);
  expect(all.text).toContain('method="get"');
  expect((await admin.get(`${DESK}?kind=book`)).text).toContain(enDesk.emptyFilter);
  const wrong = await admin.get(`${DESK}?kind=nonsense&age=soon`);
  expect(wrong.status).toBe(200);
  expect(wrong.text).toContain(enDesk.filter.refused);
  expect(wrong.text).toContain("Filtered");
});

test("the title of the desk is that of the specification, and the data of the desk is closed to students", async () => {
  const id = await note("Closed");
  const { text } = await admin.get(DESK);
  expect(text).toContain(`<h1>${en.queue.title}</h1>`);
  for (const path of ["/rows", `/item/${id}`, `/item/${id}/text`]) {
    expect((await admin.get(DESK + path)).status).toBe(200);
    expect((await student.get(DESK + path)).status).toBe(403);
  }
  expect((await admin.get(`${DESK}/item/unknown`)).status).toBe(404);
});
