import { childKind, type Kind, kinds, standaloneKinds } from "../../shared/kinds/index.ts";
import { FRAME_TOPIC, SHARED_TOPIC } from "../../server/platform/index.ts";

/** What an answer shows, of which any change makes it untrue; `all` where it may show anything. */
export type Topics = readonly string[] | "all";

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const SITEMAP = /^\/sitemap\/(?:pages|[1-9]\d{0,4})\.xml$/;

/** Pages and calls that are the same for every visitor, with what they show. */
const exact = new Map<string, Topics>([
  ["/", "all"],
  ["/home", "all"],
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
  ["/api/search", "all"],
  ["/api/suggest", "all"],
  ["/sitemap.xml", "all"],
  ["/feed.xml", "all"],
]);
/** The same for what ends in an id. */
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

/** A kind and those that are shown with it: answers stand below questions, and are hidden with them. */
function family(kind: Kind): string[] {
  const head = standaloneKinds.find((one) => one.name === kind.parent?.kind) ?? kind;
  return [head, childKind(head)].flatMap((one) => (one ? [one.name] : []));
}

/**
 * Whether visitors without a session all get the same at a path, so that the answer may be kept.
 * @returns what it shows; undefined for what is asked of the server each time, as everything is that isn't named here
 */
export function publicTopics(path: string): Topics | undefined {
  const known = exact.get(path);
  if (known) return known;
  if (SITEMAP.test(path)) return "all";
  const end = path.lastIndexOf("/");
  return ID.test(path.slice(end + 1)) ? byId.get(path.slice(0, end)) : undefined;
}
