import { redirect } from "react-router";
import type { Toast } from "./context.ts";
import { toastCookie } from "./toast-cookie.ts";
import type { Page } from "./page.ts";

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

/** @returns the same response, with cookies for the browser */
export function withCookies(response: Response, cookies: string[]): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** Goes on to another page (POST, redirect, GET). */
export const redirectWithCookies = (to: string, cookies: string[]): Response =>
  withCookies(redirect(to, 303), cookies);

/** Goes on to another page, which shows a toast. */
export function redirectWithToast(
  { origin }: Pick<Page, "origin">,
  to: string,
  toast: Toast,
  cookies: string[] = [],
): Response {
  return redirectWithCookies(to, [...cookies, toastCookie(toast, origin.startsWith("https:"))]);
}
