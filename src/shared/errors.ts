/** Stable names of everything that can go wrong for a caller; each has one HTTP status and one message. */
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
  unavailable: 503,
  no_room: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** What is wrong with one field: a code of the message catalogue and, where it needs one, its parameter. */
export interface Problem {
  code: string;
  param?: string | undefined;
}

/**
 * The content of a `too_large` request, whose message names the size limit. `form` is a form with a paper or a picture.
 */
export type SizeLimit = "paper" | "imageData" | "form";

export type Problems = Record<string, Problem>;

/** See the fields of `DomainError`. */
interface ErrorOptions {
  fields?: Problems;
  retryAfter?: number;
  version?: number;
  limit?: SizeLimit;
}

/**
 * The only error a service throws on purpose. API and pages each map it to a response in one place.
 * `fields` says what to change, by field name.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: Problems | undefined;
  /** With `too_many_requests` and `unavailable`: how long to wait, in seconds. */
  readonly retryAfter: number | undefined;
  /** With `changed_since`: the version that is there now. */
  readonly version: number | undefined;
  /** With `too_large`, if the request brings a file. */
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

/** Shorthand for "this one field is wrong". */
export function invalid(field: string, code: string, param?: string): DomainError {
  return new DomainError("invalid_input", { fields: { [field]: { code, param } } });
}

/** Tells that somebody changed an item first. @param current the item as it is now; undefined if it is gone */
export function staleVersion(current: { version: number } | undefined): DomainError {
  return current
    ? new DomainError("changed_since", { version: current.version })
    : new DomainError("not_found");
}

/** By name and not by class: pages are bundled with a copy of this module of their own. */
export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === "DomainError";
}

/** Names the size limit if reading a body ends with `too_large`. @throws the errors of `reading` */
export async function withLimit<T>(limit: SizeLimit, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (isDomainError(error) && error.code === "too_large") throw new DomainError("too_large", { limit });
    throw error;
  }
}
