import type { Problem } from "../../../shared/problems/errors.ts";

/** A file of a ZIP, as the process that opens the ZIP describes it. Hidden files and folders are left out. */
export interface ZipListing {
  /** Its name with its folders, shortened. */
  name: string;
  /** The size within the ZIP, in bytes. */
  packed: number;
  /** The size outside the ZIP, in bytes. */
  size: number;
  /** Whether it is a PDF that must become smaller first. */
  isLargePdf: boolean;
  /** Why the file can't be taken out. */
  problem?: Problem;
}

/** A message from the server: open a ZIP, or send the next piece of a file. */
export type ZipRequest =
  /** `open` is a path that the server chose. */
  | { open: string }
  /** `entry` is the file's place in the list; `isFirst` begins it anew. */
  | { entry: number; isFirst: boolean };

/** The answer of the process. */
export type ZipReply =
  | { entries: ZipListing[] }
  | { piece: Uint8Array }
  | { isEnd: true }
  /** The ZIP or the file is bad. */
  | { refusal: Problem }
  /** The disk has a fault, and the ZIP may be well. */
  | { fault: { code: string; syscall?: string } };
