import type { Context, MiddlewareHandler } from "hono";
import { DomainError, type ErrorCode, isDomainError } from "../../shared/problems/errors.ts";
import { storageFailure } from "../../server/files/index.ts";

export const UPLOADS = "/uploads";

/**
 * The headers that the tus library gets. Other headers, such as `X-HTTP-Method-Override`, could contradict
 * the address.
 */
const HEADERS = [
  "content-length",
  "content-type",
  "tus-resumable",
  "upload-concat",
  "upload-defer-length",
  "upload-length",
  "upload-metadata",
  "upload-offset",
];

/**
 * Refuses an address with a query, because an upload's address has no query.
 * @throws DomainError malformed_upload
 */
export const refuseQuery: MiddlewareHandler = async (c, next) => {
  if (/[?#]/.test(c.req.url)) throw new DomainError("malformed_upload");
  await next();
};

/**
 * A request for the tus library. The library searches the whole address for the id, so the address contains
 * only the checked id.
 * @param id the id of the upload; undefined for a new one
 * @param body the body of the original request, already limited
 */
export function protocolRequest(
  { req }: Context,
  id: string | undefined,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): Request {
  const headers = new Headers();
  for (const name of HEADERS) {
    const value = req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const path = id === undefined ? UPLOADS : `${UPLOADS}/${id}`;
  const { signal } = req.raw;
  const init = { method: req.method, headers, body, signal, duplex: "half" };
  return new Request(`http://localhost${path}`, init as RequestInit);
}

/** The error for a failure of the library. The sender can try again. */
export function failureOf(failure: unknown): unknown {
  if (isDomainError(failure)) return failure;
  const storage = storageFailure(failure);
  if (storage) return new DomainError(storage);
  const { status_code: status } = failure as { status_code?: number };
  return status === undefined ? new DomainError("unavailable") : refusal(status);
}

const REFUSALS: Record<number, ErrorCode> = {
  404: "not_found",
  409: "conflict",
  410: "not_found",
  413: "too_large",
  // A request for an unsupported extension, such as concatenation, is the sender's mistake.
  501: "malformed_upload",
};

/**
 * * Turns an error response of the library into our error.
 * @param status the status of the library's response
 */
export function refusal(status: number): DomainError {
  return new DomainError(REFUSALS[status] ?? (status < 500 ? "malformed_upload" : "unavailable"));
}
