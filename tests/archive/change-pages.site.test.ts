import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { driveLink, insertItem, payloadOf } from "../support/archive/factories.ts";
import { TEST_ORIGIN, VISIT } from "../support/platform/archive.ts";
import { type ChangeWorld, openChangeWorld } from "../support/archive/change-world.ts";
import { openSite } from "../support/api/site.ts";
import { en } from "../../src/shared/messages/en.ts";

let world: ChangeWorld;
let site: ReturnType<typeof openSite>;
let student: ReturnType<typeof site.as>;
let admin: typeof student;

beforeAll(async () => {
  world = await openChangeWorld("sqlite");
  site = openSite(world.archive, await builtPages());
  student = site.as(world.student.cookie);
  admin = site.as(world.admin.cookie);
});
afterAll(() => world.archive.close());

const post = (who: ReturnType<typeof site.as>, path: string, body: BodyInit) =>
  who.send(path, { method: "POST", body, headers: { origin: TEST_ORIGIN } });
const form = (fields: Record<string, unknown>) => new URLSearchParams(fields as Record<string, string>);
/** The toast that the next page shows, read from its cookie. */
const toastOf = ({ headers }: { headers: Headers }) => decodeURIComponent(headers.get("set-cookie") ?? "");
const changeOf = async (id: string) => (await world.openChange(id))?.id ?? "";

test("an author who sends a bad image while an admin cancels the item gets 403, and the server logs no error", async () => {
  const { services, shared } = world.archive;
  const id = await insertItem(world.archive, "blog", { uploader: world.student });
  const { cover } = shared.papers;
  shared.papers.cover = async (...given) => {
    shared.papers.cover = cover;
    const cancelled = { status: "Cancelled", reason: "Blurred" };
    await services.resources.setStatus(world.admin, "blog", id, cancelled);
    return cover(...given);
  };
  const body = new FormData();
  for (const [name, value] of Object.entries(payloadOf("blog", { version: "1", change: "" })))
    body.set(name, String(value));
  body.set("blogImg", new File(["no image"], "cover.png", { type: "image/png" }));
  const answer = await post(student, `/dashboard/edit/${id}`, body);
  expect(answer.status).toBe(403);
  expect(site.faults).toEqual([]);
});

test("a tab that shows an older change can't withdraw the newer change, and keeps its draft", async () => {
  const id = await world.approvedNote("Before");
  const path = `/dashboard/edit/${id}`;
  await world.edit(world.student, id, { topic: "First" });
  const older = await changeOf(id);
  await world.edit(world.student, id, { topic: "Second" });
  const refused = await post(student, path, form({ act: "withdraw", change: older }));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(en.errors.changed_since);
  expect(refused.text).toMatch(/<input[^>]*name="topic"[^>]*value="Second"/);
  expect(toastOf(refused)).not.toContain("sent");

  const withdrawn = await post(student, path, form({ act: "withdraw", change: await changeOf(id) }));
  expect([withdrawn.status, toastOf(withdrawn)]).toEqual([303, expect.stringContaining('"sent"')]);
  const again = await post(student, path, form({ act: "withdraw", change: older }));
  expect(toastOf(again)).toContain(en.changes.goneDetail("Before"));
  expect(toastOf(again)).not.toContain('"sent"');
});

test("an author who changes nothing sees that the form is identical to the approved version", async () => {
  const fields = payloadOf("note", { topic: "Same" }) as Record<string, string>;
  const id = await insertItem(world.archive, "note", { uploader: world.student, fields });
  const saved = await post(student, `/dashboard/edit/${id}`, form({ ...fields, version: 1, change: "" }));
  expect(toastOf(saved)).toContain(
    "Your version is the same as the approved version of “Same”, so there is no change to review.",
  );
});

test("an author who edits an older version sees a link to the approved version and keeps the typed text", async () => {
  const id = await world.approvedNote("Before");
  await world.edit(world.admin, id, { topic: "By an admin" });
  const typed = payloadOf("note", { topic: "Typed" });
  const refused = await post(student, `/dashboard/edit/${id}`, form({ ...typed, version: 1, change: "" }));
  expect(refused.status).toBe(409);
  expect(refused.text).toMatch(/<input[^>]*name="topic"[^>]*value="Typed"/);
  expect(refused.text).toMatch(new RegExp(`href="/note-details/${id}"[^>]*>See the approved version`));
});

test("an admin sees a link to the waiting change on the item's edit page and in the list of items", async () => {
  const id = await world.approvedNote("Before");
  const link = `href="/admin-dashboard/change/${id}"`;
  const paths = [`/admin-dashboard/edit/${id}`, "/admin-dashboard/admin-notes"];
  for (const path of paths) expect((await admin.get(path)).text).not.toContain(link);
  await world.edit(world.student, id, { topic: "After" });
  const [edit, list] = await Promise.all(paths.map(async (path) => (await admin.get(path)).text));
  expect(edit).toContain("change to this item is waiting. Saving your edit doesn&#x27;t discard it.");
  expect(list).toContain(en.changes.discarded);
  for (const text of [edit, list]) expect(text).toContain(link);
});

test("an admin sees the possible duplicates of a waiting change, by its link or by its file", async () => {
  const { services } = world.archive;
  const link = driveLink();
  await insertItem(world.archive, "note", { fields: { topic: "The original", driveLink: link } });
  const id = await world.approvedNote("Before");
  const page = async () => (await admin.get(`/admin-dashboard/change/${id}`)).text;
  await world.edit(world.student, id, { topic: "Copy", driveLink: "https://example.edu/other.pdf" });
  expect(await page()).not.toContain(en.changes.similar);
  await world.edit(world.student, id, { topic: "Copy", driveLink: link });
  expect(await page()).toMatch(/duplicate of:.*The original.*The same link/s);
  const shown = await world.upload(44, world.other);
  const input = payloadOf("note", { topic: "The scan", driveLink: undefined, fileKey: shown });
  await services.resources.create(world.other, "note", input, VISIT.client);
  await world.edit(world.student, id, {
    topic: "Copy",
    driveLink: undefined,
    fileKey: await world.upload(44),
  });
  expect(await page()).toMatch(/duplicate of:.*The scan.*The same file/s);
});
