import type { PaperRefusal } from "../../../shared/files/paper.ts";

/** A message from the server to the process that makes PDFs smaller. */
export interface ShrinkRequest {
  /** A path that the server chose. */
  path: string;
  /** The limit of the result, in bytes. */
  maxBytes: number;
}

/** A message of the process: a page that it begins, from 1, or the end. */
export type ShrinkReply = { page: number; pages: number } | { value: Uint8Array } | { refusal: PaperRefusal };
