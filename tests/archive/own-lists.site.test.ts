import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { standaloneKinds } from "../../src/shared/kinds/index.ts";
import { insertItem, insertItems } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";
import { openWorld } from "../support/api/world.ts";

describe("the lists of a student with 249 books, 30 of them pending", () => {
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

  /** The titles on a page, each once, because a cover repeats its title. */
  const namesIn = (html: string) => [...new Set(html.match(/(?<=>)Book \d+(?=<\/(?:strong|a)>)/g))];
  const numbered = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_none, index) => `Book ${from - index}`);

  test.each(["", ".data"])("my-books%s shows one page of ten books", async (form) => {
    const { text } = await student.get(`/dashboard/my-books${form}`);
    expect(new Set(text.match(/Book \d+/g))).toEqual(new Set(numbered(249, 240)));
    expect(text.length).toBeLessThan(100_000);
  });

  test("my-books links to the next page, and numbers its rows across the pages", async () => {
    const first = await student.get("/dashboard/my-books");
    expect(first.text).toContain('href="/dashboard/my-books?page=1" rel="next"');
    const last = await student.get("/dashboard/my-books?page=24");
    expect(namesIn(last.text)).toEqual(numbered(9, 1));
    expect(last.text).toContain('<td data-label="Number">241</td>');
  });

  test("a page number after the last page redirects to the last page", async () => {
    const beyond = await student.get("/dashboard/my-books?page=25");
    expect([beyond.status, beyond.headers.get("location")]).toEqual([302, "/dashboard/my-books?page=24"]);
  });

  test("each status has a tab with its count, and the links between pages keep the tab", async () => {
    const { text } = await student.get("/dashboard/my-books?status=pending&page=2");
    const tabs = /<nav class="own-tabs".*?<\/nav>/s.exec(text)?.[0] ?? "";
    const links = [...tabs.matchAll(/<a([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = "", words = ""]) => ({
      href: /href="([^"]*)"/.exec(attributes)?.[1],
      words: words.replace(/<[^>]*>/g, ""),
      isOpen: attributes.includes("aria-current"),
    }));
    const path = "/dashboard/my-books";
    expect(links).toEqual([
      { href: path, words: "All 249", isOpen: false },
      { href: `${path}?status=Pending`, words: "Pending 30", isOpen: true },
      { href: `${path}?status=Approved`, words: "Approved 219", isOpen: false },
      { href: `${path}?status=Cancelled`, words: "Cancelled 0", isOpen: false },
    ]);
    expect(namesIn(text)).toEqual(numbered(10, 1));
    expect(text).toContain(`href="${path}?status=Pending&amp;page=1" rel="prev"`);
    const beyond = await student.get(`${path}?status=Pending&page=3`);
    expect(beyond.headers.get("location")).toBe(`${path}?status=Pending&page=2`);
  });

  test("an empty tab says what to do next, and an unknown status shows all items", async () => {
    const empty = await student.get("/dashboard/my-books?status=Cancelled");
    expect(empty.text).toContain("Nothing is cancelled.");
    expect(empty.text).toMatch(/<a[^>]* href="\/dashboard\/my-books"[^>]*>Show all 249</);
    expect(empty.text).not.toContain("<table");
    const unknown = await student.get("/dashboard/my-books?status=lost");
    expect(namesIn(unknown.text)).toEqual(numbered(249, 240));
    const none = await student.get("/dashboard/my-labs?status=Pending");
    expect(none.text).toContain("contributed anything here yet.");
  });

  test("a request to delete returns to the same page of the list", async () => {
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
  "a person's list of one status counts and shows only items with that status on %s",
  async (engine) => {
    const { archive, student, other } = await openWorld(engine);
    const { listOwn } = archive.services.resources;
    const statuses = ["Pending", "Approved", "Cancelled", "Approved"] as const;
    const made = await insertItems(
      archive,
      "note",
      statuses.map((status, createdAt) => ({ uploader: student, status, createdAt })),
    );
    await insertItems(archive, "lab", [{ uploader: student, status: "Approved" }]);
    await insertItems(archive, "note", [{ uploader: other, status: "Approved" }]);
    const idsOf = async (query: Parameters<typeof listOwn>[3]) => {
      const { rows, ...page } = await listOwn(student, "note", student.email, query);
      return { ids: rows.map(({ id }) => id), ...page };
    };
    const counted = { counts: { Pending: 1, Approved: 2, Cancelled: 1 }, total: 4 };
    expect(await idsOf({ status: "Approved" })).toEqual({
      ids: [made[3], made[1]],
      count: 2,
      page: 0,
      size: 10,
      ...counted,
    });
    expect(await idsOf({ status: "Approved", page: 1, size: 1 })).toMatchObject({ ids: [made[1]], count: 2 });
    expect(await idsOf({ status: "Cancelled" })).toMatchObject({ ids: [made[2]], count: 1, ...counted });
    expect(await idsOf({})).toMatchObject({ ids: made.toReversed(), count: 4, ...counted });
    expect((await student.get(`/api/mynotes/${student.email}?status=Approved`)).status).toBe(400);
    await archive.close();
  },
);

test.each(engines)(
  "the calls for a person's own lists return 1,000 items and a link to the next ones on %s",
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
    expect((await other.get(next)).body).toEqual([]);
    await archive.close();
  },
);

test.each(engines)(
  "a reader without permission gets an empty list on %s, as for an unknown email",
  async (engine) => {
    const { archive, site, visitor, student, other } = await openWorld(engine);
    for (const { name } of standaloneKinds) await insertItem(archive, name, { uploader: student });
    const emails = [
      student.email,
      "nobody@example.edu",
      "undefined",
      "null",
      "%20",
      "a@",
      "%zz",
      "x".repeat(2_000),
    ];
    for (const { calls } of standaloneKinds) {
      const answers = [];
      for (const email of emails)
        for (const query of ["", "?page=0&size=10", "?page=5"])
          for (const reader of [visitor, other, site.as("proshno=forged")])
            answers.push(await reader.get(`/api/${calls.mine[0]}/${email}${query}`));
      const seen = answers.map(({ status, text, headers }) => {
        headers.delete("x-request-id");
        return JSON.stringify([status, text, [...headers]]);
      });
      expect(answers[0]?.body).toEqual([]);
      expect(answers[0]?.headers.get("cache-control")).toBe("no-store");
      expect(new Set(seen).size).toBe(1);
      expect((await student.get(`/api/${calls.mine[0]}/${student.email}`)).body).toHaveLength(1);
      const wrong = await Promise.all(
        [student, other, visitor].map((reader) =>
          reader.get(`/api/${calls.mine[0]}/${student.email}?page=x`),
        ),
      );
      expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400]);
    }
    expect(site.faults).toEqual([]);
    await archive.close();
  },
);
