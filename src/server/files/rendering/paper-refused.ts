import type { PaperRefusal } from "../../../shared/paper.ts";

/** Thrown inside the child process where a file is not taken; outside it is an answer. */
export class PaperRefused extends Error {
  readonly refusal: PaperRefusal;

  constructor(refusal: PaperRefusal) {
    super(refusal);
    this.name = "PaperRefused";
    this.refusal = refusal;
  }
}
