import type { Context, MiddlewareHandler } from "hono";
import { DomainError, type ErrorCode, isDomainError } from "../shared/errors.ts";
import { storageFailure } from "../server/files/storage-failure.ts";

/** The path of all uploads. */
export const UPLOADS = "/uploads";

/** What the tus library may know of a request. Others, such as `X-HTTP-Method-Override`, could contradict its address. */
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

/** An upload's address has no query. @throws DomainError malformed_upload */
export const refuseQuery: MiddlewareHandler = async (c, next) => {
  if (/[?#]/.test(c.req.url)) throw new DomainError("malformed_upload");
  await next();
};

/**
 * A request for the tus library, which reads an upload's id out of the whole address by itself: the address holds the id
 * that was checked and nothing else.
 * @param id of the upload; undefined where one begins @param body what is read of the request's own
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

/** What could not be written may be tried again. */
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
  // What this server does not offer, such as uploads in several pieces, is the sender's mistake.
  501: "malformed_upload",
};

/** The protocol's own refusals in our words. @param status of the answer that its library would give */
export function refusal(status: number): DomainError {
  return new DomainError(REFUSALS[status] ?? (status < 500 ? "malformed_upload" : "unavailable"));
}
