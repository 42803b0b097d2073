/** The session cookies of a site (RFC 6265). @param origin where people reach it */
export function sessionCookies(origin: string) {
  const secure = origin.startsWith("https://");
  // Browsers drop a `__Host-` cookie on plain http; on loopback the name goes without.
  const name = secure ? "__Host-proshno" : "proshno";
  const write = (token: string, seconds: number): string =>
    `${name}=${token}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return {
    name,
    /** The token that request headers carry. */
    read(headers: Headers): string | undefined {
      const cookies = (headers.get("cookie") ?? "").split(/; */);
      return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
    },
    /** @param seconds how long the browser keeps it */
    write,
    clear: (): string => write("", 0),
  };
}
