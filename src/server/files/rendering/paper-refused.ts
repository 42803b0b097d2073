import type { PaperRefusal } from "../../../shared/paper.ts";

/** Thrown in the child process if a file is refused. The server gets the reason as an answer. */
export class PaperRefused extends Error {
  readonly refusal: PaperRefusal;

  constructor(refusal: PaperRefusal) {
    super(refusal);
    this.name = "PaperRefused";
    this.refusal = refusal;
  }
}
