import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { insertItem } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let admin: string;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  site = openSite(archive, await builtPages());
  admin = (await archive.signUp("Admin", "admin")).cookie;
});
afterAll(() => archive.close());

/** The paths of a page's style sheets, which its head links to. */
async function stylesOf(path: string, cookie = ""): Promise<string[]> {
  const { text } = await site.as(cookie).get(path);
  const head = text.slice(0, text.indexOf("</head>"));
  return [...head.matchAll(/<link[^>]* rel="stylesheet"[^>]* href="([^"]+)"/g)].map(
    ([, href]) => href as string,
  );
}

test("public pages load one style sheet of at most 8 kB compressed", async () => {
  const book = await insertItem(archive, "book");
  for (const path of ["/allBooks", `/book-details/${book}`, "/copyright", "/privacy", "/login"]) {
    const styles = await stylesOf(path);
    expect(styles, path).toHaveLength(1);
    expect(readFileSync(`build/client${styles[0]}.gz`).length).toBeLessThanOrEqual(8_000);
  }
});

test.each([
  ["/", "home-page"],
  ["/universities", "course-page"],
  ["/dashboard", "app-pages"],
  ["/admin-dashboard/reports", "app-pages"],
])("%s loads a second style sheet, %s", async (path, second) => {
  const styles = await stylesOf(path, admin);
  expect(styles.map((href) => href.replace(/^\/assets\/|-.{8}\.css$/g, ""))).toEqual(["app", second]);
});
