/** "rahim@example.edu" as visitors see it: "r…@example.edu" (product.md). */
export function maskEmail(email: string): string {
  if (email === "") return "";
  const at = email.lastIndexOf("@");
  if (at < 1) return "…";
  return `${[...email][0]}…${email.slice(at)}`;
}
