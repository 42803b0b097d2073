/**
 * The remembered origin (spec §4): a path of our own, or "/" for anything else.
 * The value is resolved once against a base and only its path, query and fragment are used, so that
 * `//evil.test`, `/\evil.test` and `/..//evil.test` cannot name another host.
 * @param given the value of `?from=`
 */
export function returnPath(given: string | null | undefined): string {
  if (!given || !given.startsWith("/")) return "/";
  const base = "https://self.invalid";
  const url = URL.parse(given, base);
  if (!url || url.origin !== base) return "/";
  const path = url.pathname + url.search + url.hash;
  return path.startsWith("//") || path.includes("\\") ? "/" : path;
}
