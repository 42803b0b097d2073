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
const toFastGzip = promisify<Buffer, typeof FAST, Buffer<ArrayBuffer>>(gzip);

/** The body in a coding. */
export function pack(coding: Coding, body: Buffer): Buffer | Promise<Buffer> {
  const isSmall = body.length < SMALL;
  if (coding === "br") return isSmall ? brotliCompressSync(body, BROTLI) : toBrotli(body, BROTLI);
  return isSmall ? gzipSync(body) : toGzip(body);
}

/** Above this size in bytes, even fast compression would keep other requests waiting. */
const LARGE = 100_000;
/** This level takes half of the time of the default, and its results are 4 % larger. */
const FAST = { level: 4 };

/** The body in gzip, for a response that only one reader gets. */
export const fastGzip = (body: Buffer): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> =>
  body.length < LARGE ? gzipSync(body, FAST) : toFastGzip(body, FAST);

/** A cache of parsed headers, because browsers send the same few headers again and again. */
const accepted = new Map<string, ReadonlySet<string>>();
const HEADERS_KEPT = 200;

/**
 * The accepted coding with the smallest result. The order in the header says little about the client's
 * preferences.
 * @param header the client's `Accept-Encoding`
 */
export function codingOf(header: string | undefined): Coding {
  const taken = acceptedIn(header);
  return taken.has("br") ? "br" : taken.has("gzip") ? "gzip" : "identity";
}

/** Whether a client accepts gzip. @param header its `Accept-Encoding` */
export const acceptsGzip = (header: string | undefined): boolean => acceptedIn(header).has("gzip");

function acceptedIn(header = ""): ReadonlySet<string> {
  let taken = accepted.get(header);
  if (!taken) {
    const refused = /;\s*q=0(?:\.0*)?\s*$/i;
    const codings = header.split(",").filter((one) => !refused.test(one));
    taken = new Set(codings.map((one) => (one.split(";")[0] as string).trim().toLowerCase()));
    if (accepted.size < HEADERS_KEPT) accepted.set(header, taken);
  }
  return taken;
}
