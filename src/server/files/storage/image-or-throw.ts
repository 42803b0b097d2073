import { type DomainError, invalid } from "../../../shared/problems/errors.ts";
import type { PaperRefusal } from "../../../shared/files/paper.ts";
import type { PageImage } from "../rendering/page-images.ts";
import type { PaperAnswer } from "../rendering/papers.ts";
import { MB } from "../../../shared/text/bytes.ts";
import type { ProblemCode } from "../../../shared/problems/problem-codes.ts";

/** The reasons of a refused paper that have a different message for an image. */
const PROBLEMS: Partial<Record<PaperRefusal, ProblemCode>> = {
  file_wrong_type: "imageData",
  file_mixed: "imageMixed",
  file_too_heavy: "imageHeavy",
};

/**
 * @param field the form field that the error names
 * @throws DomainError invalid_input with the reason at the field
 */
export function imageOrThrow(answer: PaperAnswer<PageImage>, field: string): PageImage {
  if ("refusal" in answer) throw invalid(field, PROBLEMS[answer.refusal] ?? answer.refusal);
  return answer.value;
}

/** @param most the limit, in bytes */
export const tooLarge = (field: string, most: number): DomainError =>
  invalid(field, "imageSize", String(most / MB));
