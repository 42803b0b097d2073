import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { kinds, standaloneKinds } from "../../src/shared/kinds/index.ts";
import routes from "../../src/web/routes.ts";
import { type Client, openSite } from "../support/api/site.ts";
import { insertItem, insertOneOfEach, insertSubscriber, payloadOf } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive, VISIT } from "../support/platform/archive.ts";

let archive: TestArchive;
let admin: Client;
/** The page of a change to an approved item. */
let changePage: string;

/** Puts at least one row into every table of the dashboards. */
beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  const { actor, cookie } = await archive.signUp("Ayesha", "admin");
  const { actor: student } = await archive.signUp("Rahim");
  admin = openSite(archive, await builtPages()).as(cookie);
  const { aliases, courseChanges, removal, resources } = archive.services;
  await insertOneOfEach(archive, { uploader: actor });
  await insertItem(archive, "note", { status: "Pending", uploader: actor });
  await removal.request(student, await insertItem(archive, "note", { uploader: student }));
  await insertSubscriber(archive);
  await archive.services.universities.reconcile();
  const course = { university: "BUET", subject: "Data structures" };
  for (const code of ["CSE 2103", "CSE 203"])
    await insertItem(archive, "question", { uploader: actor, fields: { ...course, code } });
  const universityKey = "bangladesh university of engineering and technology";
  await courseChanges.merge(actor, { universityKey, codeNorm: "CSE203", into: "CSE 2103" });
  for (const department of ["Stat", "Statistics", "Law"])
    await insertItem(archive, "question", { fields: { university: "BUET", department } });
  await archive.services.departments.merge(actor, {
    university: universityKey,
    department: "stat",
    into: "Statistics",
  });
  await aliases.add(actor, { alias: "dsa", phrase: "Data structures and algorithms" });
  const minute = {
    at: Date.now() - (Date.now() % 60_000),
    machine: "one",
    requests: 9,
    errors: 0,
    p95Ms: 40,
    cacheHits: 7,
    cacheLookups: 8,
  };
  const sizes = { queued: 1, dead: 0, pagesWaiting: 2, diskFree: 9_000_000_000, memory: 300_000_000 };
  await archive.db.write
    .insertInto("operationsSample")
    .values({ ...minute, ...sizes })
    .execute();
  const changed = await insertItem(archive, "note", { uploader: student });
  await resources.edit(student, changed, payloadOf("note"), VISIT.client);
  changePage = `/admin-dashboard/change/${changed}`;
});
afterAll(() => archive.close());

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .trim();
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, first = ""]) => first);

/** The dashboards' pages without a parameter. */
const pages = routes
  .filter(({ path }) => path === "dashboard" || path === "admin-dashboard")
  .flatMap(({ path, children = [] }) => children.map((child) => `/${path}/${child.path ?? ""}`))
  .filter((path) => !/[:.*]/.test(path));
/** The pages that show a table in this archive. */
const withTables = [
  ...standaloneKinds.map(({ pages: { mine } }) => `/dashboard/${mine}`),
  ...kinds.map(({ pages: { admin: path } }) => `/admin-dashboard/${path}`),
  "/dashboard/pending-questions",
  "/dashboard/security",
  ...[
    "",
    "welcome",
    "audit",
    "courses",
    "delete-requests",
    "manage-questions",
    "newsletter",
    "operations",
    "reasons",
    "short-names",
    "universities",
    "users",
  ].map((path) => `/admin-dashboard/${path}`),
];

/** Checks each table of a page. @returns the number of its tables */
async function checkTables(path: string): Promise<number> {
  const { text } = await admin.get(path);
  const tables = all(text, /<table[^>]*>([\s\S]*?)<\/table>/g);
  for (const table of tables) {
    const [head = "", body = ""] = table.split("<tbody");
    const headings = all(head, /<th\b[^>]*>([\s\S]*?)<\/th>/g).map(textOf);
    const rows = all(body, /<tr\b[^>]*>([\s\S]*?)<\/tr>/g);
    expect(rows.length, `${path} has a table without rows. Add an item for it to this test.`).toBeGreaterThan(
      0,
    );
    for (const row of rows) {
      const cells = [...row.matchAll(/<(td|th)\b([^>]*)>/g)];
      expect(cells.length, `A row of ${path} needs one cell for each <th>.`).toBe(headings.length);
      const labels = cells.map(([, tag, attributes = ""], place) =>
        tag === "th" ? headings[place] : textOf(/data-label="([^"]*)"/.exec(attributes)?.[1] ?? ""),
      );
      expect(
        labels,
        `Each <td> of ${path} needs a data-label that equals its <th>: on a phone it is the cell's heading.`,
      ).toEqual(headings);
    }
  }
  return tables.length;
}

test.each(pages)("%s has a labelled cell for each heading of its tables", async (path) => {
  expect((await checkTables(path)) > 0, "withTables names the pages with a table.").toBe(
    withTables.includes(path),
  );
});

test("the comparison of a change has a labelled cell for each heading", async () => {
  expect(await checkTables(changePage)).toBe(1);
});

test("the departments of a university and its merges have a labelled cell for each heading", async () => {
  const university = "bangladesh+university+of+engineering+and+technology";
  expect(await checkTables(`/admin-dashboard/departments?university=${university}`)).toBe(2);
});
