/**
 * A number from 0 to 2³² − 1 that is always the same for a text (FNV-1a). It is short, and protects nothing.
 */
export function shortHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
