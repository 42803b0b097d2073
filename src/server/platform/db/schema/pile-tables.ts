import type { LargePdfTable } from "./large-pdf-table.ts";
import type { OpenUploadTable } from "./open-upload-table.ts";

/** The tables of piles, and of uploads and large PDFs on their way to a pile or form. */
export interface PileTables {
  largePdf: LargePdfTable;
  openUpload: OpenUploadTable;
  pile: PileTable;
  pileRow: PileRowTable;
  pileFile: PileFileTable;
  pileZip: PileZipTable;
}

/** A draft of a contribution of many papers. Only its owner sees it. */
export interface PileTable {
  id: string;
  ownerId: string;
  /** JSON of the answers for all rows, by facet. */
  shared: string;
  /** Whether rows are sent by themselves as they become ready. */
  sendRest: 0 | 1;
  /**
   * The highest place of the files that were chosen before the person wanted this; a file with a higher place ends it. null if no
   * file was on its way.
   */
  restPlace: number | null;
  createdAt: number;
  /** The time of the last change by the owner; the pile expires 30 days later. */
  changedAt: number;
}

/** One paper of a pile, which will become one item. */
export interface PileRowTable {
  id: string;
  pileId: string;
  /** Rows have the order of their positions, which need not follow each other. */
  position: number;
  kind: string;
  /** The name of the file, with its folders in a ZIP, or the link. */
  label: string;
  /** JSON of the values that the person entered, by field. "" means that the person wants no value. */
  fields: string;
  link: string | null;
  state: PileRowState;
  /** JSON of the `Problem` of a refused file; otherwise null. */
  problem: string | null;
  /** Whether the person sends the row although it is a duplicate. */
  sendAnyway: 0 | 1;
  /** Whether the person keeps a PDF as one paper, although it seems to contain several exams. */
  keepWhole: 0 | 1;
  /** JSON of the `PileDuplicate` that was found; otherwise null. */
  duplicate: string | null;
  /** JSON of the ids of rows that showed the same pages when this row arrived; null if none did. */
  alike: string | null;
  /** The public item of which the person calls the row a better copy. */
  betterCopyOf: string | null;
  /** JSON of the `Problems` of the last attempt to send the row; otherwise null. */
  failure: string | null;
  /** The created item of a sent row. */
  itemId: string | null;
  /** When the person sent the row; null for a row that is not being sent. */
  sendAt: number | null;
  /** Grows by 1 with each change. */
  version: number;
}

export type PileRowState = "draft" | "leftOut" | "sent" | "refused";

/** A page or file of a row. A sent row has none, because its item has the file. */
export interface PileFileTable {
  id: string;
  rowId: string;
  position: number;
  fileKey: string;
  /** How far the person turned a photo, clockwise: 0, 90, 180 or 270 degrees. */
  turn: number;
  /** The pages of a PDF that belong to the row, from 1; null for all pages. */
  firstPage: number | null;
  lastPage: number | null;
  /** JSON of the `PhotoTraits` of a photo; otherwise null. */
  look: string | null;
}

/** An uploaded ZIP whose entries become rows. */
export interface PileZipTable {
  /** The id of its upload, and the name of its file. */
  id: string;
  pileId: string;
  name: string;
  /** In bytes. */
  size: number;
  /** The bytes that still count towards the quota: fewer with each entry that is out, and 0 at the end. */
  bytesLeft: number;
  state: "waiting" | "done" | "refused";
  /** JSON of the `Problem` of a refused ZIP; otherwise null. */
  problem: string | null;
  /** The number of entries; null until the ZIP is opened. */
  entries: number | null;
  /** The number of entries that are out, refused or skipped. */
  entriesDone: number;
  createdAt: number;
}
