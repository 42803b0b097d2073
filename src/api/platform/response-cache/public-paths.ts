import { childKind, type Kind, kinds, standaloneKinds } from "../../../shared/kinds/index.ts";
import { normalizeCode } from "../../../shared/text/words.ts";
import { FRAME_TOPIC, SHARED_TOPIC } from "../../../server/platform/index.ts";

/** The topics of a response. A change in one of them makes the response outdated; `all` means any topic. */
export type Topics = readonly string[] | "all";

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const SITEMAP = /^\/sitemap\/(?:pages|(?:courses-)?[1-9]\d{0,4})\.xml$/;
/** Courses, their feeds and calls, and the pages that lead to them. They show items of most kinds. */
const COURSES =
  /^\/(?:course\/[^/]{1,400}\/[^/]{1,400}(?:\/feed\.xml)?|universities|university\/[^/]{1,400}|department\/[^/]{1,400}\/[^/]{1,400}|api\/courses(?:\/[^/]{1,400}){0,2})$/;

/** Pages and calls that are the same for every visitor, with their topics. */
const exact = new Map<string, Topics>([
  ["/", "all"],
  ["/home", "all"],
  ["/home/courses", "all"],
  ["/contact", [FRAME_TOPIC]],
  ["/forum", [FRAME_TOPIC]],
  ["/newsletter", [FRAME_TOPIC]],
  ["/privacy", [FRAME_TOPIC]],
  ["/terms", [FRAME_TOPIC]],
  ["/api/openapi.json", []],
  ["/api/docs", []],
  ["/api/review", [SHARED_TOPIC]],
  ["/robots.txt", []],
  ["/Test.json", []],
  ["/search", "all"],
  ["/wanted", "all"],
  ["/api/wanted", "all"],
  ["/api/search", "all"],
  ["/api/suggest", "all"],
  ["/sitemap.xml", "all"],
  ["/feed.xml", "all"],
]);
/** Pages with the same content for all readers. The list of blogs shows addresses to people who are logged in. */
const sharedPages = new Set([
  "/",
  "/home",
  "/search",
  "/universities",
  ...standaloneKinds.filter(({ showsEmail }) => !showsEmail).flatMap(({ pages }) => pages.lists),
]);
const SHARED_PLACES = /^\/(?:university\/[^/]{1,400}|department\/[^/]{1,400}\/[^/]{1,400})$/;

const detailsPages = new Set(kinds.flatMap(({ pages }) => pages.details ?? []));

/** Public paths that end in an id, with their topics. */
const byId = new Map<string, Topics>();

for (const kind of kinds) {
  const topics = [...family(kind), SHARED_TOPIC];
  const { lists, details } = kind.pages;
  for (const path of lists) exact.set(path, [...topics, FRAME_TOPIC]);
  for (const call of kind.calls.lists) exact.set(`/api/${call}`, topics);
  if (details) byId.set(details, [...topics, FRAME_TOPIC]);
  byId.set(`/api/${kind.calls.one}`, topics);
  if (kind.calls.children) byId.set(`/api/${kind.calls.children}`, topics);
}

/** A kind and the other kinds on its pages. Answers are shown under questions and hidden with them. */
function family(kind: Kind): string[] {
  const head = standaloneKinds.find((one) => one.name === kind.parent?.kind) ?? kind;
  return [head, childKind(head)].flatMap((one) => (one ? [one.name] : []));
}

/**
 * Whether all visitors get the same response at a path, so that the cache can store it.
 * @returns its topics; undefined for a path that is not listed here and is never cached
 */
export function publicTopics(path: string): Topics | undefined {
  const known = exact.get(path);
  if (known) return known;
  if (SITEMAP.test(path) || COURSES.test(path)) return "all";
  const end = path.lastIndexOf("/");
  return ID.test(path.slice(end + 1)) ? byId.get(path.slice(0, end)) : undefined;
}

/** Whether the page at a path has the same content for visitors and for all logged-in people. */
export const isSharedPage = (path: string): boolean => sharedPages.has(path) || SHARED_PLACES.test(path);

/** The id of the item whose page is at a path; undefined for other paths. */
export function itemOfPage(path: string): string | undefined {
  const end = path.lastIndexOf("/");
  const id = path.slice(end + 1);
  return detailsPages.has(path.slice(0, end)) && ID.test(id) ? id : undefined;
}

const COURSE = /^\/course\/[^/]{1,400}\/([^/]{1,400})$/;

/** The normalised code of the course whose page is at a path; undefined for other paths. */
export function courseCodeOfPage(path: string): string | undefined {
  const code = COURSE.exec(path)?.[1];
  try {
    return code && normalizeCode(decodeURIComponent(code));
  } catch {
    // The path has a stray percent sign.
    return undefined;
  }
}
