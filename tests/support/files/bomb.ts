import type { PaperRefusal } from "../../../src/shared/paper.ts";

/** A hostile file, made by code. */
export interface Bomb {
  name: string;
  make: () => Buffer | Promise<Buffer>;
  /**
   * Why it must be refused: one reason, or several where it depends on what a library runs out of first. Left out where
   * a library may see through the file, so that drawing it is as good as refusing it.
   */
  refusal?: PaperRefusal | PaperRefusal[];
}
