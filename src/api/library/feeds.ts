import { type Context, Hono, type MiddlewareHandler } from "hono";
import { presentItem, type ResourceRow } from "../../server/library/index.ts";
import type { Services } from "../../server/services.ts";
import { coursePath } from "../../shared/courses/courses.ts";
import { DomainError } from "../../shared/problems/errors.ts";
import { kindNamed, standaloneKinds } from "../../shared/kinds/index.ts";
import { messagesIn, siteLocale } from "../../shared/messages/index.ts";
import { titleWithCourse } from "../../shared/items/item-title.ts";
import { xml } from "../platform/xml.ts";

const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAP_SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** Pages with content that are not the page of an item. */
const PAGES = [
  "/",
  ...standaloneKinds.map(({ pages }) => pages.lists[0] as string),
  "/universities",
  "/forum",
  "/contact",
];
/** The names of the sitemaps of courses begin with this. */
const COURSES = "courses-";
/** The feed of a course is below its page. */
const FEED = "/feed.xml";
const COURSE_FEED = `/course/:university/:code${FEED}`;
/** Pages that belong to one person, and pages without content. */
const PRIVATE = [
  "/dashboard",
  "/admin-dashboard",
  "/login",
  "/logout",
  "/register",
  "/auth/",
  "/api/",
  "/files/",
];

export interface FeedsOptions {
  services: Services;
  /** The public origin of the site. */
  origin: string;
}

/**
 * Serves files for search engines and feed readers: `robots.txt` (RFC 9309), a sitemap index with its
 * sitemaps (sitemaps.org), and Atom feeds (RFC 4287) of the newest items and of each course. All requesters, even admins, see
 * only public items.
 */
export function createFeeds({ services, origin }: FeedsOptions): Hono {
  const feeds = new Hono();
  for (const path of ["/sitemap.xml", "/sitemap/:file", "/feed.xml", COURSE_FEED])
    feeds.get(path, withoutQuery);
  feeds.get("/robots.txt", (c) => {
    const lines = PRIVATE.map((path) => `Disallow: ${path}`);
    return c.text(["User-agent: *", ...lines, "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n"));
  });
  feeds.get("/sitemap.xml", async (c) => {
    const [items, courses] = await Promise.all([
      services.publishing.sitemaps(),
      services.publishing.courseSitemaps(),
    ]);
    const names = ["pages", ...numbered(items, ""), ...numbered(courses, COURSES)];
    const maps = names.map((name) => xml`<sitemap><loc>${`${origin}/sitemap/${name}.xml`}</loc></sitemap>\n`);
    return send(
      c,
      "application/xml",
      `<sitemapindex xmlns="${SITEMAP_SPACE}">\n${maps.join("")}</sitemapindex>`,
    );
  });
  feeds.get("/sitemap/:file", async (c) => {
    const [, name] = /^(pages|(?:courses-)?[1-9]\d{0,4})\.xml$/.exec(c.req.param("file")) ?? [];
    if (!name) throw new DomainError("not_found");
    const urls = await urlsOf(name);
    return send(c, "application/xml", `<urlset xmlns="${SITEMAP_SPACE}">\n${urls.join("")}</urlset>`);
  });
  feeds.get("/feed.xml", async (c) => {
    const { product, feed } = messagesIn(siteLocale);
    const rows = await services.publishing.newest();
    const about = { title: feed.title(product), path: "/feed.xml", page: "/" };
    return send(c, "application/atom+xml", atom(origin, about, rows));
  });
  feeds.get(COURSE_FEED, async (c) => {
    const { university, code } = c.req.param();
    const outcome = await services.courses.find(undefined, { university, code });
    if (outcome.found === "moved") return c.redirect(outcome.path + FEED, 301);
    if (outcome.found === "nothing") throw new DomainError("not_found");
    const { course } = outcome;
    const { product, feed } = messagesIn(siteLocale);
    const page = coursePath(course);
    const about = { title: feed.courseTitle(product, course.code, course.title), path: page + FEED, page };
    return send(c, "application/atom+xml", atom(origin, about, await services.publishing.newestOf(course)));
  });

  async function urlsOf(name: string): Promise<string[]> {
    if (name === "pages") return PAGES.map((path) => url(origin + path));
    if (!name.startsWith(COURSES)) return itemUrls(Number(name));
    const courses = await services.publishing.courseSitemap(Number(name.slice(COURSES.length)));
    return courses.map((course) => url(origin + coursePath(course)));
  }

  async function itemUrls(number: number): Promise<string[]> {
    const items = await services.publishing.sitemap(number);
    return items.map(({ id, kind, updatedAt }) =>
      url(`${origin}${kindNamed(kind).pages.details}/${id}`, updatedAt),
    );
  }
  return feeds;
}

const numbered = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

/** Without this check, each new query string would render a sitemap of up to 50,000 addresses again. */
const withoutQuery: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  return search ? c.redirect(pathname, 301) : next();
};

function url(address: string, changedAt?: number): string {
  const lastmod = changedAt === undefined ? "" : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
  return `${xml`<url><loc>${address}</loc>`}${lastmod}</url>\n`;
}

function send(c: Context, type: string, body: string) {
  // Clients revalidate the file each time, so that a cancelled item disappears at once.
  return c.body(XML_HEAD + body, 200, {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-cache",
  });
}

interface Feed {
  title: string;
  /** The path of the feed. */
  path: string;
  /** The path of the page with the same items. */
  page: string;
}

function atom(origin: string, { title, path, page }: Feed, rows: readonly ResourceRow[]): string {
  const newest = rows.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0);
  const entries = rows.map((row) => {
    const item = presentItem(row, { actor: undefined, origin, emails: "forOwners" });
    const kind = kindNamed(item.kind);
    const address = `${origin}${kind.pages.details}/${item._id}`;
    return `<entry>${[
      xml`<id>${address}</id><title>${titleWithCourse(item, siteLocale)}</title>`,
      xml`<link rel="alternate" type="text/html" href="${address}"/>`,
      xml`<published>${item.createdAt}</published><updated>${new Date(row.updatedAt).toISOString()}</updated>`,
      xml`<author><name>${item.userName}</name></author>`,
      xml`<category term="${item.kind}" label="${kind.words[siteLocale].one}"/>`,
    ].join("")}</entry>\n`;
  });
  return [
    '<feed xmlns="http://www.w3.org/2005/Atom">\n',
    xml`<id>${origin + path}</id><title>${title}</title>`,
    xml`<link rel="self" type="application/atom+xml" href="${origin + path}"/>`,
    xml`<link rel="alternate" type="text/html" href="${origin + page}"/>`,
    xml`<updated>${new Date(newest).toISOString()}</updated>\n`,
    ...entries,
    "</feed>",
  ].join("");
}
