/**
 * The remembered origin (spec §4): a path of our own, or "/" for anything else.
 * The value is resolved once against a base and only its path, query and fragment are used, so that
 * `//evil.test`, `/\evil.test` and `/..//evil.test` cannot name another host.
 * @param given the value of `?from=`
 */
export function returnPath(given: string | null | undefined): string {
  const url = returnUrl(given);
  return url ? url.pathname + url.search + url.hash : "/";
}

/**
 * Addresses where a login can't end: pages that redirect a logged-in person or ask for the password again, and the data
 * of pages and calls. React Router matches pages in any case, and with slashes at the end.
 */
const NO_PAGE =
  /^\/(?:login(?:\/second-factor|\/confirm)?|register|logout|theme|auth\/[^/]*)\/*$|^\/(?:api|files|uploads)(?:\/|$)|\.data\/*$/i;

/**
 * The remembered page of a person who has just logged in: like `returnPath`, but never a page that redirects them
 * again, and always a page. Such addresses could name each other in `?from=` without end, or show raw data.
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
