import type { ByteRange } from "../../server/files/index.ts";

/**
 * The part that a `Range` header requests (RFC 9110 §14.2). If a client requests several parts, we send the
 * whole file, as the RFC allows.
 * @param size the size of the whole file, in bytes
 * @returns undefined to send the whole file; "unsatisfiable" if the range is outside it
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    return Number(last) === 0 ? "unsatisfiable" : { start: Math.max(0, size - Number(last)), end: size - 1 };
  }
  const start = Number(first);
  if (start >= size) return "unsatisfiable";
  if (last !== "" && Number(last) < start) return undefined;
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
