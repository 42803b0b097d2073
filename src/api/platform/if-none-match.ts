/**
 * Whether the client's copy is current: `If-None-Match` with the weak comparison (RFC 9110 §13.1.2).
 * @param etag the strong tag of the current response
 */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header === etag;
  if (header.trim() === "*") return true;
  const known: string[] = header.match(/"[^"]*"/g) ?? [];
  return known.includes(etag);
}
