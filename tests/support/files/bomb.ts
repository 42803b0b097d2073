import type { PaperRefusal } from "../../../src/shared/files/paper.ts";

/** A hostile file that code generates. */
export interface Bomb {
  name: string;
  make: () => Buffer | Promise<Buffer>;
  /**
   * The reason for the refusal, or several if it depends on the resource that a library exhausts first.
   * Without a reason, a library may also be able to draw the file.
   */
  refusal?: PaperRefusal | PaperRefusal[];
}
