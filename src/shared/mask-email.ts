/** Masks an email for visitors: "rahim@example.edu" becomes "r…@example.edu" (docs/specification.md). */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "…";
  return `${[...email][0]}…${email.slice(at)}`;
}
