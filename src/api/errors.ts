import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { isUnavailable } from "../server/db/open.ts";
import { DomainError, type ErrorCode, errorStatus } from "../shared/errors.ts";
import type { FieldWords } from "../shared/kinds/index.ts";
import { errorText, messagesIn, problemTexts } from "../shared/messages/index.ts";

export interface ErrorBody {
  error: { code: string; message: string; fields?: Record<string, string> };
}

const messages = messagesIn("en");

/**
 * The answer to an error, in one place: what the caller did wrong, or that we can't serve now, or a 500 that
 * tells nothing of the inside.
 * @param report told of errors that are our fault
 */
export function errorResponse(
  context: Context,
  error: unknown,
  report: (error: unknown) => void,
  labels: Record<string, FieldWords> = {},
): Response {
  const known = domainError(error);
  if (!known) {
    report(error);
    const message = "Something broke on our side. It has been noted. Nothing was saved.";
    return context.json<ErrorBody>({ error: { code: "internal", message } }, 500);
  }
  if (known.code === "unavailable") report(error);
  const fields = known.fields ? { fields: problemTexts(messages, known.fields, labels) } : {};
  const body: ErrorBody = {
    error: { code: known.code, message: errorText(messages, known.code), ...fields },
  };
  return context.json(body, known.status);
}

function domainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (isUnavailable(error)) return new DomainError("unavailable");
  if (!(error instanceof HTTPException)) return undefined;
  const code = (Object.keys(errorStatus) as ErrorCode[]).find((name) => errorStatus[name] === error.status);
  return code && new DomainError(code);
}
