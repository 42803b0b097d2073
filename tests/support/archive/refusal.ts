import type { DomainError } from "../../../src/shared/problems/errors.ts";

/** The code and the version of the error that the work throws; "done" without an error. */
export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    ({ code, version }: DomainError) => (version === undefined ? code : `${code} ${version}`),
  );
