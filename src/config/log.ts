import pino from "pino";
import type { Env } from "./env.ts";
import { isDomainError } from "../shared/problems/errors.ts";

/**
 * Creates the log of one process: JSON lines on standard output.
 * @param worker the number of this process, if there are several
 * @param facts returns what each line contains, such as the id of the current request
 */
export function createLog({ logLevel }: Pick<Env, "logLevel">, worker?: number, facts?: () => object) {
  const base = worker === undefined ? null : { worker, pid: process.pid };
  const serializers = { err: loggedError };
  return pino(
    { level: logLevel, base, serializers, ...(facts && { mixin: facts }) },
    pino.destination({ sync: false }),
  );
}

/**
 * The part of an error that is logged. Details of a database error are left out, because they may quote an
 * email.
 */
function loggedError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message } = error;
  // A deliberate refusal needs no stack trace, for example when too many requests run at once.
  if (isDomainError(error)) return { type, message };
  const { stack } = error;
  return { type, message, stack, code: (error as NodeJS.ErrnoException).code };
}
