import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { isUnavailable, RequestAborted } from "../../server/platform/index.ts";
import { storageFailure } from "../../server/files/index.ts";
import { DomainError, type ErrorCode, errorStatus, isDomainError } from "../../shared/problems/errors.ts";
import type { FieldWords } from "../../shared/kinds/index.ts";
import { errorText, messagesIn, problemTexts, type Messages } from "../../shared/messages/index.ts";
import { DOCUMENT_POLICY } from "./security.ts";
import { html } from "hono/html";
import { htmlDocument } from "./document.ts";

/** The error screen (spec §8) for an error that happens outside the pages. */
function errorPage({ wrong, product }: Messages, sentence: string) {
  return htmlDocument(
    `${wrong.title} · ${product}`,
    html`<h1>${wrong.title}</h1>
      <p>${sentence}</p>
      <p>${wrong.back}</p>
      <p><a href="/home">${wrong.home}</a></p>`,
  );
}

export interface ErrorBody {
  error: { code: string; message: string; fields?: Record<string, string>; version?: number };
}

/** Receives errors that are our fault. The log line names the current request. */
export type LogError = (error: unknown) => void;

const messages = messagesIn("en");

/**
 * Turns an error into the response of a call: a mistake of the caller, a temporary refusal, or a 500 without
 * details.
 */
export function errorResponse(
  context: Context,
  error: unknown,
  logError: LogError,
  labels: Record<string, FieldWords> = {},
): Response {
  if (error instanceof RequestAborted) return context.body(null, 503);
  const known = knownError(context, error, logError);
  const isWrite = !isRead(context);
  if (!known) {
    const message = isWrite ? messages.internal : messages.wrong.ours;
    return context.json<ErrorBody>({ error: { code: "internal", message } }, 500);
  }
  const fields = known.fields ? { fields: problemTexts(messages, known.fields, labels) } : {};
  const version = known.version === undefined ? {} : { version: known.version };
  const body: ErrorBody = {
    error: { code: known.code, message: errorText(messages, known, isWrite), ...fields, ...version },
  };
  return context.json(body, known.status);
}

/** The same response as a document, for an error that happens outside the pages. */
export function errorDocument(
  context: Context,
  error: unknown,
  logError: LogError,
): Response | Promise<Response> {
  if (error instanceof RequestAborted) return context.body(null, 503);
  const known = knownError(context, error, logError);
  const sentence = known ? errorText(messages, known, !isRead(context)) : messages.wrong.ours;
  return context.html(errorPage(messages, sentence), known?.status ?? 500, {
    "content-security-policy": DOCUMENT_POLICY,
  });
}

const isRead = ({ req }: Context): boolean => req.method === "GET" || req.method === "HEAD";

/** The seconds after which a client can retry, if the error does not say it. */
const RETRY_AFTER = 10;

/**
 * Keeps each response for a fault out of all caches, and says when to try again if that can help. It runs around
 * everything else, so a new route has it without asking.
 */
export const faultHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { status, headers } = c.res;
  if (status >= 500) headers.set("cache-control", "no-store");
  if (status === 503 && !headers.has("retry-after")) headers.set("retry-after", String(RETRY_AFTER));
};

function knownError(context: Context, error: unknown, logError: LogError): DomainError | undefined {
  const known = asDomainError(error);
  if (!known || isFault(known)) logError(error);
  if (known?.retryAfter !== undefined) context.header("retry-after", String(known.retryAfter));
  return known;
}

/**
 * Whether an operator needs to know about an error. If a busy server tells clients when to retry, it works as
 * intended.
 */
export const isFault = ({ status, retryAfter }: DomainError): boolean =>
  status >= 500 && retryAfter === undefined;

/** The error that the caller sees; undefined for a fault of ours. */
export function asDomainError(error: unknown): DomainError | undefined {
  // Compares the name of the class, because the pages have their own copy of the class.
  if (isDomainError(error)) return error;
  const storage = storageFailure(error);
  if (storage) return new DomainError(storage);
  if (isUnavailable(error)) return new DomainError("unavailable");
  if (!(error instanceof HTTPException)) return undefined;
  const code = (Object.keys(errorStatus) as ErrorCode[]).find((name) => errorStatus[name] === error.status);
  return code && new DomainError(code);
}
