import type { PaperRefusal } from "../../../shared/files/paper.ts";

/** Thrown in the child process if a file is refused. The server process receives the reason as a message. */
export class PaperRefused extends Error {
  readonly refusal: PaperRefusal;

  constructor(refusal: PaperRefusal) {
    super(refusal);
    this.name = "PaperRefused";
    this.refusal = refusal;
  }
}
