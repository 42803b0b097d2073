import { redirect } from "react-router";
import type { Toast } from "./context.ts";
import { toastCookie } from "./toast-cookie.ts";
import type { Page } from "./page.ts";

interface Addressed {
  url: URL;
}

/**
 * Redirects to the login page. After the login, the person returns to this page, or to the page of the sent
 * form (spec §4, admin guard).
 */
export function toLogin({ url }: Addressed): Response {
  return redirect(`/login?from=${encodeURIComponent(url.pathname + url.search)}`);
}

/**
 * Redirects to the page where people confirm that it's them. Afterwards they return to this page.
 * @param held the act that runs then, as `heldParams` writes it
 */
export function toConfirm({ pathname, search }: Pick<URL, "pathname" | "search">, held = ""): Response {
  const act = held === "" ? "" : `&${held}`;
  return redirect(`/login/confirm?from=${encodeURIComponent(pathname + search)}${act}`);
}

/**
 * Redirects to the page where an admin sets up the required two-step login. Afterwards the admin returns to
 * this page.
 */
export function toEnrolment({ url }: Addressed): Response {
  return redirect(`/dashboard/second-factor?from=${encodeURIComponent(url.pathname + url.search)}`);
}

/**
 * Adds cookies to a response.
 * @returns the same response
 */
export function withCookies(response: Response, cookies: string[]): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** Redirects to another page after a POST (303). */
export const redirectWithCookies = (to: string, cookies: string[]): Response =>
  withCookies(redirect(to, 303), cookies);

/** Redirects to another page, which shows a toast. */
export function redirectWithToast(
  { origin }: Pick<Page, "origin">,
  to: string,
  toast: Toast,
  cookies: string[] = [],
): Response {
  return redirectWithCookies(to, [...cookies, toastCookie(toast, origin.startsWith("https:"))]);
}
