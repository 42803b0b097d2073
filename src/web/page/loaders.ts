import { redirect } from "react-router";
import type { User } from "../../shared/people/policy.ts";
import { onwardPath } from "../../shared/people/return-to.ts";
import { parseSignInProblem } from "../../shared/people/sign-in-problems.ts";
import { type Page, type PageArgs, pageOf } from "./page.ts";
import { toEnrolment, toLogin } from "./redirects.ts";
import { mayOpen } from "./admin-area.ts";
import { adminsOnly, asResponse } from "./refusals.ts";

/**
 * Turns a function of the page into a loader. A DomainError becomes the error screen with its status. A
 * visitor without a session is redirected to the login page, which remembers the address.
 */
export function pageLoader<T>(load: (page: Page) => Promise<T> | T) {
  return async (args: PageArgs): Promise<T> => {
    const page = pageOf(args);
    try {
      return await load(page);
    } catch (error) {
      throw asResponse(error, page);
    }
  };
}

/**
 * The loader of the login and register pages. It returns the next address, the login provider, the problem of
 * the last login, and whether the browser's session has ended. A logged-in person is redirected at once.
 */
export const visitorLoader = pageLoader(async ({ url, actor, services, visit, origin }) => {
  const from = onwardPath(url.searchParams.get("from"));
  if (actor) throw redirect(from);
  const problem = parseSignInProblem(url.searchParams.get("problem"));
  const hasEnded = await services.accounts.hasEnded(visit.headers);
  return { from, provider: services.social.provider()?.name, problem, origin, hasEnded };
});

/**
 * A loader of the dashboard. It runs in parallel with its parent's loader, so it must check the session too.
 */
export function ownLoader<T>(load: (page: Page & { actor: User }) => Promise<T> | T) {
  return pageLoader((page) => {
    const { actor, policy } = page;
    if (!actor || !policy.enterDashboard(actor)) throw toLogin(page);
    return load({ ...page, actor });
  });
}

/**
 * A loader that a form calls while the person fills it in. If the session has ended, the person stays on the
 * form; the redirect to the login page happens when they send it.
 */
export function formLoader(load: (page: Page & { actor: User }) => Promise<Response>) {
  return pageLoader((page) => {
    const { actor, policy } = page;
    if (!actor || !policy.enterDashboard(actor)) return Response.json({}, { status: 401 });
    return load({ ...page, actor });
  });
}

/**
 * A loader of the admin area. It runs in parallel with its parent's loader, so it must check the role too.
 * @param refusal makes the response for a logged-in person who may not open the page
 */
export function adminLoader<T>(
  load: (page: Page & { actor: User }) => Promise<T> | T,
  refusal: () => unknown = adminsOnly,
) {
  return pageLoader((page) => {
    const { actor } = page;
    if (!actor) throw toLogin(page);
    if (actor.mustEnrol) throw toEnrolment(page);
    if (!mayOpen(page)) throw refusal();
    return load({ ...page, actor });
  });
}
