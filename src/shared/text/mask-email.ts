/** Masks an email for visitors: "rahim@example.edu" becomes "r…@example.edu" (docs/specification.md). */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "…";
  return `${[...email][0]}…${email.slice(at)}`;
}

/** Removes email addresses for logs: `/api/users/a@example.edu` becomes `/api/users/…`. */
export function withoutEmail(path: string): string {
  return path.replace(/[^/]*(?:@|%40)[^/]*/gi, "…");
}
