import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { enCoursePages } from "../../src/shared/messages/en-course-pages.ts";
import { en } from "../../src/shared/messages/en.ts";
import { course, insertCourse, NOVEMBER_2026, path } from "../support/archive/course-of-eleven-years.ts";
import { insertItem } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { budgetOf } from "../support/web/budgets.ts";
import { type Client, openSite } from "../support/api/site.ts";

const UNIVERSITY = "/university/sample-science-university";
const DEPARTMENT = "/department/sample-science-university/cse";

let archive: TestArchive;
let visitor: Client;
let admin: Client;
let faults: unknown[];
beforeAll(async () => {
  archive = await openTestArchive("sqlite", {
    origin: "https://proshno.example.edu",
    clock: () => NOVEMBER_2026,
  });
  await insertCourse(archive);
  await insertItem(archive, "question", {
    fields: { code: "PHY 101", subject: "</script><b>Waves", university: "", department: "Physics" },
  });
  const site = openSite(archive, await builtPages());
  visitor = site.as();
  admin = site.as((await archive.signUp("Admin", "admin")).cookie);
  ({ faults } = site);
});
afterAll(async () => {
  expect(faults).toEqual([]);
  await archive.close();
});

/** The schema.org data of a page, by type. */
function dataIn(html: string): Record<string, Record<string, unknown>> {
  const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  return Object.fromEntries(
    found.map(([, json]) => {
      const data = JSON.parse(json as string) as Record<string, unknown>;
      return [data["@type"], data];
    }),
  );
}

describe("the address of a course", () => {
  test.each([
    "/course/sample-science-university/CSE-2103",
    "/course/sample-science-university/cse%202103",
    "/course/Sample-Science-University/cse2103",
    "/course/sample%20science%20university/cse2103",
  ])("%s redirects to the course's own address", async (other) => {
    const { status, headers } = await visitor.send(other);
    expect(status).toBe(301);
    expect(headers.get("location")).toBe(path);
  });

  test("the address of an unknown course answers 404 with the nearest courses and a search", async () => {
    const { status, text } = await visitor.get("/course/sample-science-university/cse2104");
    expect(status).toBe(404);
    expect(text).toContain(enCoursePages.coursePage.notFoundHint);
    expect(text).toContain(`href="${path}"`);
    expect(text).toContain('href="/search?search=cse2104"');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
  });

  test.each(["x".repeat(60), "x".repeat(5_000), "%00", "...", "'\"<b>"])(
    "the address of a course with the code %s answers 404",
    async (code) => {
      const { status } = await visitor.send(`/course/sample-science-university/${encodeURIComponent(code)}`);
      expect(status).toBe(404);
    },
  );

  test("the address of a course without a university has a hyphen, and hostile titles are escaped", async () => {
    const { status, text } = await visitor.get("/course/-/phy101");
    expect(status).toBe(200);
    expect(text).not.toContain("</script><b>");
    expect(dataIn(text)["Course"]?.["name"]).toBe("</script><b>Waves");
  });
});

test("the page of a course describes it to search engines and feed readers", async () => {
  const { text } = await visitor.get(path);
  const origin = "https://proshno.example.edu";
  expect(text).toContain(`<link rel="canonical" href="${origin}${path}"/>`);
  expect(text).toContain(`href="${path}/feed.xml"`);
  const { Course: shown, BreadcrumbList: crumbs } = dataIn(text);
  expect(shown).toMatchObject({
    name: course.title,
    courseCode: course.code,
    url: origin + path,
    provider: { name: course.university },
  });
  expect(crumbs?.["itemListElement"]).toMatchObject([
    { position: 1, name: "Universities", item: `${origin}/universities` },
    { position: 2, name: course.university, item: origin + UNIVERSITY },
    { position: 3, name: "CSE", item: origin + DEPARTMENT },
    { position: 4, name: "CSE 2103 Data Structures" },
  ]);
});

test("each column of the table says that it counts papers", async () => {
  const { text } = await visitor.get(path);
  const heads = [...text.matchAll(/<th scope="col">(.*?)<\/th>/g)].map(([, head]) =>
    head?.replace(/<[^>]*>/g, ""),
  );
  expect(heads.slice(1).map((head) => head?.replace(/\d+ of \d+/, "N of N"))).toEqual([
    "Class test N of N papers",
    "Mid-term N of N papers",
    "Final N of N papers",
  ]);
});

test("a shelf whose list has other items than the page counts has a link without a number", async () => {
  const fields = { code: "PHY 202", subject: "Optics", university: "" };
  await insertItem(archive, "question", { fields });
  for (const topic of ["Lenses", "Mirrors", "Prisms", "Lasers"])
    await insertItem(archive, "note", { fields: { subject: "Optics", university: "", topic } });
  const { text } = await visitor.get("/course/-/phy202");
  expect(text).toContain(`>${enCoursePages.coursePage.listFor("Notes", "Optics")}</a>`);
  expect(text).not.toContain(enCoursePages.coursePage.all("Notes", 4));
});

test("the code of a paper is a link to its course only if the paper is Approved", async () => {
  const code = (id: string) => new RegExp(`<(a|span) class="details-code"[^>]*>${id}<`);
  const approved = await insertItem(archive, "question", { fields: { code: "CHE 101" } });
  const pending = await insertItem(archive, "question", { status: "Pending", fields: { code: "CHE 102" } });
  const read = async (id: string) => (await admin.get(`/question-details/${id}`)).text;
  expect(code("CHE 101").exec(await read(approved))?.[0]).toMatch(
    /^<a class="details-code" href="\/course\//,
  );
  expect(code("CHE 102").exec(await read(pending))?.[1]).toBe("span");
});

test("the page of a course with eleven years stays within its budget of bytes", async () => {
  const { text } = await visitor.get(path);
  const { html = 0 } = budgetOf({ pattern: "/course/:university/:code", path, area: "public" });
  expect(gzipSync(text).length).toBeLessThanOrEqual(html);
});

test("pages of universities and departments lead down to the course, with counts", async () => {
  const all = await visitor.get("/universities");
  expect(all.text).toContain(`href="${UNIVERSITY}"`);
  expect(all.text).toContain(enCoursePages.browsing.counts(1, 33));
  expect(all.text).toContain(en.crumbs.noUniversity);
  const university = await visitor.get(UNIVERSITY);
  expect(university.text).toContain(`href="${DEPARTMENT}"`);
  expect(university.text).toContain(`href="${path}"`);
  const department = await visitor.get(DEPARTMENT);
  expect(department.text).toContain(`href="${path}"`);
  expect(department.text).toContain(enCoursePages.coursePage.papers(33));
});

test.each([
  ["/university/Sample-Science-University", UNIVERSITY],
  ["/department/Sample%20Science%20University/CSE", DEPARTMENT],
])("%s redirects to its one spelling", async (other, due) => {
  const { status, headers } = await visitor.send(other);
  expect(status).toBe(301);
  expect(headers.get("location")).toBe(due);
});

test.each(["/university/nowhere", "/department/nowhere/cse", "/department/sample-science-university/law"])(
  "%s answers 404",
  async (unknown) => {
    expect((await visitor.send(unknown)).status).toBe(404);
  },
);

test("a university with many courses has several pages with each course once", async () => {
  for (let number = 100; number < 160; number += 1)
    await insertItem(archive, "question", {
      fields: {
        code: `MAT ${number}`,
        subject: "A title",
        university: "Long University",
        department: "Mathematics",
      },
    });
  const found: string[] = [];
  let next: string | undefined = "/university/long-university";
  while (next) {
    const { text }: { text: string } = await visitor.get(next.replaceAll("&amp;", "&"));
    found.push(...[...text.matchAll(/href="(\/course\/[^"]+)"/g)].map(([, href]) => href as string));
    next = /rel="next" href="([^"]+)"/.exec(text)?.[1];
  }
  expect(found).toHaveLength(60);
  expect(new Set(found).size).toBe(60);
});

describe("the feed and the sitemap of courses", () => {
  test("the sitemap names each course, and a course's feed names its papers", async () => {
    const index = await visitor.get("/sitemap.xml");
    expect(index.text).toContain("/sitemap/courses-1.xml");
    const map = await visitor.get("/sitemap/courses-1.xml");
    expect(map.text).toContain(`<loc>https://proshno.example.edu${path}</loc>`);
    expect(map.text).toContain("<loc>https://proshno.example.edu/course/-/phy101</loc>");
    const feed = await visitor.get(`${path}/feed.xml`);
    expect(feed.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(feed.text.match(/<entry>/g)).toHaveLength(33);
    expect(feed.text).toContain(`href="https://proshno.example.edu${path}/feed.xml"`);
  });

  test("the feed and the sitemap of courses answer 404 for an unknown course or number, and redirect from other spellings and queries", async () => {
    for (const unknown of ["/course/-/zzz999/feed.xml", "/sitemap/courses-2.xml", "/sitemap/courses-0.xml"])
      expect((await visitor.send(unknown)).status, unknown).toBe(404);
    const spelt = await visitor.send("/course/sample-science-university/CSE-2103/feed.xml");
    expect(spelt.headers.get("location")).toBe(`${path}/feed.xml`);
    const asked = await visitor.send(`${path}/feed.xml?x=1`);
    expect(asked.headers.get("location")).toBe(`${path}/feed.xml`);
  });
});
