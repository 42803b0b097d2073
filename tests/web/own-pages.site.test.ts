import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { standaloneKinds } from "../../src/shared/kinds/index.ts";
import { openCachedSite } from "../support/api/cached-site.ts";
import { DHAKA_SLUG, insertPaper } from "../support/archive/courses.ts";
import { insertItem } from "../support/archive/factories.ts";
import { insertNotice } from "../support/archive/notices.ts";
import { signUpModerator } from "../support/people/moderators.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

/** The pages with the same content for all readers. */
const PATHS = [
  "/",
  "/home",
  ...standaloneKinds.filter(({ showsEmail }) => !showsEmail).flatMap(({ pages }) => pages.lists),
  "/allQuestions?department=CSE&year=2019",
  "/allQuestions?search=nothing+like+it",
  "/search",
  "/search?search=data+structures",
  "/search?search=nothing+like+it",
  "/search?search=zoo+9999",
  "/allQuestions?search=zoology",
  "/universities",
  `/university/${DHAKA_SLUG}`,
  `/department/${DHAKA_SLUG}/cse`,
];

describe.each(engines)("pages with the same content for everybody on %s", (engine) => {
  let archive: TestArchive;
  let site: Awaited<ReturnType<typeof openCachedSite>>;
  let student: Awaited<ReturnType<TestArchive["signUp"]>>;
  let moderator: Awaited<ReturnType<TestArchive["signUp"]>>;
  let admin: Awaited<ReturnType<TestArchive["signUp"]>>;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = await openCachedSite(archive);
    student = await archive.signUp("Rahima");
    const displayName = "Rahima & <Sons>";
    const users = archive.db.write.updateTable("users").where("id", "=", student.actor.id);
    await users.set({ displayName, photoURL: "https://example.edu/rahima.png" }).execute();
    moderator = await signUpModerator(archive, "Moderator", [{ universityKey: "", departmentKey: "" }]);
    admin = await archive.signUp("Admin", "admin");
    const own = { uploader: student.actor };
    const paper = await insertPaper(archive, { year: "2019" }, own);
    await insertPaper(archive, { year: "2020", subject: "Not yet shown" }, { ...own, status: "Pending" });
    for (const { name, title } of standaloneKinds) {
      await insertItem(archive, name, own);
      await insertItem(archive, name, { ...own, fields: { [title]: "Data structures" } });
    }
    await insertItem(archive, "answer", { ...own, parentId: paper });
    // Only admins and moderators know these items.
    await insertPaper(archive, { code: "ZOO 9999", subject: "Zoology" }, { status: "Pending" });
    const hidden = await insertPaper(archive, { subject: "Withdrawn" }, { status: "Cancelled" });
    await insertItem(archive, "answer", { parentId: hidden, fields: { subject: "Zoology" } });
    await insertNotice(archive, { userId: student.actor.id, itemId: paper });
  });
  beforeEach(() => {
    site.rendered.length = 0;
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await site.close();
    await archive.close();
  });

  test.each(PATHS)("%s has the same bytes as a page that is rendered for its reader", async (path) => {
    await site.get(path);
    site.rendered.length = 0;
    for (const { cookie } of [student, moderator, admin]) {
      const themes = ["", "; theme=dark"];
      for (const theme of themes) await site.get(path, theme.slice(2) || undefined);
      for (const theme of themes) {
        const { made, whole, rendered } = await site.compare(path, cookie + theme);
        expect(rendered).toEqual([]);
        expect(made).toEqual(whole);
      }
    }
  });

  test("a student's page is rendered once for everybody, and no visitor gets the student's header", async () => {
    const path = "/allQuestions?year=2019";
    const made = await site.get(path, student.cookie);
    expect(made.text).toContain("Rahima &amp; &lt;Sons&gt;");
    expect(made.text).toContain("Notices: 1 unread");
    expect(site.rendered).toEqual(["/allQuestions"]);
    const [visitors, admins] = [await site.get(path), await site.get(path, admin.cookie)];
    expect(site.rendered).toEqual(["/allQuestions"]);
    for (const { text } of [visitors, admins])
      expect(text).not.toContain("Rahima &amp; &lt;Sons&gt;’s account");
    expect([visitors, made, admins].map(({ text }) => text.includes("/admin-dashboard"))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("no cache stores a person's page", async () => {
    const { headers } = await site.fetch("/allQuestions", { cookie: student.cookie });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.has("etag")).toBe(false);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("a person sees a change of the archive and of the own header at once", async () => {
    const path = "/allQuestions?year=2021";
    const shown = async () => (await site.get(path, student.cookie)).text;
    expect(await shown()).not.toContain("Newest subject");
    const id = await insertPaper(archive, { year: "2021", subject: "Newest subject" });
    expect(await shown()).toContain("Newest subject");
    await archive.services.resources.setStatus(admin.actor, "question", id, { status: "Cancelled" });
    expect(await shown()).not.toContain("Newest subject");
    await archive.db.write.updateTable("notice").set({ readAt: 1 }).execute();
    expect(await shown()).toContain('<span class="visually-hidden">Notices</span>');
  });

  test("renders a page as a whole if the request has a toast, the path ends in a slash, or the page shows data of its reader", async () => {
    expect((await site.get("/allBlogs", student.cookie)).text).toContain(student.actor.email);
    await site.get("/allQuestions", `${student.cookie}; toast=x`);
    await site.get("/allQuestions/", student.cookie);
    expect(site.rendered).toContain("/allBlogs");
    expect(site.rendered).toContain("/allQuestions");
    expect(site.rendered).toContain("/allQuestions/");
  });

  test("a page that visitors don't get from memory is rendered once, with the person's header or as a redirect", async () => {
    const missing = await site.get("/university/no-such-place", student.cookie);
    expect([missing.status, site.rendered.length]).toEqual([404, 1]);
    expect(missing.text).toContain("Rahima &amp; &lt;Sons&gt;’s account");
    site.rendered.length = 0;
    const moved = await site.fetch("/university/University%20of%20Dhaka", { cookie: student.cookie });
    expect([moved.status, moved.headers.get("location")]).toEqual([301, `/university/${DHAKA_SLUG}`]);
    expect(moved.headers.get("cache-control")).toBe("no-store");
    expect(site.rendered).toHaveLength(1);
  });

  test("many new lists of one person at once are all sent", async () => {
    const paths = Array.from({ length: 12 }, (_, n) => `/allQuestions?page=0&year=${2000 + n}`);
    const sent = await Promise.all(paths.map((path) => site.get(path, student.cookie)));
    expect(sent.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(site.rendered).toHaveLength(paths.length);
  });

  test("a visitor and a person who ask at the same time share one page", async () => {
    for (const [n, order] of [
      ["", student.cookie],
      [student.cookie, ""],
    ].entries()) {
      site.rendered.length = 0;
      const path = `/allQuestions?year=${1990 + n}`;
      const [one, other] = await Promise.all(order.map((cookie) => site.get(path, cookie)));
      expect(site.rendered).toHaveLength(1);
      expect([one, other].map((made) => made?.text.includes("’s account"))).toEqual(
        order.map((cookie) => cookie !== ""),
      );
    }
  });

  test("a person's page is never confirmed by the tag of the visitors' page, and HEAD has the same headers", async () => {
    const { headers } = await site.fetch("/allQuestions", {});
    const etag = headers.get("etag") as string;
    expect((await site.fetch("/allQuestions", { "if-none-match": etag })).status).toBe(304);
    const own = await site.fetch("/allQuestions", { cookie: student.cookie, "if-none-match": etag });
    expect(own.status).toBe(200);
    const head = await site.fetch("/allQuestions", { cookie: student.cookie }, "HEAD");
    expect([head.status, head.headers.get("cache-control")]).toEqual([200, "no-store"]);
  });

  test("an unknown cookie, a second session cookie and an unfinished login get the whole page", async () => {
    for (const cookie of ["other=1", `${student.cookie}; other=1`, `proshno_pending=1; ${student.cookie}`])
      await site.get("/allQuestions", cookie);
    expect(site.rendered).toHaveLength(3);
  });

  test("a suspended person gets the visitors' page", async () => {
    const { cookie, actor } = await archive.signUp("Suspended");
    expect((await site.get("/allQuestions", cookie)).text).toContain("Suspended");
    await archive.db.write.updateTable("users").set({ suspendedAt: 1 }).where("id", "=", actor.id).execute();
    expect((await site.get("/allQuestions", cookie)).text).not.toContain("Suspended");
  });
});
