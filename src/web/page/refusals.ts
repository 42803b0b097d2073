import { data, redirect } from "react-router";
import { DomainError, type ErrorCode, type SizeLimit } from "../../shared/errors.ts";
import type { PageContext } from "./context.ts";

/** The data of the error screen. */
export interface Failure {
  code: ErrorCode;
  retryAfter?: number | undefined;
  limit?: SizeLimit | undefined;
  /** Whether a logged-in student asked for the admin area. */
  isAdminsOnly?: true;
}

/** The error screen for an error, with its status. */
export function failure({ code, retryAfter, limit, status }: DomainError) {
  return data<Failure>({ code, retryAfter, limit }, { status });
}

/** The screen that a logged-in student sees in place of the admin area. */
export function adminsOnly() {
  const { code, status } = new DomainError("forbidden");
  return data<Failure>({ code, isAdminsOnly: true }, { status });
}

interface Addressed {
  url: URL;
}

/** The login page that comes back here afterwards (spec §4, admin guard). A form comes back to its page. */
export function toLogin({ url }: Addressed): Response {
  return redirect(`/login?from=${encodeURIComponent(url.pathname + url.search)}`);
}

/** The page where people confirm that it's them; it comes back here afterwards. */
export function toConfirm({ pathname, search }: Pick<URL, "pathname" | "search">): Response {
  return redirect(`/login/confirm?from=${encodeURIComponent(pathname + search)}`);
}

/** The page where an admin sets up the required second factor; afterwards it leads back here. */
export function toEnrolment({ url }: Addressed): Response {
  return redirect(`/dashboard/second-factor?from=${encodeURIComponent(url.pathname + url.search)}`);
}

interface Posted extends Addressed, Pick<PageContext, "actor" | "policy"> {
  pattern: string;
  request: Request;
}

const isAdmins = ({ pattern }: Pick<Posted, "pattern">): boolean => pattern.startsWith("/admin-dashboard");

/** In bytes; a form without a file is smaller. The server limits bodies of an unknown size. */
const MUCH = 100_000;

const bringsMuch = ({ headers }: Request): boolean =>
  (headers.get("content-type") ?? "").startsWith("multipart/form-data") &&
  Number(headers.get("content-length") ?? 0) > MUCH;

/**
 * Refuses a post before its form is read, if the service would refuse it in any case: a visitor's post to the dashboards,
 * a student's to the admin area, and any large post of a visitor.
 * @throws a redirect, or the error screen
 */
export function mayPost(page: Posted): void {
  const { actor, policy, pattern, request } = page;
  if (!actor && (isAdmins(page) || pattern.startsWith("/dashboard") || bringsMuch(request)))
    throw toLogin(page);
  if (!isAdmins(page)) return;
  if (actor?.mustEnrol) throw toEnrolment(page);
  if (!policy.enterAdmin(actor)) throw adminsOnly();
}
