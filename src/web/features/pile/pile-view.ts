import { THUMBNAIL } from "../../../shared/files/files.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { PilePage, PileRow } from "../../page/context.ts";
import type { QueuedFile } from "./upload-queue.ts";

export type ShownDetail = PileRow["fields"][string];
export type ShownFile = PileRow["files"][number];

/** A row of the server, or of an upload, which exists only in the browser. */
export interface ShownRow extends Omit<PileRow, "status"> {
  status: PileRow["status"] | "uploading";
  upload?: QueuedFile;
}

export interface ShownPile extends Pick<
  PilePage,
  "id" | "sendRest" | "answers" | "zips" | "largePdfs" | "unfinished" | "proposedGroups"
> {
  rows: ShownRow[];
}

/** Why a row was refused, or could not be sent, as a sentence. */
export const problemOf = ({ failure, problem }: ShownRow): string | undefined =>
  failure ? Object.values(failure).join(" ") : problem?.message;

/** Whether the file of a row is refused because it is locked. */
export const isLocked = ({ problem }: ShownRow): boolean => problem?.code === "file_encrypted";

export const isPhoto = ({ type }: ShownFile): boolean => type.startsWith("image/");

/** The address of an item of the row's kind. */
export const itemHref = ({ kind }: ShownRow, id: string): string => `${kindNamed(kind).pages.details}/${id}`;

/** The first file of a row, if we have an image of its first page. */
export const picturedFile = ({ files: [file] }: ShownRow): ShownFile | undefined =>
  file && file.pages > 0 ? file : undefined;

/** The address of the first page as an image, without the width; of a DOCX or PPTX, the address of the file. */
export const pageOf = ({ key, pages, firstPage }: ShownFile): string =>
  pages > 0 ? `/files/${key}/pages/${firstPage ?? 1}` : `/files/${key}`;

/** The address of the first page as a small image. */
export const thumbnailOf = (file: ShownFile): string => `${pageOf(file)}?width=${THUMBNAIL}`;
