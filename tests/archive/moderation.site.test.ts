import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DomainError } from "../../src/shared/problems/errors.ts";
import { driveLink, insertItem, payloadOf, PNG } from "../support/archive/factories.ts";
import { engines, VISIT } from "../support/platform/archive.ts";
import { openWorld, type World } from "../support/api/world.ts";

const { client } = VISIT;

describe.each(engines)("moderation on %s", (engine) => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld(engine);
  });
  afterEach(() => world.archive.close());

  const pendingBook = () => insertItem(world.archive, "book", { status: "Pending", uploader: world.student });
  const setStatus = (id: string, body: object) => world.admin.put(`/api/BookStatusUpdate/${id}`, body);
  const bookAs = async (reader: Pick<World["student"], "get">, id: string) =>
    (await reader.get(`/api/book/${id}`)).body;
  const services = () => world.archive.services;
  /** The code of the error and its version, or `done` if the work succeeds. */
  const refusal = async (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: DomainError) => [error.code, ...(error.version === undefined ? [] : [error.version])].join(" "),
    );

  describe("a reason", () => {
    test("is optional, visible to the contributor and admins, and removed with the status", async () => {
      const id = await pendingBook();
      expect((await setStatus(id, { status: "cancelled", reason: " Page 2 is\nblurred " })).status).toBe(200);
      expect(await bookAs(world.student, id)).toMatchObject({
        status: "Cancelled",
        reason: "Page 2 is blurred",
        version: 2,
      });
      expect((await bookAs(world.admin, id)).reason).toBe("Page 2 is blurred");
      await setStatus(id, { status: "Approved" });
      const approved = await bookAs(world.student, id);
      expect(approved).toMatchObject({ status: "Approved", version: 3 });
      expect(approved).not.toHaveProperty("reason");
      await setStatus(id, { status: "Cancelled" });
      expect(await bookAs(world.student, id)).not.toHaveProperty("reason");
    });

    test("is allowed only with the status Cancelled, and can be up to 500 characters long", async () => {
      const id = await pendingBook();
      await setStatus(id, { status: "Approved", reason: "Good" });
      expect(await bookAs(world.admin, id)).not.toHaveProperty("reason");
      const long = await setStatus(id, { status: "Cancelled", reason: "x".repeat(501) });
      expect([long.status, long.body.error.fields]).toEqual([
        400,
        { reason: "Reason must have 500 characters or fewer" },
      ]);
    });
  });

  describe("a version", () => {
    test("is answered with 409 and the newest version if it is outdated", async () => {
      const id = await pendingBook();
      await services().resources.edit(world.student, id, payloadOf("book"), client);
      const refused = await setStatus(id, { status: "Approved", version: 1 });
      expect([refused.status, refused.body.error.code, refused.body.error.version]).toEqual([
        409,
        "changed_since",
        2,
      ]);
      expect((await bookAs(world.admin, id)).status).toBe("Pending");
      expect((await setStatus(id, { status: "Approved", version: "2" })).body.modifiedCount).toBe(1);
    });

    test("is ignored if the item already has the status, and must be a whole number", async () => {
      const id = await pendingBook();
      await setStatus(id, { status: "Approved", version: 1 });
      const again = await setStatus(id, { status: "Approved", version: 1 });
      expect([again.status, again.body.modifiedCount]).toEqual([200, 0]);
      for (const version of [0, -1, "x", 1.5, ""]) {
        expect((await setStatus(id, { status: "Pending", version })).status, String(version)).toBe(400);
      }
    });

    test("changes only once if 40 moderators decide at the same time", async () => {
      const id = await pendingBook();
      const tries = Array.from({ length: 40 }, (_, index) =>
        setStatus(id, { status: index % 2 ? "Approved" : "Cancelled", version: 1 }),
      );
      const answers = await Promise.all(tries);
      expect(answers.filter(({ body }) => body.modifiedCount === 1)).toHaveLength(1);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      expect((await bookAs(world.admin, id)).version).toBe(2);
    });
  });

  describe("an edit", () => {
    const edit = (actor: World["student"], id: string, input: Record<string, unknown>) =>
      services().resources.edit(actor, id, input, client);

    test("changes the fields of a Pending item and the words that find it", async () => {
      const id = await pendingBook();
      const link = driveLink();
      await edit(
        world.student,
        id,
        payloadOf("book", { bookName: "Corrected", driveLink: link, edition: 7 }),
      );
      expect(await bookAs(world.student, id)).toMatchObject({
        bookName: "Corrected",
        driveLink: link,
        edition: "7",
        status: "Pending",
        version: 2,
        userName: "Rahim",
      });
      const found = await world.admin.get("/api/allBooks?search=corrected");
      expect(found.body.map((book: { _id: string }) => book._id)).toEqual([id]);
    });

    test("changes an Approved item at once if an admin makes it, and waits if its contributor makes it", async () => {
      const id = await insertItem(world.archive, "book", { uploader: world.student });
      await edit(world.admin, id, payloadOf("book", { author: "By the admin" }));
      expect(await bookAs(world.visitor, id)).toMatchObject({ author: "By the admin", status: "Approved" });
      await edit(world.student, id, payloadOf("book", { author: "By the student" }));
      expect(await bookAs(world.visitor, id)).toMatchObject({ author: "By the admin", version: 2 });
      expect(await bookAs(world.student, id)).toMatchObject({ author: "By the admin", status: "Approved" });
    });

    test("keeps an answer visible below its question", async () => {
      const question = await insertItem(world.archive, "question");
      const other = await insertItem(world.archive, "question");
      const options = { uploader: world.student, parentId: question };
      const id = await insertItem(world.archive, "answer", options);
      await edit(world.student, id, payloadOf("answer", { solveNumber: "12", questionId: other }));
      const { body } = await world.visitor.get(`/api/questionSolve/${question}`);
      expect(body).toMatchObject([{ _id: id, solveNumber: "12" }]);
    });

    test("changes nothing with bad input, without permission or for an older version", async () => {
      const id = await pendingBook();
      const before = await bookAs(world.admin, id);
      const valid = payloadOf("book");
      expect(await refusal(edit(world.student, id, { ...valid, year: "soon" }))).toBe("invalid_input");
      expect(await refusal(edit(world.student, id, { ...valid, status: "Approved", role: "admin" }))).toBe(
        "invalid_input",
      );
      expect(await refusal(edit(world.other, id, valid))).toBe("not_found");
      expect(await refusal(services().resources.edit(undefined, id, valid, client))).toBe("sign_in_required");
      expect(await refusal(edit(world.student, id, { ...valid, version: 7 }))).toBe("changed_since 1");
      expect(await bookAs(world.admin, id)).toEqual(before);
      await setStatus(id, { status: "Cancelled" });
      expect(await refusal(edit(world.student, id, valid))).toBe("forbidden");
      expect(await refusal(edit(world.student, "nowhere", valid))).toBe("not_found");
    });

    test("keeps a blog's image if the form has no image, and deletes the old image if the form has a new one", async () => {
      const { body } = await world.student.post("/api/postBlogs", payloadOf("blog", { blogImg: PNG }));
      const id = body.insertedId;
      const imageOf = async () => (await world.student.get(`/api/blog/${id}`)).body.blogImg as string;
      const first = await imageOf();
      const { blogImg: _none, ...text } = payloadOf("blog", { topic: "Better" });
      await edit(world.student, id, text);
      expect(await imageOf()).toBe(first);
      const red = Buffer.from(PNG.split(",")[1] as string, "base64");
      await edit(world.student, id, { ...text, blogImg: `data:image/png;base64,${red.toString("base64")}` });
      expect(await imageOf()).not.toBe(first);
      expect((await world.student.get(new URL(first).pathname)).status).toBe(404);
      expect((await world.student.get(new URL(await imageOf()).pathname)).status).toBe(200);
      const linked = "https://example.edu/cover.png";
      await edit(world.student, id, { ...text, blogImg: linked });
      await edit(world.student, id, text);
      expect(await imageOf()).toBe(linked);
      expect(await world.archive.db.read.selectFrom("file").selectAll().execute()).toEqual([]);
    });
  });

  describe("a removed item", () => {
    test("is as hidden as a Cancelled item, and gets its earlier status back when an admin restores it", async () => {
      for (const status of ["Approved", "Pending", "Cancelled"] as const) {
        const id = await insertItem(world.archive, "book", { status, uploader: world.student });
        const seen = async () => (await world.visitor.get(`/api/book/${id}`)).status;
        const before = await seen();
        expect((await services().removal.remove(world.admin, { id, reason: "Twice" })).modified).toBe(true);
        expect((await services().removal.remove(world.admin, { id })).modified).toBe(false);
        expect(await seen()).toBe(404);
        expect(await bookAs(world.student, id)).toMatchObject({ status: "Cancelled", reason: "Twice" });
        expect(await refusal(services().resources.edit(world.student, id, payloadOf("book"), client))).toBe(
          "forbidden",
        );
        const { item, modified } = await services().removal.restore(world.admin, { id });
        expect([item.status, modified]).toEqual([status, true]);
        expect(await seen()).toBe(before);
        expect((await services().removal.restore(world.admin, { id })).modified).toBe(false);
      }
    });

    test("is no longer removed after an admin sets its status", async () => {
      const id = await pendingBook();
      await services().removal.remove(world.admin, { id });
      await setStatus(id, { status: "Approved" });
      expect((await services().removal.restore(world.admin, { id })).modified).toBe(false);
      expect((await bookAs(world.visitor, id)).status).toBe("Approved");
    });
  });

  describe("a request to delete", () => {
    test("counts once even if it is sent 40 times, and waits for an admin", async () => {
      const id = await pendingBook();
      const { removal } = services();
      const all = await Promise.all(Array.from({ length: 40 }, () => removal.request(world.student, id)));
      expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(await removal.ownRequests(world.student)).toEqual({ [id]: null });
      expect(await removal.ownRequests(world.other)).toEqual({});
      expect((await removal.listRequests(world.admin)).map((row) => row.id)).toEqual([id]);
      expect(await refusal(removal.request(world.other, id))).toBe("not_found");
      expect(await refusal(removal.request(world.admin, id))).toBe("not_found");
    });

    test("can be sent again after a refusal, and removes the item when an admin grants it", async () => {
      const id = await insertItem(world.archive, "book", { uploader: world.student });
      const { removal } = services();
      await removal.request(world.student, id);
      expect((await removal.decide(world.admin, { id, outcome: "refused" })).decided).toBe(true);
      expect((await removal.decide(world.admin, { id, outcome: "granted" })).decided).toBe(false);
      expect((await bookAs(world.visitor, id)).status).toBe("Approved");
      expect(await removal.ownRequests(world.student)).toEqual({ [id]: "refused" });
      expect((await removal.request(world.student, id)).isNew).toBe(true);
      await removal.decide(world.admin, { id, outcome: "granted" });
      expect((await world.visitor.get(`/api/book/${id}`)).status).toBe(404);
      expect(await removal.listRequests(world.admin)).toEqual([]);
      expect(await refusal(removal.request(world.student, id))).toBe("conflict");
      expect(await refusal(removal.decide(world.admin, { id, outcome: "perhaps" }))).toBe("invalid_input");
    });
  });
});
