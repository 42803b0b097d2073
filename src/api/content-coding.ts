import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

/** Below this size in bytes, compression saves nothing. */
const WORTHWHILE = 1_000;
/** Below this size in bytes, compression in this thread is faster than in another thread. */
const SMALL = 8_000;
/** This compression level is fast, and its results are almost as small as those of the best level. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: 1 } };
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|atom\+xml))/;

/** A content coding (RFC 9110 §8.4.1). */
export type Coding = "identity" | "br" | "gzip";

/** Whether compression makes a body smaller. @param bytes the length of the body */
export const isCompressible = (contentType: string, bytes: number): boolean =>
  bytes >= WORTHWHILE && COMPRESSIBLE.test(contentType);

const toBrotli = promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress);
const toGzip = promisify<Buffer, Buffer>(gzip);

/** The body in a coding. */
export function pack(coding: Coding, body: Buffer): Buffer | Promise<Buffer> {
  const isSmall = body.length < SMALL;
  if (coding === "br") return isSmall ? brotliCompressSync(body, BROTLI) : toBrotli(body, BROTLI);
  return isSmall ? gzipSync(body) : toGzip(body);
}

/** A cache of parsed headers, because browsers send the same few headers again and again. */
const codings = new Map<string, Coding>();
const CODINGS_KEPT = 200;

/** The best coding for a client. @param accepted its header `Accept-Encoding` */
export function codingOf(accepted: string | undefined): Coding {
  if (accepted === undefined) return "identity";
  let coding = codings.get(accepted);
  if (!coding) {
    coding = bestOf(accepted);
    if (codings.size < CODINGS_KEPT) codings.set(accepted, coding);
  }
  return coding;
}

/**
 * The accepted coding with the smallest result. The order in the header says little about the client's
 * preferences.
 */
function bestOf(accepted: string): Coding {
  const refused = /;\s*q=0(?:\.0*)?\s*$/i;
  const taken = accepted
    .split(",")
    .filter((one) => !refused.test(one))
    .map((one) => one.split(";")[0]?.trim().toLowerCase());
  return taken.includes("br") ? "br" : taken.includes("gzip") ? "gzip" : "identity";
}
