import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../src/pages.ts";
import { insertItems } from "./factories.ts";
import { engines, openTestArchive, type TestArchive } from "./support/archive.ts";
import { openSite } from "./support/site.ts";
import { openWorld } from "./support/world.ts";

describe("the lists of a student with 249 books, of which 30 are pending", () => {
  let archive: TestArchive;
  let student: ReturnType<ReturnType<typeof openSite>["as"]>;
  beforeAll(async () => {
    archive = await openTestArchive("sqlite");
    const { actor: uploader, cookie } = await archive.signUp("Rahim");
    student = openSite(archive, await builtPages()).as(cookie);
    const books = Array.from({ length: 249 }, (_none, index) => ({
      status: index < 30 ? ("Pending" as const) : ("Approved" as const),
      uploader,
      createdAt: index,
      fields: { bookName: `Book ${index + 1}` },
    }));
    await insertItems(archive, "book", books);
  });
  afterAll(() => archive.close());

  const namesIn = (html: string) => html.match(/(?<=>)Book \d+(?=<\/(?:strong|a)>)/g);
  const numbered = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_none, index) => `Book ${from - index}`);

  test.each(["", ".data"])("my-books%s shows one page of ten books", async (form) => {
    const { text } = await student.get(`/dashboard/my-books${form}`);
    expect(new Set(text.match(/Book \d+/g))).toEqual(new Set(numbered(249, 240)));
    expect(text.length).toBeLessThan(100_000);
  });

  test("my-books links from page to page, and its rows keep their numbers", async () => {
    const first = await student.get("/dashboard/my-books");
    expect(first.text).toContain('href="/dashboard/my-books?page=1" rel="next"');
    const last = await student.get("/dashboard/my-books?page=24");
    expect(namesIn(last.text)).toEqual(numbered(9, 1));
    expect(last.text).toContain('<td data-label="Number">241</td>');
  });

  test("a page number behind the last page redirects to the last page", async () => {
    const beyond = await student.get("/dashboard/my-books?page=25");
    expect([beyond.status, beyond.headers.get("location")]).toEqual([302, "/dashboard/my-books?page=24"]);
  });

  test("a request to delete returns to the page of the list that it came from", async () => {
    const { text } = await student.get("/dashboard/my-books?page=2");
    const [, id = ""] = /name="id" value="([0-9a-f]+)"/.exec(text) ?? [];
    const path = "/dashboard/my-books?page=2";
    const sent = await student.send(path, { method: "POST", body: new URLSearchParams({ id }) });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, path]);
  });

  test("the list of pending items has pages too, and the dashboard counts all pending items", async () => {
    const first = await student.get("/dashboard/pending-questions");
    expect(namesIn(first.text)).toEqual(numbered(30, 21));
    const last = await student.get("/dashboard/pending-questions?page=2");
    expect(namesIn(last.text)).toEqual(numbered(10, 1));
    const beyond = await student.get("/dashboard/pending-questions?page=3");
    expect(beyond.headers.get("location")).toBe("/dashboard/pending-questions?page=2");
    const dashboard = await student.get("/dashboard");
    expect(namesIn(dashboard.text)).toEqual(numbered(30, 26));
    expect(dashboard.text).toMatch(/href="\/dashboard\/pending-questions"[^>]*>[^<]*30/);
  });
});

test.each(engines)(
  "the calls of my-lists on %s return 1,000 items and link to the next ones",
  async (engine) => {
    const { archive, student, other } = await openWorld(engine);
    const notes = Array.from({ length: 1_053 }, () => ({ uploader: student }));
    const made = await insertItems(archive, "note", notes);
    const path = `/api/mynotes/${student.email}`;
    const all = await student.get(path);
    expect(all.body).toHaveLength(1_000);
    const next =
      /^<http:\/\/127\.0\.0\.1:3000(.*)>; rel="next"$/.exec(all.headers.get("link") ?? "")?.[1] ?? "";
    const rest = await student.get(next);
    expect(rest.body).toHaveLength(53);
    expect(rest.headers.get("link")).toBeNull();
    const ids = [...all.body, ...rest.body].map((item: { _id: string }) => item._id);
    expect(ids.toSorted()).toEqual(made.toSorted());
    expect((await student.get(`${path}?page=1&size=20`)).body).toEqual(all.body.slice(20, 40));
    expect((await student.get(`${path}?size=many`)).status).toBe(400);
    expect((await other.get(next)).body).toEqual((await other.get(path)).body);
    await archive.close();
  },
);
