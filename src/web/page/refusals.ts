import { data } from "react-router";
import { DomainError, type ErrorCode, type SizeLimit } from "../../shared/problems/errors.ts";
import { ADMIN_AREA, mayOpen } from "./admin-area.ts";
import type { Page } from "./page.ts";
import { toConfirm, toEnrolment, toLogin } from "./redirects.ts";

/** The data of the error screen. */
export interface Failure {
  code: ErrorCode;
  /** Whether the request should have saved something. */
  isWrite?: boolean;
  retryAfter?: number | undefined;
  limit?: SizeLimit | undefined;
  /** Whether a logged-in person requested a page of the admin area that they may not open. */
  isAdminsOnly?: true;
}

/**
 * The response for an error: the error screen with the error's status.
 * @param isWrite whether the request should have saved something
 */
export function failure({ code, retryAfter, limit, status }: DomainError, isWrite = false) {
  return data<Failure>({ code, retryAfter, limit, ...(isWrite && { isWrite }) }, { status });
}

/** The screen that a logged-in person sees instead of a page of the admin area that they may not open. */
export function adminsOnly() {
  const { code, status } = new DomainError("forbidden");
  return data<Failure>({ code, isAdminsOnly: true }, { status });
}

/**
 * Turns an error of a service into a redirect or the error screen. An error that is our fault is logged and
 * returned unchanged. If the error has a retry time, the response contains it.
 */
export function asResponse(error: unknown, page: Page): unknown {
  const known = page.asDomainError(error);
  if (!known) return error;
  if (page.isFault(known)) page.logError(error);
  if (known.retryAfter !== undefined) page.retryAfter(known.retryAfter);
  if (known.code === "step_up_required") return toConfirm(page.url);
  return known.code === "sign_in_required" ? toLogin(page) : failure(known, page.request.method !== "GET");
}

const isAdmins = ({ pattern }: Pick<Page, "pattern">): boolean => pattern.startsWith(ADMIN_AREA);

/** Forms without a file are smaller than this, in bytes. The server limits bodies of unknown size. */
const MUCH = 100_000;

const bringsMuch = ({ headers }: Request): boolean =>
  (headers.get("content-type") ?? "").startsWith("multipart/form-data") &&
  Number(headers.get("content-length") ?? 0) > MUCH;

/**
 * Refuses a post before its form is read, if the service would refuse it anyway: a visitor's post to the
 * dashboard, another person's post to the admin area, and any large post of a visitor.
 * @throws a redirect, or the error screen
 */
export function mayPost(page: Page): void {
  const { actor, pattern, request } = page;
  if (!actor && (isAdmins(page) || pattern.startsWith("/dashboard") || bringsMuch(request)))
    throw toLogin(page);
  if (!isAdmins(page)) return;
  if (actor?.mustEnrol) throw toEnrolment(page);
  if (!mayOpen(page)) throw adminsOnly();
}
