import { redirect } from "react-router";
import type { User } from "../../shared/policy.ts";
import { onwardPath } from "../../shared/return-to.ts";
import { parseSignInProblem } from "../../shared/sign-in-problems.ts";
import { type Page, type PageArgs, pageOf } from "./page.ts";
import { toEnrolment, toLogin } from "./redirects.ts";
import { adminsOnly, asResponse } from "./refusals.ts";

/**
 * Makes a loader from a function of the page. A DomainError becomes the error screen with its status. A visitor without
 * a session goes to the login page, which remembers where they came from.
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
 * The loader of login and register: the next address, the provider for logins, and the problem of the last login there.
 * A logged-in person goes on at once.
 */
export const visitorLoader = pageLoader(({ url, actor, services, origin }) => {
  const from = onwardPath(url.searchParams.get("from"));
  if (actor) throw redirect(from);
  const problem = parseSignInProblem(url.searchParams.get("problem"));
  return { from, provider: services.social.provider()?.name, problem, origin };
});

/** A loader of the person's own area. A child runs beside its parent's guard, so each needs the guard. */
export function ownLoader<T>(load: (page: Page & { actor: User }) => Promise<T> | T) {
  return pageLoader((page) => {
    const { actor, policy } = page;
    if (!actor || !policy.enterDashboard(actor)) throw toLogin(page);
    return load({ ...page, actor });
  });
}

/**
 * A loader that a form calls while the person fills it in. If the session has ended, it leaves the person at their
 * text; the redirect to the login comes when they send the form.
 */
export function formLoader(load: (page: Page & { actor: User }) => Promise<Response>) {
  return pageLoader((page) => {
    const { actor, policy } = page;
    if (!actor || !policy.enterDashboard(actor)) return Response.json({}, { status: 401 });
    return load({ ...page, actor });
  });
}

/**
 * A loader of the admin area. It runs beside the loader of its parent route, so it needs its own guard.
 * @param refusal makes the answer for a logged-in student
 */
export function adminLoader<T>(
  load: (page: Page & { actor: User }) => Promise<T> | T,
  refusal: () => unknown = adminsOnly,
) {
  return pageLoader((page) => {
    const { actor, policy } = page;
    if (!actor) throw toLogin(page);
    if (actor.mustEnrol) throw toEnrolment(page);
    if (!policy.enterAdmin(actor)) throw refusal();
    return load({ ...page, actor });
  });
}
