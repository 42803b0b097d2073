import pino from "pino";
import type { Env } from "./env.ts";
import { isDomainError } from "../shared/errors.ts";

/** The log of one process, in JSON lines on its standard output. @param worker its number, if there are several */
export function createLog({ logLevel }: Pick<Env, "logLevel">, worker?: number) {
  const base = worker === undefined ? null : { worker, pid: process.pid };
  const serializers = { err: loggedError };
  return pino({ level: logLevel, base, serializers }, pino.destination({ sync: false }));
}

/** The logged part of an error, without a database's details, which may quote an email. */
function loggedError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message } = error;
  // An intended refusal, such as too many requests at once, needs no stack.
  if (isDomainError(error)) return { type, message };
  const { stack } = error;
  return { type, message, stack, code: (error as NodeJS.ErrnoException).code };
}
