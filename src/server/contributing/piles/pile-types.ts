import type { Confidence } from "../../../shared/items/confidence.ts";
import type { SimilarReason } from "../../../shared/items/similar.ts";
import type { LinePlace } from "../../files/index.ts";
import type { KnownFacets } from "../../library/index.ts";
import type { PileFileTable } from "../../platform/index.ts";

/** A file of a row, with the data of its upload and its paper. */
export interface PileFile extends PileFileTable {
  name: string | null;
  type: string;
  size: number;
  sha256: string;
  /** The number of pages of the whole file. */
  pages: number;
}

/** A copy of a row that is already in the archive, or in an earlier row of the pile. */
export interface PileDuplicate {
  /** `waiting` is another person's item that waits for approval; we say nothing else about it. */
  reason: SimilarReason | "waiting";
  /** The item, if the owner of the pile may open it. */
  itemId?: string;
  /** The kind of the item if it is public. */
  publicKind?: string;
  /** The other row of the pile. */
  rowId?: string | undefined;
  /** The label of the other row, when the pile is shown. */
  label?: string | undefined;
  /** The exam of the item, if only the look of the page is the same. */
  exam?: KnownFacets;
}

/** The value of one field of a row, and where it comes from. */
export interface Detail {
  value: string;
  /**
   * `you` entered it for the row, or for `all` rows; it was read from the `file` or from its `name`, is as in the archive's
   * papers of the same `course`, or is as in the `last` paper.
   */
  from: "you" | "all" | "file" | "name" | "course" | "last";
  /** Only of a detail from the file, its name or the course. The person checks a `guess` before the row is ready. */
  confidence?: Confidence;
  /** Only of an answer for `all` or of the `course`: the file seems to print this other value. The person checks it before the row is ready. */
  printed?: string | undefined;
  /** The line that the value of the file was read from. */
  snippet?: string;
  /** Where this line is in the row's first file. */
  place?: LinePlace;
}

/**
 * The status of a row. Only `ready` rows are sent by themselves.
 * - `reading`: the server still reads the paper.
 * - `missing`: a required detail is missing.
 * - `check`: a detail from the file is a guess or differs from the answer for all rows, the file of an exam doesn't print a detail
 *   that names the exam, or the PDF seems to contain several exams.
 * - `duplicate`: the same paper is already in the archive or in the pile; it is left out unless the person sends it anyway.
 * - `failed`: the last attempt to send it failed.
 */
export const pileStatuses = [
  "reading",
  "missing",
  "check",
  "ready",
  "duplicate",
  "leftOut",
  "refused",
  "failed",
  "sending",
  "sent",
] as const;
export type PileStatus = (typeof pileStatuses)[number];

/** Which rows of a pile a page shows. */
export interface PageOfRows {
  /** From 0. */
  page?: number | undefined;
  size?: number | undefined;
  status?: PileStatus | undefined;
}
