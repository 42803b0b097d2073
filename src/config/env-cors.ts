import type { CorsOrigins } from "../api/platform/cors.ts";

export const CORS_ORIGINS =
  "must be origins without a path, separated by commas, such as https://client.example.edu, or * for every site";

/**
 * Reads the origins whose pages can read public calls.
 * @param text the value of PROSHNO_CORS_ORIGINS
 * @returns the origins (an empty set for an empty text); undefined if a part is not an origin
 */
export function parseCorsOrigins(text: string): CorsOrigins | undefined {
  if (text.trim() === "*") return "*";
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const isOrigin = (name: string) => {
    const url = URL.parse(name);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === name && !name.includes("*");
  };
  return names.every(isOrigin) ? new Set(names) : undefined;
}
