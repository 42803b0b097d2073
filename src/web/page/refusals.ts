import { data } from "react-router";
import { DomainError, type ErrorCode, type SizeLimit } from "../../shared/errors.ts";
import type { Page } from "./page.ts";
import { toConfirm, toEnrolment, toLogin } from "./redirects.ts";

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

/**
 * Turns an error of a service into a redirect or the error screen; a fault of ours stays the error itself. Logs a fault
 * and tells the browser when to try again.
 */
export function asResponse(error: unknown, page: Page): unknown {
  const known = page.asDomainError(error);
  if (!known) return error;
  if (page.isFault(known)) page.logError(error);
  if (known.retryAfter !== undefined) page.retryAfter(known.retryAfter);
  if (known.code === "step_up_required") return toConfirm(page.url);
  return known.code === "sign_in_required" ? toLogin(page) : failure(known);
}

const isAdmins = ({ pattern }: Pick<Page, "pattern">): boolean => pattern.startsWith("/admin-dashboard");

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
export function mayPost(page: Page): void {
  const { actor, policy, pattern, request } = page;
  if (!actor && (isAdmins(page) || pattern.startsWith("/dashboard") || bringsMuch(request)))
    throw toLogin(page);
  if (!isAdmins(page)) return;
  if (actor?.mustEnrol) throw toEnrolment(page);
  if (!policy.enterAdmin(actor)) throw adminsOnly();
}
