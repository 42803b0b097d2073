import type { BrowserContext, Frame, Page } from "playwright-core";
import { matchRoutes } from "react-router";
import { kinds, standaloneKinds } from "../../../src/shared/kinds/index.ts";
import routes from "../../../src/web/routes.ts";

const below = (area: string, pages: string[]) => pages.map((page) => `/${area}/${page}`);

/**
 * Which journey of tests/web/journeys goes through which route of src/web/routes.ts, with and without JavaScript. Each journey
 * asserts that it did, and tests/web/journeys/every-route.test.ts that together they leave none out.
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
    "/privacy",
    "/terms",
    "/copyright",
    "/newsletter",
    "/newsletter/confirm",
    "/newsletter/unsubscribe",
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
    ...below("dashboard", ["user-profile", "edit-profile", "user-review", "security", "change-password"]),
    ...below("dashboard", ["change-email", "second-factor", "provider", "delete-account"]),
  ],
  contributor: [
    "/login",
    "/dashboard",
    ...below("dashboard", ["welcome", "add-books", "my-books", "pending-questions", "edit/:id"]),
    ...below("dashboard", ["similar", "reading", "add-answer/:id"]),
  ],
  admin: [
    "/login",
    "/logout",
    "/admin-dashboard",
    ...below("admin-dashboard", [
      "welcome",
      "manage-questions",
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
      "short-names",
      "contact-details",
      "users",
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

/** Every page's path as src/web/routes.ts declares it, a parent's index under the parent's own. */
export function declaredRoutes(nodes: readonly Node[] = routes, above: string[] = []): string[] {
  return nodes.flatMap(({ path = "", children }) =>
    children ? declaredRoutes(children, [...above, path]) : [joined([...above, path])],
  );
}

/** The declared path that an address belongs to. */
function routeOf(address: string): string {
  const path = new URL(address).pathname.replace(/\.data$/, "");
  const matches = matchRoutes(routes as Parameters<typeof matchRoutes>[0], path) ?? [];
  return joined(matches.map(({ route }) => route.path));
}

/** Notes every route that a browser's pages and windows go to or send a form to. */
export function recordRoutes(context: BrowserContext, origin: string, visited = new Set<string>()) {
  const note = (address: string) => {
    if (address.startsWith(`${origin}/`)) visited.add(routeOf(address));
  };
  const follow = (page: Page) => {
    // A script's own navigation asks for nothing but data, and a file is a request that no page makes.
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

/** The routes that a journey says it goes through and did not. */
export const missedRoutes = (journey: JourneyName, visited: Set<string>): string[] =>
  journeyRoutes[journey].filter((route) => !visited.has(route));
