/**
 * Whether what the client has is what there is: `If-None-Match` by the weak comparison (RFC 9110 §13.1.2).
 * @param etag of what there is, strong
 */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header === etag;
  if (header.trim() === "*") return true;
  const known: string[] = header.match(/"[^"]*"/g) ?? [];
  return known.includes(etag);
}
