import type { RouteConfigEntry } from "@react-router/dev/routes";
import { standaloneKinds } from "../../src/shared/kinds/index.ts";
import routes from "../../src/web/routes.ts";

export type Area = "public" | "dashboard" | "admin-dashboard";

/** One page to visit, for a route that the router knows. */
export interface Visit {
  /** As in `src/web/routes.ts`, such as `/note-details/:id`. */
  pattern: string;
  /** A path that exists, such as that of the newest note. */
  path: string;
  area: Area;
}

/** Headers of a request as somebody. */
type Reader = Record<string, string>;

interface PageRoute {
  pattern: string;
  area: Area;
}

/** Where a link to an item stands, by the pattern of the page that it leads to. */
const STARTS: Record<string, string> = {
  ...Object.fromEntries(
    standaloneKinds.flatMap(({ pages }) => [
      [`${pages.details}/:id`, pages.lists[0] as string],
      [`${pages.details}/:id/report`, pages.lists[0] as string],
    ]),
  ),
  "/dashboard/edit/:id": "/dashboard/my-questions",
  "/admin-dashboard/edit/:id": "/admin-dashboard/admin-questions",
};

/** Every page that a visitor may open. @throws Error where no item of a kind is listed */
export function publicVisits(origin: string): Promise<Visit[]> {
  return visitsIn("public", origin, {});
}

/**
 * Every page of an area that runs React in the browser.
 * @param cookie of somebody who may enter it @throws Error where no item can be edited
 */
export function appVisits(area: Exclude<Area, "public">, origin: string, cookie: string): Promise<Visit[]> {
  return visitsIn(area, origin, { cookie });
}

async function visitsIn(area: Area, origin: string, reader: Reader): Promise<Visit[]> {
  const here = pagesBelow(routes).filter((page) => page.area === area);
  return Promise.all(here.map(async (page) => ({ ...page, path: await pathOf(page.pattern, origin, reader) })));
}

/** Modules without a component (`.ts`) are no pages. */
function pagesBelow(entries: readonly RouteConfigEntry[], above = ""): PageRoute[] {
  return entries.flatMap((entry) => {
    const path = entry.path?.replace(/^\//, "");
    const pattern = path ? `${above}/${path}` : above || "/";
    if (entry.children) return pagesBelow(entry.children, pattern);
    return entry.file.endsWith(".tsx") ? [{ pattern, area: areaOf(entry.file, pattern) }] : [];
  });
}

function areaOf(file: string, pattern: string): Area {
  if (file.startsWith("routes/public/")) return "public";
  return pattern.startsWith("/admin-dashboard") ? "admin-dashboard" : "dashboard";
}

async function pathOf(pattern: string, origin: string, reader: Reader): Promise<string> {
  if (pattern === "/*") return "/nowhere";
  if (!pattern.includes(":id")) return pattern;
  const start = STARTS[pattern];
  const [before, after] = pattern.split(":id") as [string, string];
  const html = start === undefined ? "" : await (await fetch(origin + start, { headers: reader })).text();
  const [, id] = new RegExp(`href="${before}([^"/?#]+)["/?#]`).exec(html) ?? [];
  if (!id) throw new Error(`No link to ${pattern} on ${start}`);
  return before + id + after;
}
