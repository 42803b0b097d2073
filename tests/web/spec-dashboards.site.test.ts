import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { standaloneKinds } from "../../src/shared/kinds/index.ts";
import { type Client, openSite } from "../support/api/site.ts";
import { insertItem } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { main, pieces, textOf } from "../support/web/page-text.ts";

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let student: Client;
let admin: Client;

/** A field of an item of each kind, whose value the tables show. */
const titles: Record<string, Record<string, string>> = {
  question: { subject: "Networks" },
  book: { bookName: "Algorithms" },
  note: { topic: "Trees" },
  lab: { labName: "Ohm" },
  syllabus: { syllabusName: "CSE" },
  blog: { topic: "How to revise" },
};

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  site = openSite(archive, await builtPages());
  const { actor, cookie } = await archive.signUp("Rahim");
  student = site.as(cookie);
  admin = site.as((await archive.signUp("Admin", "admin")).cookie);
  for (const [kind, fields] of Object.entries(titles))
    await insertItem(archive, kind, { uploader: actor, fields });
});
afterAll(async () => {
  expect(site.faults).toEqual([]);
  await archive.close();
});

describe("dashboards (spec §2)", () => {
  const entries = async (reader: Client, path: string) =>
    pieces(
      /<nav class="site-menu"[\s\S]*?<\/nav>/.exec((await reader.get(path)).text)?.[0] ?? "",
      /<a[^>]*>(.*?)<\/a>/g,
    ).map((entry) => entry.replace(/ \d+$/, ""));

  test("the user's menu links to every list and form", async () => {
    const menu = await entries(student, "/dashboard");
    expect(menu).toEqual(
      expect.arrayContaining(standaloneKinds.flatMap(({ words }) => [words.en.mine, words.en.add])),
    );
    expect(menu).toEqual(
      expect.arrayContaining(["Welcome", "Pending Questions", "User Profile", "Edit Profile", "User Review"]),
    );
  });

  test.each(standaloneKinds)("$pages.mine is a table with an Add button", async ({ name, pages, words }) => {
    const html = await main(student, `/dashboard/${pages.mine}`);
    expect(pieces(html, /<th[^>]*>(.*?)<\/th>/g).slice(0, 4)).toEqual([
      "Number",
      "Details",
      "Preview",
      "Status",
    ]);
    const [row = ""] = pieces(html, /<tbody>(.*?)<\/tbody>/gs);
    for (const part of [Object.values(titles[name] ?? {})[0] as string, "Approved", "Request To Delete"])
      expect(row).toContain(part);
    expect(html).toContain(`<a class="button" href="/dashboard/${pages.add}"`);
    expect(html).toContain(words.en.add);
  });

  test("the menu opens the group of a page that has no entry of its own", async () => {
    const { actor, cookie } = await archive.signUp("Reader");
    const list = await archive.services.saved.create(actor, { name: "Final week" });
    const open = async (path: string) =>
      pieces((await site.as(cookie).get(path)).text, /<details[^>]* open=""[^>]*><summary>([^<]*)/g);
    expect(await open(`/dashboard/saved/${list}`)).toEqual(["Library"]);
    expect(await open("/dashboard/change-password")).toEqual(["Account"]);
    expect(await open("/dashboard")).toEqual(["Contribute"]);
  });

  test("the admin's menu has the specification's entries, and Log Out", async () => {
    const menu = await entries(admin, "/admin-dashboard");
    expect(menu).toEqual(
      expect.arrayContaining([
        "Dashboard",
        "Manage Questions",
        "Manage Blogs",
        "Manage Books",
        "Manage Syllabus",
        "Manage Notes",
        "Manage Labs",
        "Make Admin",
      ]),
    );
    const { text } = await admin.get("/admin-dashboard");
    expect(textOf(text)).toMatch(/Admin Panel.*Log Out.*Hello, Admin Welcome to the admin panel/);
  });

  test.each(standaloneKinds)(
    "$pages.admin shows the total and a row for each item, with a status dropdown",
    async ({ name, pages, words, title }) => {
      const html = await main(admin, `/admin-dashboard/${pages.admin}`);
      expect(textOf(html)).toContain(`${words.en.total}: 1`);
      expect(pieces(html, /<th[^>]*>(.*?)<\/th>/g)).toEqual([
        "Number",
        words.en.fields[title]?.label,
        name === "blog" ? "Author Name" : words.en.uploader,
        "Status",
      ]);
      const rows = html.replaceAll("<wbr/>", "").match(/<tr>[\s\S]*?<\/tr>/g) ?? [];
      const row = rows.find((one) => one.includes("rahim@example.edu")) ?? "";
      expect(pieces(row, /<option[^>]*>(.*?)<\/option>/g)).toEqual(["Approved", "Pending", "Cancelled"]);
      expect(textOf(row)).toMatch(/Update :/);
    },
  );

  test("the queue has the columns of 'Manage Questions Admin Panel', and a message while it is empty", async () => {
    const empty = await main(admin, "/admin-dashboard/manage-questions");
    expect(textOf(empty)).toContain("Nothing is pending.");
    await insertItem(archive, "note", { status: "Pending" });
    const html = await main(admin, "/admin-dashboard/manage-questions");
    expect(pieces(html, /<h1[^>]*>(.*?)<\/h1>/g)).toEqual(["Manage Questions Admin Panel"]);
    expect(pieces(html, /<th[^>]*>(.*?)<\/th>/g)).toEqual(["#", "Questions", "Question Status", "Actions"]);
    expect(html).toMatch(/value="approve"[\s\S]*<svg[\s\S]*Delete/);
  });

  test("Make Admin has one email field, and refuses an empty one", async () => {
    const html = await main(admin, "/admin-dashboard/make-admin");
    expect(textOf(html)).toBe("Make Admin Role Email Make Admin");
    expect(html).toContain('placeholder="Enter Email to make admin"');
    const sent = await admin.send("/admin-dashboard/make-admin", {
      method: "POST",
      body: new URLSearchParams({ email: "" }),
    });
    expect([sent.status, sent.text.includes("Email is required")]).toEqual([400, true]);
  });
});
