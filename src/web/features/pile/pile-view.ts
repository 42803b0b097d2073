import { departmentLabel } from "../../../shared/departments.ts";
import { canonicalLink } from "../../../shared/drive-link.ts";
import type { Problem } from "../../../shared/errors.ts";
import { cuttingAddress, THUMBNAIL } from "../../../shared/files.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { type Messages, problemText, problemTexts } from "../../../shared/messages/index.ts";
import type { PilePage, PileRow } from "../../page/context.ts";
import type { QueuedFile } from "./upload-queue.ts";

/** The value of one field as the screen shows it. */
export interface ShownDetail {
  value: string;
  from: "you" | "all" | "file" | "last";
  confidence?: "sure" | "likely" | "guess" | undefined;
  /** The value that the file prints instead of the answer for all papers. */
  printed?: string | undefined;
  /** The line of the file that the value was read from. */
  snippet?: string | undefined;
  /** The address of a picture of this line, if its place is known. */
  cutting?: string | undefined;
}

/** A photo, or a PDF, of a row. */
export interface ShownFile {
  id: string;
  /** The address of its first page as an image, without the width; of a DOCX or PPTX, the address of the file. */
  page: string;
  turn: number;
  isPhoto: boolean;
  /** The number of its pages that belong to the row; 0 for a DOCX or PPTX, which has no page images. */
  pages: number;
}

/** A row as the screen shows it. `uploading` rows exist only in the browser. */
export interface ShownRow {
  id: string;
  version: number;
  /** The order of the rows. */
  position: number;
  kind: string;
  /** The name of the file with its folders, or the link. */
  label: string;
  status: PileRow["status"] | "uploading";
  fields: Record<string, ShownDetail>;
  /** The required fields without a value. */
  missing: string[];
  files: ShownFile[];
  link?: string | undefined;
  /** A sentence: why the file was refused. */
  problem?: string | undefined;
  /** Whether the file is refused because it is locked. */
  isLocked?: boolean | undefined;
  /** A sentence: why the row could not be sent. */
  failure?: string | undefined;
  duplicate?: { href?: string | undefined; rowId?: string | undefined; isWaiting: boolean } | undefined;
  /** The address of the item of a sent row. */
  itemHref?: string | undefined;
  /** Why a row that is being sent waits, and for how many minutes. */
  delay?: { reason: "limit" | "retry"; minutes: number } | undefined;
  /** The page ranges of the exams that the PDF seems to contain. */
  split?: [first: number, last: number][] | undefined;
  /** The upload of a row that exists only in the browser. */
  upload?: QueuedFile | undefined;
}

export interface ShownZip {
  id: string;
  name: string;
  state: "waiting" | "done" | "refused";
  entries: number | null;
  entriesDone: number;
  problem?: string | undefined;
}

/** A large PDF that becomes smaller. */
export interface ShownLargePdf {
  id: string;
  name: string;
  page: number;
  pages: number;
  problem?: string | undefined;
}

export interface ShownPile {
  id: string;
  sendRest: boolean;
  /** The answers for all rows, by facet. */
  answers: Record<string, string>;
  zips: ShownZip[];
  largePdfs: ShownLargePdf[];
  /** The ids of rows whose photos seem to be one paper. */
  groups: string[][];
  rows: ShownRow[];
}

const MINUTE = 60_000;

/** The data of the page of a pile. It runs on the server. */
export function showPile(
  { pile, zips, largePdfs, proposedGroups, rows, delay }: PilePage,
  messages: Messages,
): ShownPile {
  const sentence = (problem: Problem) => problemText(messages, "", problem);
  const wait = delay && {
    reason: delay.reason,
    minutes: Math.max(1, Math.ceil((delay.until - Date.now()) / MINUTE)),
  };
  return {
    id: pile.id,
    sendRest: pile.sendRest === 1,
    answers: JSON.parse(pile.shared) as Record<string, string>,
    zips: zips.map(({ id, name, state, entries, entriesDone, problem }) => {
      const reason = problem === null ? undefined : sentence(JSON.parse(problem) as Problem);
      return { id, name, state, entries, entriesDone, problem: reason };
    }),
    largePdfs: largePdfs.map(({ id, name, page, pages, problem }) => {
      const reason = problem === null ? undefined : sentence(JSON.parse(problem) as Problem);
      return { id, name, page, pages, problem: reason };
    }),
    groups: proposedGroups,
    rows: rows.map((row) => ({
      ...showRow(row, messages),
      ...(row.status === "sending" && wait && { delay: wait }),
    })),
  };
}

function showRow({ row, files, fields, ...rest }: PileRow, messages: Messages): ShownRow {
  const { status, missing, duplicate, problem, failure, proposedSplit } = rest;
  const kind = kindNamed(row.kind);
  const href = (id: string) => `${kind.pages.details}/${id}`;
  const failures = failure && problemTexts(messages, failure, kind.words.en.fields);
  return {
    id: row.id,
    version: row.version,
    position: row.position,
    kind: row.kind,
    label: row.label,
    status,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, { place, ...detail }]) => {
        const isDepartment = kind.fields[name]?.type === "department";
        const labelled = (text: string) => (isDepartment ? departmentLabel(text) : text);
        const value = labelled(detail.value);
        const printed = detail.printed === undefined ? undefined : labelled(detail.printed);
        const cutting = place?.box && files[0] && cuttingAddress(files[0].fileKey, place);
        return [name, { ...detail, value, ...(printed && { printed }), ...(cutting && { cutting }) }];
      }),
    ),
    missing,
    files: files.map((file) => {
      const first = file.firstPage ?? 1;
      const address = `/files/${file.fileKey}`;
      return {
        id: file.id,
        page: file.pages > 0 ? `${address}/pages/${first}` : address,
        turn: file.turn,
        isPhoto: file.type.startsWith("image/"),
        pages: (file.lastPage ?? file.pages) - first + 1,
      };
    }),
    link: row.link === null ? undefined : canonicalLink(row.link),
    problem: problem && problemText(messages, "", problem),
    isLocked: problem?.code === "file_encrypted",
    failure: failures && Object.values(failures).join(" "),
    duplicate: duplicate && {
      href: duplicate.itemId && href(duplicate.itemId),
      rowId: duplicate.rowId,
      isWaiting: duplicate.reason === "waiting",
    },
    itemHref: row.itemId === null ? undefined : href(row.itemId),
    split: proposedSplit,
  };
}

/** The first file of a row, if we have an image of its first page. */
export const picturedFile = ({ files: [file] }: ShownRow): ShownFile | undefined =>
  file && file.pages > 0 ? file : undefined;

/** The address of a page as a small image. */
export const thumbnailOf = ({ page }: ShownFile): string => `${page}?width=${THUMBNAIL}`;
