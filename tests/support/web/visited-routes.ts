import type { RouteConfigEntry } from "@react-router/dev/routes";
import { standaloneKinds } from "../../../src/shared/kinds/index.ts";
import routes from "../../../src/web/routes.ts";

export type Area = "public" | "dashboard" | "admin-dashboard";

/** One page to visit, for a route of the router. */
export interface Visit {
  /** The path in `src/web/routes.ts`, such as `/note-details/:id`. */
  pattern: string;
  /** An existing path, such as that of the newest note. */
  path: string;
  area: Area;
}

/** A page of the router, before its item is chosen. */
export type PageRoute = Omit<Visit, "path">;

/** The pages with a link to an item; the keys are path patterns of the item's page. */
const STARTS: Record<string, string> = {
  ...Object.fromEntries(
    standaloneKinds.flatMap(({ pages }) => [
      [`${pages.details}/:id`, pages.lists[0] as string],
      [`${pages.details}/:id/report`, pages.lists[0] as string],
    ]),
  ),
  "/dashboard/edit/:id": "/dashboard/my-questions",
  "/dashboard/add-answer/:id": "/allQuestions",
  "/dashboard/save/:id": "/allQuestions",
  "/dashboard/saved/:id": "/dashboard/saved",
  "/dashboard/contribute/:id": "/dashboard/contribute",
  "/dashboard/contribute/:id/rows": "/dashboard/contribute",
  "/admin-dashboard/edit/:id": "/admin-dashboard/admin-questions",
  "/admin-dashboard/compare/:id": "/admin-dashboard/admin-questions",
  "/admin-dashboard/manage-questions/item/:id": "/admin-dashboard/admin-questions",
  "/admin-dashboard/manage-questions/item/:id/text": "/admin-dashboard/admin-questions",
  "/admin-dashboard/change/:id": "/admin-dashboard/admin-questions",
};

/**
 * The paths that those pages link to if they don't link to the page itself. For example, any item can be
 * compared, but only similar items have a link to the comparison.
 */
const LINKS: Record<string, string> = {
  "/dashboard/add-answer/:id": "/question-details/",
  "/admin-dashboard/compare/:id": "/admin-dashboard/edit/",
  "/admin-dashboard/manage-questions/item/:id": "/admin-dashboard/edit/",
  "/admin-dashboard/manage-questions/item/:id/text": "/admin-dashboard/edit/",
  "/admin-dashboard/change/:id": "/admin-dashboard/edit/",
};

/** The pages with a link to a page whose path has other placeholders than an id. */
const PLACES: Record<string, string> = {
  "/course/:university/:code": "/allQuestions",
  "/university/:university": "/universities",
  "/department/:university/:department": "/question-details/:id",
};

/** Every page of an area, in the router's order. */
export function pagesIn(area: Area): PageRoute[] {
  return pagesBelow(routes).filter((page) => page.area === area);
}

/**
 * Finds an item for a page to show.
 * @param cookie of a person who may open the page; empty for a visitor
 * @throws Error if there is no such item
 */
export async function visitOf(page: PageRoute, origin: string, cookie = ""): Promise<Visit> {
  return { ...page, path: await pathOf(page.pattern, origin, cookie) };
}

/** The page with a link to an item for a page; undefined if none is known. */
export const startOf = (pattern: string): string | undefined => STARTS[pattern];

/** Lists pages; modules without a component (`.ts`) are not pages. */
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

async function pathOf(pattern: string, origin: string, cookie: string): Promise<string> {
  if (pattern === "/*") return "/nowhere";
  const place = PLACES[pattern];
  if (place !== undefined) return linkIn(await pathOf(place, origin, cookie), pattern, origin, cookie);
  if (!pattern.includes(":id")) return pattern;
  const start = startOf(pattern);
  const [before, after] = pattern.split(":id") as [string, string];
  const link = LINKS[pattern] ?? before;
  const html = start === undefined ? "" : await (await fetch(origin + start, { headers: { cookie } })).text();
  const [, id] = new RegExp(`href="${link}([^"/?#]+)["/?#]`).exec(html) ?? [];
  if (!id) throw new Error(`No link to ${pattern} on ${start}`);
  return before + id + after;
}

/** The first link on a page that matches a pattern. */
async function linkIn(start: string, pattern: string, origin: string, cookie: string): Promise<string> {
  const html = await (await fetch(origin + start, { headers: { cookie } })).text();
  const [, path] = new RegExp(`href="(${pattern.replace(/:\w+/g, '[^"/?#]+')})"`).exec(html) ?? [];
  if (!path) throw new Error(`No link to ${pattern} on ${start}`);
  return path;
}
