import type { Problem } from "../../../shared/problems/errors.ts";

/** The ZIP as a whole, or one of its files, is refused. */
export class ZipRefused extends Error {
  readonly problem: Problem;

  constructor(code: Problem["code"], param?: string) {
    super(code);
    this.name = "ZipRefused";
    this.problem = { code, ...(param !== undefined && { param }) };
  }
}
