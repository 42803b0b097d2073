import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { en } from "../../src/shared/messages/en.ts";
import { enDesk } from "../../src/shared/messages/en-desk.ts";
import { MAX_BULK } from "../../src/shared/moderating/desk.ts";
import { insertItem } from "../support/archive/factories.ts";
import { signUpModerator } from "../support/people/moderators.ts";
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

test("a moderator sees a sentence instead of the buttons of an own item, and an admin's audit trail says that it was own", async () => {
  const { actor, cookie } = await signUpModerator(archive, "Modi", [
    { universityKey: "", departmentKey: "" },
  ]);
  const mine = openSite(archive, await builtPages()).as(cookie);
  const own = { status: "Pending", uploader: actor, fields: { topic: "Posted by the moderator" } } as const;
  const [id, approved] = [
    await insertItem(archive, "note", own),
    await insertItem(archive, "note", { ...own, status: "Approved" }),
  ];
  const sentence = new RegExp(en.errors.own_item, "g");
  const buttons = /name="act" value="(?:approve|return|delete|cancel|notSame)"/;
  for (const path of [`${DESK}?contributor=${actor.id}`, `/admin-dashboard/compare/${id}`]) {
    const { text } = await mine.get(path);
    expect(text.match(sentence)?.length, path).toBeGreaterThan(0);
    expect(text, path).not.toMatch(buttons);
  }
  expect((await mine.get("/admin-dashboard/admin-notes")).text.match(sentence)).toHaveLength(2);
  const form = { id, version: "1", act: "approve" };
  const refused = await mine.send(DESK, { method: "POST", body: new URLSearchParams(form) });
  expect([refused.status, refused.text.includes(en.errors.own_item)]).toEqual([403, true]);
  expect((await statusOf(id))?.status).toBe("Pending");
  expect((await mine.get(`/admin-dashboard/edit/${approved}`)).text).toContain(en.edit.waits);
  const { text } = await admin.get("/admin-dashboard/audit");
  expect(text).not.toContain(en.audit.own);
  const { id: adminId } = await archive.db.read
    .selectFrom("users")
    .select("id")
    .where("email", "=", "admin@example.edu")
    .executeTakeFirstOrThrow();
  await archive.db.write.updateTable("resource").set({ uploaderId: adminId }).where("id", "=", id).execute();
  expect((await post(DESK, form)).status).toBe(303);
  expect((await admin.get("/admin-dashboard/audit")).text).toContain(en.audit.own);
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

test("the audit trail asks before it undoes a decision about several items, and says if nothing was undone", async () => {
  const AUDIT = "/admin-dashboard/audit";
  const ids = [await note("One of two"), await note("Two of two")];
  const items = ids.map((id) => ({ id, version: 1 }));
  const decision = { requestId: "audit-of-two", action: "approve", items };
  expect((await admin.post("/api/desk/decisions", decision)).status).toBe(200);
  const { text } = await admin.get(AUDIT);
  expect(text).toContain(enDesk.audit.partOf(2));
  const made = /\?undo=(\w+)/.exec(text)?.[1] ?? "";
  const asked = await post(AUDIT, { decision: made });
  expect(asked.headers.get("location")).toBe(`${AUDIT}?undo=${made}`);
  for (const id of ids) expect((await statusOf(id))?.status).toBe("Approved");
  expect((await admin.get(`${AUDIT}?undo=${made}`)).text).toContain(enDesk.audit.undoAll(2));
  await archive.db.write
    .updateTable("resource")
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("id", "in", ids)
    .execute();
  const nothing = await post(AUDIT, { decision: made, count: "2" });
  const toast = decodeURIComponent(nothing.headers.get("set-cookie") ?? "");
  expect(toast).toContain(enDesk.audit.nothing);
  expect(toast).toContain(enDesk.audit.keptDetail(2));
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

const hiddenFields = (form: string) =>
  [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, value],
  );
/** Presses the button with a value in the form that has it. */
async function pressIn(text: string, value: string) {
  const form =
    text.split("<form").find((part) => new RegExp(`<button[^>]*value="${value}"`).test(part)) ?? "";
  const body = new URLSearchParams([...hiddenFields(form), ["act", value]]);
  return admin.send(DESK, { method: "POST", body });
}

test("a moderator without JavaScript sees the last decision about several items, and undoes it", async () => {
  const ids = [await note("First of two"), await note("Second of two")];
  const items = ids.map((id) => ({ id, version: 1 }));
  await admin.post("/api/desk/decisions", { requestId: "last-of-two", action: "approve", items });
  const after = await admin.get(DESK);
  expect(after.text).toContain(enDesk.bulk.done.approve(2));
  expect((await pressIn(after.text, "undo")).status).toBe(303);
  for (const id of ids) expect((await statusOf(id))?.status).toBe("Pending");
});

test("the calls of the desk accept a thousand items with their versions, and no more", async () => {
  const id = await note("One of a thousand");
  const named = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: at === 0 ? id : at.toString(16).padStart(24, "0"),
      version: 1,
      ...(at > 0 && { change: at.toString(16).padStart(24, "0") }),
    }));
  const items = named(MAX_BULK);
  const seen = await admin.post("/api/desk/preview", { action: "approve", items });
  expect([seen.status, seen.body.change]).toEqual([200, 1]);
  const requestId = "one-of-a-thousand";
  const decided = await admin.post("/api/desk/decisions", { requestId, action: "approve", items });
  expect([decided.status, decided.body.state]).toEqual([200, "running"]);
  const more = { action: "approve", items: named(MAX_BULK + 1) };
  expect((await admin.post("/api/desk/preview", more)).body.error.fields.items).toBeDefined();
});
