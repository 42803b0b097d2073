import { z } from "zod";
import type { ProblemMessage } from "../problems/problem-codes.ts";

/**
 * Reports a problem, but continues the transformation.
 * @param field the field of an object; without it, the schema's own value
 */
export function addProblem(context: z.RefinementCtx, message: ProblemMessage, field?: string): void {
  context.addIssue({ code: "custom", message, ...(field === undefined ? {} : { path: [field] }) });
}

/** Reports a problem and returns zod's result for a failed transformation. */
export function refuse(context: z.RefinementCtx, message: ProblemMessage): never {
  addProblem(context, message);
  return z.NEVER;
}
