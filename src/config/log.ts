import pino from "pino";
import type { Env } from "./env.ts";
import { isDomainError } from "../shared/errors.ts";

/** The log of one process, in JSON lines on its standard output. @param worker its number, where there are several */
export function createLog({ logLevel }: Pick<Env, "logLevel">, worker?: number) {
  const base = worker === undefined ? null : { worker, pid: process.pid };
  const serializers = { err: loggedError };
  return pino({ level: logLevel, base, serializers }, pino.destination({ sync: false }));
}

/** What a log keeps of an error: not the details that a database adds, which may quote an e-mail. */
function loggedError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message } = error;
  // What is refused on purpose, as to too many at once, comes from nowhere worth a look.
  if (isDomainError(error)) return { type, message };
  const { stack } = error;
  return { type, message, stack, code: (error as NodeJS.ErrnoException).code };
}
