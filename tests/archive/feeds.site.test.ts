import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPublishedCoursesRepo } from "../../src/server/library/publishing/published-courses.repo.ts";
import { createPublishingRepo } from "../../src/server/library/publishing/publishing.repo.ts";
import { createPublishingService } from "../../src/server/library/publishing/publishing.service.ts";
import { createResourcesRepo } from "../../src/server/library/items/resources.repo.ts";
import { standaloneKinds } from "../../src/shared/kinds/index.ts";
import { statuses } from "../../src/shared/items/status.ts";
import { insertItem, insertItems, insertOneOfEach, payloadOf } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { watchPlans } from "../support/platform/plans.ts";
import { type Client, openSite } from "../support/api/site.ts";

describe.each(engines)("sitemaps and feeds on %s", (engine) => {
  let archive: TestArchive;
  let visitor: Client;
  let admin: Client;
  const ids = {} as Record<(typeof statuses)[number], Record<string, string>>;
  const hostile = `<b>"R&D"</b> 'x' ]]> এলো`;

  beforeAll(async () => {
    archive = await openTestArchive(engine, { origin: "https://proshno.example.edu" });
    const site = openSite(archive);
    visitor = site.as();
    admin = site.as((await archive.signUp("Admin", "admin")).cookie);
    for (const status of statuses) ids[status] = await insertOneOfEach(archive, { status });
    const newest = Date.UTC(2100, 0);
    await insertItem(archive, "book", { fields: { bookName: hostile }, createdAt: newest });
  });
  afterAll(() => archive.close());

  const standalone = standaloneKinds.map(({ name, pages }) => ({ name, details: pages.details as string }));

  test("the index names the sitemaps, and each sitemap exists", async () => {
    const { status, text, headers } = await visitor.get("/sitemap.xml");
    expect([status, headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
    const files = [...text.matchAll(/<loc>https:\/\/proshno\.example\.edu(.*?)<\/loc>/g)].map(
      ([, path]) => path,
    );
    expect(files).toEqual(["/sitemap/pages.xml", "/sitemap/1.xml", "/sitemap/courses-1.xml"]);
    for (const file of files) expect((await visitor.get(file as string)).status).toBe(200);
    for (const none of ["2.xml", "0.xml", "-1.xml", "1e3.xml", "99999.xml", "pages", "x.xml"])
      expect((await visitor.get(`/sitemap/${none}`)).status, none).toBe(404);
  });

  test("the sitemap and the feed list approved items with their addresses, and no answers", async () => {
    for (const file of ["/sitemap/1.xml", "/feed.xml"]) {
      const { text } = await visitor.get(file);
      for (const { name, details } of standalone)
        expect(text).toContain(`https://proshno.example.edu${details}/${ids.Approved[name]}`);
      expect(text).not.toContain(ids.Approved["answer"]);
    }
  });

  test("no sitemap, feed or robots.txt contains Pending or Cancelled items, even for an admin", async () => {
    for (const reader of [visitor, admin])
      for (const file of [
        "/sitemap.xml",
        "/sitemap/pages.xml",
        "/sitemap/1.xml",
        "/feed.xml",
        "/robots.txt",
      ]) {
        const { text } = await reader.get(file);
        for (const hidden of [...Object.values(ids.Pending), ...Object.values(ids.Cancelled)])
          expect(text, file).not.toContain(hidden);
      }
  });

  test("the feed lists the newest items first, escapes their titles and contains no emails", async () => {
    const { text, headers } = await visitor.get("/feed.xml");
    expect(headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const titles = [...text.matchAll(/<entry>.*?<title>(.*?)<\/title>/g)].map(([, title]) => title);
    expect(titles[0]).toBe("&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt; &#39;x&#39; ]]&gt; এলো · 2019");
    expect(text).not.toMatch(/[\w.]@/);
    const dates = [...text.matchAll(/<published>(.*?)<\/published>/g)].map(([, date]) => date as string);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(text).toContain("<updated>2100-01-01T00:00:00.000Z</updated>");
  });

  test("a sitemap has a limited size, and all sitemaps together contain each item once", async () => {
    await insertItems(
      archive,
      "note",
      Array.from({ length: 8 }, (_, n) => ({
        fields: payloadOf("note") as Record<string, string>,
        // Two notes in each month.
        createdAt: Date.UTC(2022, n >> 1),
      })),
    );
    const publishing = createPublishingService({
      publishedCoursesRepo: createPublishedCoursesRepo(archive.db),
      publishingRepo: createPublishingRepo(archive.db),
      resourcesRepo: createResourcesRepo(archive.db),
      sitemapSize: 4,
    });
    const count = await publishing.sitemaps();
    const maps = await Promise.all(
      Array.from({ length: count }, (_, index) => publishing.sitemap(index + 1)),
    );
    // One item of each of six kinds, the book and eight notes.
    expect(maps.map((map) => map.length)).toEqual([4, 4, 4, 3]);
    const all = maps.flat().map(({ id }) => id);
    expect(new Set(all).size).toBe(15);
    const byAge = await archive.db.read
      .selectFrom("resource")
      .select("id")
      .where("id", "in", all)
      .orderBy("createdAt")
      .orderBy("id")
      .execute();
    expect(all).toEqual(byAge.map(({ id }) => id));
    await expect(publishing.sitemap(count + 1)).rejects.toMatchObject({ code: "not_found" });
  });

  test("robots.txt names the sitemap and the pages that crawlers skip", async () => {
    const { text } = await visitor.get("/robots.txt");
    expect(text).toMatch(/^User-agent: \*$/m);
    expect(text).toMatch(/^Disallow: \/dashboard$/m);
    expect(text).toMatch(/^Sitemap: https:\/\/proshno\.example\.edu\/sitemap\.xml$/m);
    expect(text).not.toMatch(/^Disallow: \/(?:allQuestions|question-details|assets)?$/m);
  });
});

test("the server counts sitemaps without reading items, and reads a sitemap from one index", async () => {
  const archive = await openTestArchive("sqlite");
  const { db, waysOf } = watchPlans(archive.db);
  const publishing = createPublishingRepo(db);
  expect(await waysOf(() => publishing.count())).toEqual(new Set());
  expect(await waysOf(() => publishing.list(10, 10))).toEqual(
    new Set(["resource_children (parentId=? AND status=? AND createdAt>?)"]),
  );
  await archive.close();
});

test("an empty archive has a sitemap index and a feed, too", async () => {
  const archive = await openTestArchive("sqlite");
  const visitor = openSite(archive).as();
  expect((await visitor.get("/sitemap.xml")).text.match(/<loc>/g)).toHaveLength(1);
  expect((await visitor.get("/sitemap/1.xml")).status).toBe(404);
  expect((await visitor.get("/feed.xml")).text).toContain("<updated>1970-01-01T00:00:00.000Z</updated>");
  await archive.close();
});
