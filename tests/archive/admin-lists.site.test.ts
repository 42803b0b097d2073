import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { en } from "../../src/shared/messages/en.ts";
import { type Client, openSite } from "../support/api/site.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";

let archive: TestArchive;
let admin: Client;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  admin = openSite(archive, await builtPages()).as((await archive.signUp("Admin", "admin")).cookie);
});
afterAll(() => archive.close());

/** The rows of the page's tables. */
const rowsAt = async (path: string) => {
  const { text } = await admin.get(path);
  return { text, rows: text.match(/<tr>(?!<th)/g)?.length ?? 0 };
};

test.each([
  ["universities", "university of dhaka", en.universities.none],
  ["short-names", "data structures", en.aliases.none],
])(
  "the page of %s shows 25 rows, leads to the others, and finds a row by its words",
  async (page, words, none) => {
    const path = `/admin-dashboard/${page}`;
    const first = await rowsAt(path);
    expect(first.rows).toBe(25);
    expect(first.text).toContain(`href="${path}?page=1"`);
    expect((await rowsAt(`${path}?page=1`)).text).toContain('aria-current="page"');
    const found = await rowsAt(`${path}?search=${encodeURIComponent(words)}`);
    expect(found.rows).toBeGreaterThan(0);
    expect(found.rows).toBeLessThan(25);
    expect(found.text.toLowerCase()).toContain(words);
    expect((await rowsAt(`${path}?search=xyzzy`)).text).toContain(none);
  },
);

test("a removal of a short name returns to the page and search on which it was", async () => {
  const [one] = await archive.services.aliases.list((await archive.signUp("Other", "admin")).actor);
  const form = { act: "remove", alias: one?.alias ?? "", phrase: one?.phrase ?? "" };
  const answer = await admin.send("/admin-dashboard/short-names?search=a&page=1", {
    method: "POST",
    body: new URLSearchParams(form),
  });
  expect(answer.headers.get("location")).toBe("/admin-dashboard/short-names?search=a&page=1");
});

test("the areas of a moderator are chosen with radio buttons in a group with a name", async () => {
  const { text } = await admin.get("/admin-dashboard/moderators");
  expect(text).toMatch(
    new RegExp(
      `<fieldset class="choices"><legend>${en.moderators.scope}</legend>(<label><input[^>]*type="radio"[^>]*>.*?</label>){2}</fieldset>`,
    ),
  );
});
