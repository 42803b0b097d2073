import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { insertFile, insertItem, unique } from "../support/archive/factories.ts";
import {
  engines,
  openTestArchive,
  TEST_PASSWORD,
  type TestArchive,
  VISIT,
} from "../support/platform/archive.ts";
import { source } from "../support/archive/question-rows.ts";
import { openSite } from "../support/api/site.ts";
import { en } from "../../src/shared/messages/en.ts";

describe.each(engines)("deleting an account on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let me: { actor: User; cookie: string };
  let other: { actor: User; cookie: string };
  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive, await builtPages());
    other = await archive.signUp("Other");
  });
  afterAll(() => archive.close());
  beforeEach(async () => {
    me = await archive.signUp(`Leaver${unique()}`);
  });

  const leave = (contributions: string, passwordNow = TEST_PASSWORD, cookie = me.cookie) =>
    site.as(cookie).send("/dashboard/delete-account", {
      method: "POST",
      body: new URLSearchParams({ contributions, passwordNow }),
    });
  const tables = [
    ...(["users", "password", "session", "identity", "secondFactor", "recoveryCode", "resource"] as const),
    ...(["review", "emailToken", "subscription", "job"] as const),
  ];
  /** The personal data that the database still contains, without the audit trail. */
  async function traces({ id, email, displayName }: User): Promise<string[]> {
    const found = [];
    for (const table of tables) {
      const rows = JSON.stringify(await archive.db.read.selectFrom(table).selectAll().execute());
      for (const fact of [id, email, displayName]) if (rows.includes(fact)) found.push(`${fact} in ${table}`);
    }
    return found;
  }

  test("keeps contributions under 'former member', and no other personal data", async () => {
    const book = await insertItem(archive, "book", { uploader: me.actor });
    const question = await insertItem(archive, "question");
    const answer = await insertItem(archive, "answer", { uploader: me.actor, parentId: question });
    await archive.services.reviews.create(me.actor, { comment: "Good", rating: "5" }, VISIT.client);
    await archive.services.newsletter.subscribe({ email: me.actor.email }, VISIT.client);
    const gone = await leave("keep");
    expect([gone.status, gone.headers.get("location")]).toEqual([303, "/"]);
    expect(gone.headers.getSetCookie().join()).toMatch(/proshno=;.*Max-Age=0/);
    expect(await traces(me.actor)).toEqual([]);
    for (const path of [`/api/book/${book}`, `/api/answer/${answer}`]) {
      const { status, body } = await site.as().get(path);
      expect([status, body.userName, body.email]).toEqual([200, en.formerMember, ""]);
    }
    expect((await site.as().get(`/book-details/${book}`)).text).toContain(en.formerMember);
    expect((await site.as(me.cookie).get(`/api/users/${me.actor.email}`)).status).toBe(404);
    const again = { email: me.actor.email, password: TEST_PASSWORD };
    expect((await site.as().post("/api/auth/sign-in/email", again)).status).toBe(401);
  });

  test("removes contributions and their files, except questions that others answered", async () => {
    const key = await insertFile(archive);
    const cover = await insertItem(archive, "blog", { uploader: me.actor, fileKey: key });
    const alone = await insertItem(archive, "question", { uploader: me.actor });
    await insertItem(archive, "answer", { uploader: me.actor, parentId: alone });
    const answered = await insertItem(archive, "question", { uploader: me.actor });
    const answers = await insertItem(archive, "answer", { uploader: other.actor, parentId: answered });
    const file = await archive.db.read
      .selectFrom("file")
      .selectAll()
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    expect((await leave("remove")).status).toBe(303);
    expect(await traces(me.actor)).toEqual([]);
    expect((await site.as().get(`/api/blog/${cover}`)).status).toBe(404);
    expect((await site.as().get(`/api/question/${alone}`)).status).toBe(404);
    expect((await site.as().get(`/files/${key}`)).status).toBe(404);
    await expect(archive.fileStore.get(file.sha256)).rejects.toMatchObject({ code: "ENOENT" });
    expect((await site.as().get(`/api/question/${answered}`)).body.userName).toBe(en.formerMember);
    expect((await site.as().get(`/api/answer/${answers}`)).body.userName).toBe("Other");
  });

  test.each([
    ["a wrong password", "keep", "not the password", "passwordNow"],
    ["no password", "keep", "", "passwordNow"],
    ["no choice", "", TEST_PASSWORD, "contributions"],
    ["an unknown choice", "everything", TEST_PASSWORD, "contributions"],
  ])("%s is refused at its field, and deletes nothing", async (_name, choice, password, field) => {
    const { status, text } = await leave(choice, password);
    expect([status, text.includes(`href="#${field}"`)]).toEqual([400, true]);
    expect((await site.as(me.cookie).get(`/api/users/${me.actor.email}`)).status).toBe(200);
  });

  test("the last admin can't delete their account, one of two admins can, and the audit trail records it", async () => {
    const first = await archive.signUp("First", "admin");
    const refused = await leave("keep", TEST_PASSWORD, first.cookie);
    expect([refused.status, refused.text.includes("This is the only admin")]).toEqual([409, true]);
    await archive.signUp("Second", "admin");
    expect((await leave("keep", TEST_PASSWORD, first.cookie)).status).toBe(303);
    const [entry] = await archive.db.read
      .selectFrom("audit")
      .selectAll()
      .where("action", "=", "deleteAccount")
      .where("targetEmail", "=", "first@example.edu")
      .execute();
    expect(entry).toMatchObject({ actorEmail: "first@example.edu" });
  });

  test("an export and an import preserve a former member's contributions", async () => {
    await insertItem(archive, "note", { uploader: me.actor, fields: { topic: "Left behind" } });
    await leave("keep");
    const csv = await Array.fromAsync(archive.services.transfer.exportAsOperator());
    const target = await openTestArchive(engine);
    const { actor } = await target.signUp("Admin", "admin");
    const report = await target.services.transfer.importCsv(actor, source(csv));
    expect(report).toMatchObject({ bad: 0, stored: expect.any(Number) });
    const { rows } = await target.services.resources.list(actor, "note", { search: "Left behind" });
    expect(rows.map(({ uploaderName, uploaderEmail }) => [uploaderName, uploaderEmail])).toEqual([
      [en.formerMember, "former.member@proshno.invalid"],
    ]);
    await target.close();
  });

  test("the server logged no errors", () => expect(site.faults).toEqual([]));
});
