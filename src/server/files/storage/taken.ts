import { invalid } from "../../../shared/problems/errors.ts";
import { FILE_FIELD } from "../../../shared/files/files.ts";
import type { PaperAnswer } from "../rendering/papers.ts";

/** @throws DomainError invalid_input with the reason at `file` */
export function taken<T>(answer: PaperAnswer<T>): T {
  if ("refusal" in answer) throw invalid(FILE_FIELD, answer.refusal);
  return answer.value;
}
