import type { ProblemCode } from "./problem-codes.ts";

/** The stable names of all errors that a caller can get. Each has one HTTP status and one message. */
export const errorStatus = {
  invalid_input: 400,
  malformed_body: 400,
  malformed_form: 400,
  malformed_upload: 400,
  too_many_fields: 400,
  request_aborted: 400,
  sign_in_required: 401,
  link_expired: 400,
  wrong_credentials: 401,
  account_suspended: 401,
  forbidden: 403,
  own_item: 403,
  step_up_required: 403,
  second_factor_required: 403,
  wrong_origin: 403,
  not_found: 404,
  wrong_method: 405,
  request_timeout: 408,
  conflict: 409,
  changed_since: 409,
  too_large: 413,
  wrong_content_type: 415,
  too_many_requests: 429,
  read_only: 503,
  unavailable: 503,
  no_room: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** A problem with one field: a code of the message catalogue and its parameter, if it has one. */
export interface Problem {
  code: ProblemCode;
  param?: string | undefined;
}

/**
 * The content of a `too_large` request. The error's message names the size limit. `form` means a form with a
 * paper or a picture.
 */
export type SizeLimit = "paper" | "zip" | "imageData" | "form";

export type Problems = Record<string, Problem>;

/** The optional values of a `DomainError`. */
interface ErrorOptions {
  fields?: Problems;
  retryAfter?: number;
  version?: number;
  limit?: SizeLimit;
}

/**
 * The only error that a service throws on purpose. The API and the pages each have one place that turns this
 * error into a response. `fields` has the problems by field name.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: Problems | undefined;
  /** The time to wait in seconds, for `too_many_requests`, `read_only` and `unavailable`. */
  readonly retryAfter: number | undefined;
  /** The item's current version, for `changed_since`. */
  readonly version: number | undefined;
  /** The size limit that was exceeded, for `too_large` if the request contains a file. */
  readonly limit: SizeLimit | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(code);
    this.name = "DomainError";
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
    this.version = options.version;
    this.limit = options.limit;
  }

  get status(): (typeof errorStatus)[ErrorCode] {
    return errorStatus[this.code];
  }
}

/** Creates the error for one invalid field. */
export function invalid(field: string, code: ProblemCode, param?: string): DomainError {
  return new DomainError("invalid_input", { fields: { [field]: { code, param } } });
}

/**
 * Creates the error for an item that someone else changed first.
 * @param current the current item; undefined if it was deleted
 */
export function staleVersion(current: { version: number } | undefined): DomainError {
  return current
    ? new DomainError("changed_since", { version: current.version })
    : new DomainError("not_found");
}

/** Compares names, not classes, because the bundle of the pages contains a second copy of this module. */
export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === "DomainError";
}

/**
 * Adds the size limit to a `too_large` error from reading a body.
 * @throws the errors of `reading`
 */
export async function withLimit<T>(limit: SizeLimit, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (isDomainError(error) && error.code === "too_large") throw new DomainError("too_large", { limit });
    throw error;
  }
}
