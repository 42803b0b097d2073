import type { z } from "zod";
import { DomainError, type Problem } from "../problems/errors.ts";
import type { ProblemCode } from "../problems/problem-codes.ts";

/** The maximum number of problems. Our forms have fewer fields. */
const MAX_PROBLEMS = 20;
/** The maximum length of a field name, in characters. Our names are shorter. */
const MAX_NAME = 100;

/**
 * Parses input with a schema whose messages are problem codes (`code` or `code:param`).
 * @throws DomainError invalid_input with at most 20 problems by field; a problem of the whole input has the
 *   name ""
 */
export function validate<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  // This is a Map and not an object, because a caller can name a field `constructor` or `__proto__`.
  const fields = new Map<string, Problem>();
  const add = (path: PropertyKey[], problem: Problem) => {
    const name = path.join(".").slice(0, MAX_NAME);
    if (!fields.has(name) && fields.size < MAX_PROBLEMS) fields.set(name, problem);
  };
  for (const issue of parsed.error.issues) {
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) add([...issue.path, key], { code: "unknownField" });
    else if (issue.code === "invalid_type" && issue.path.length === 0) add([], { code: "object" });
    else add(issue.path, problemOf(issue.message, issue.code));
  }
  throw new DomainError("invalid_input", { fields: Object.fromEntries(fields) });
}

function problemOf(message: string, issueCode: string | undefined): Problem {
  const match = /^([a-zA-Z]+)(?::(.*))?$/s.exec(message);
  if (!match) return { code: issueCode === "invalid_type" ? "wrongType" : "invalid" };
  return { code: match[1] as ProblemCode, param: match[2] };
}
