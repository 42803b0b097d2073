/**
 * The remembered page (spec §4): a path on this site, or "/" for anything else. We resolve the value against
 * a base and use only its path, query and fragment, so `//evil.test`, `/\evil.test` and `/..//evil.test`
 * can't lead to a different host.
 * @param given the value of `?from=`
 */
export function returnPath(given: string | null | undefined): string {
  const url = returnUrl(given);
  return url ? url.pathname + url.search + url.hash : "/";
}

/**
 * Addresses to which a login must not lead: pages that redirect a logged-in person or request the password
 * again, and data addresses. React Router ignores letter case and slashes at the end.
 */
const NO_PAGE =
  /^\/(?:login(?:\/second-factor|\/confirm)?|register|logout|theme|auth\/[^/]*)\/*$|^\/(?:api|files|uploads)(?:\/|$)|\.data\/*$/i;

/**
 * The remembered page of a person who has just logged in. It is like `returnPath`, but never one of the
 * addresses above: a page could redirect again without end, and a data address would show raw data.
 * @param given the value of `?from=`
 */
export function onwardPath(given: string | null | undefined): string {
  const path = returnUrl(given)?.pathname ?? "/";
  return NO_PAGE.test(decoded(path)) ? "/" : returnPath(given);
}

function returnUrl(given: string | null | undefined): URL | undefined {
  if (!given || !given.startsWith("/")) return undefined;
  const base = "https://self.invalid";
  const url = URL.parse(given, base);
  if (!url || url.origin !== base) return undefined;
  return url.pathname.startsWith("//") || url.href.includes("\\") ? undefined : url;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
