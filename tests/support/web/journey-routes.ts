import type { BrowserContext, Frame, Page } from "playwright-core";
import { matchRoutes } from "react-router";
import { kinds, standaloneKinds } from "../../../src/shared/kinds/index.ts";
import routes from "../../../src/web/routes.ts";

const below = (area: string, pages: string[]) => pages.map((page) => `/${area}/${page}`);

/**
 * The routes of src/web/routes.ts that each journey of tests/web/journeys visits, with and without
 * JavaScript. Each journey asserts that it visited them. tests/web/journeys/every-route.test.ts asserts that
 * the journeys together visit every route.
 */
export const journeyRoutes = {
  main: [
    "/login",
    "/register",
    "/contact",
    ...standaloneKinds.flatMap(({ pages }) => [
      pages.lists[0] as string,
      `${pages.details}/:id`,
      ...below("dashboard", [pages.add as string, pages.mine as string]),
    ]),
    "/dashboard",
    "/admin-dashboard",
    ...below("admin-dashboard", [...kinds.map(({ pages }) => pages.admin), "make-admin", "contact-messages"]),
  ],
  visitor: [
    "/",
    "/home",
    "/home/courses",
    "*",
    ...standaloneKinds.flatMap(({ pages }) => [
      ...pages.lists,
      `${pages.details}/:id`,
      `${pages.details}/:id/report`,
    ]),
    "/login",
    "/theme",
    "/forum",
    "/contact",
    "/search",
    "/universities",
    "/university/:university",
    "/department/:university/:department",
    "/course/:university/:code",
    "/privacy",
    "/terms",
    "/copyright",
    "/newsletter",
    "/newsletter/confirm",
    "/newsletter/unsubscribe",
    "/notices/unsubscribe",
  ],
  student: [
    "/register",
    "/check-mail",
    "/verify-email",
    "/login",
    "/login/second-factor",
    "/login/confirm",
    "/logout",
    "/forgot-password",
    "/reset-password",
    "/change-email",
    ...below("auth", ["start", "leave", "callback", "done", "welcome"]),
    ...below("dashboard", [
      "user-profile",
      "edit-profile",
      "choose-university",
      "user-review",
      "security",
      "change-password",
    ]),
    ...below("dashboard", ["change-email", "second-factor", "provider", "delete-account"]),
  ],
  contributor: [
    "/login",
    "/dashboard",
    ...below("dashboard", ["welcome", "add-books", "my-books", "pending-questions", "edit/:id"]),
    ...below("dashboard", ["similar", "reading", "add-answer/:id"]),
    "/wanted",
    ...below("dashboard", ["requests", "follows", "saved", "saved/:id", "save/:id"]),
    ...below("dashboard", ["notices", "notice-settings"]),
    ...below("dashboard", ["contribute", "contribute/:id", "contribute/:id/rows"]),
  ],
  admin: [
    "/login",
    "/logout",
    "/admin-dashboard",
    ...below("admin-dashboard", [
      "welcome",
      "manage-questions",
      "manage-questions/rows",
      "manage-questions/item/:id",
      "manage-questions/item/:id/text",
      "admin-books",
      "edit/:id",
      "compare/:id",
      "change/:id",
    ]),
    ...below("admin-dashboard", ["delete-requests", "newsletter", "newsletter.csv", "reviews"]),
    ...below("admin-dashboard", [
      "takedowns",
      "reports",
      "recognition",
      "drive-copies",
      "backups",
      "operations",
      "short-names",
      "universities",
      "departments",
      "courses",
      "contact-details",
      "users",
      "moderators",
      "trusted-contributors",
      "not-checked",
      "insight",
      "reasons",
      "audit",
      "make-admin",
    ]),
  ],
} satisfies Record<string, string[]>;

export type JourneyName = keyof typeof journeyRoutes;

interface Node {
  path?: string;
  index?: boolean;
  children?: Node[];
}

const joined = (paths: (string | undefined)[]): string =>
  `/${paths
    .map((path) => path?.replace(/^\//, ""))
    .filter(Boolean)
    .join("/")}`.replace(/^\/\*$/, "*");

/** Every page's path as src/web/routes.ts declares it. An index route has its parent's path. */
export function declaredRoutes(nodes: readonly Node[] = routes, above: string[] = []): string[] {
  return nodes.flatMap(({ path = "", children }) =>
    children ? declaredRoutes(children, [...above, path]) : [joined([...above, path])],
  );
}

/** The declared path that matches an address. */
function routeOf(address: string): string {
  const path = new URL(address).pathname.replace(/\.data$/, "");
  const matches = matchRoutes(routes as Parameters<typeof matchRoutes>[0], path) ?? [];
  return joined(matches.map(({ route }) => route.path));
}

/** Records every route that a browser's pages and windows open or send a form to. */
export function recordRoutes(context: BrowserContext, origin: string, visited = new Set<string>()) {
  const note = (address: string) => {
    if (address.startsWith(`${origin}/`)) visited.add(routeOf(address));
  };
  const follow = (page: Page) => {
    // A script's own navigation requests only data, and a file is not requested by a page.
    page.on("framenavigated", (frame: Frame) => {
      if (frame === page.mainFrame()) note(frame.url());
    });
    page.on("download", (download) => note(download.url()));
  };
  context.pages().forEach(follow);
  context.on("page", follow);
  context.on("request", (request) => {
    if (request.isNavigationRequest() || request.method() === "POST") note(request.url());
  });
  return visited;
}

/** The routes that a journey lists but did not visit. */
export const missedRoutes = (journey: JourneyName, visited: Set<string>): string[] =>
  journeyRoutes[journey].filter((route) => !visited.has(route));
