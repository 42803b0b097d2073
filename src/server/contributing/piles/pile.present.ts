import { z } from "zod";
import { canonicalLink } from "../../../shared/files/drive-link.ts";
import type { Problem } from "../../../shared/problems/errors.ts";
import { cuttingAddress } from "../../../shared/files/files.ts";
import { statuses } from "../../../shared/items/status.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { messagesIn, problemText, problemTexts, siteLocale } from "../../../shared/messages/index.ts";
import { PILE_LIFETIME } from "../../../shared/files/pile-limits.ts";
import type { LargePdfTable, PileTable, PileZipTable } from "../../platform/index.ts";
import { betterCopyOf } from "./pile-duplicates.ts";
import type { SendDelay } from "./pile-sending.ts";
import type { RowCounts } from "./row-counts.ts";
import { type Detail, pileStatuses } from "./pile-types.ts";
import type { ViewedPile, ViewedRow } from "./pile-view.ts";

const MINUTE = 60_000;
const messages = messagesIn(siteLocale);

const time = (ms: number) => new Date(ms).toISOString();
const timeSchema = z.iso.datetime();
const problemSchema = z.strictObject({ code: z.string(), message: z.string() });
const count = z.number().int();

const pileHead = {
  id: z.string(),
  createdAt: timeSchema,
  changedAt: timeSchema,
  /** A pile is deleted 30 days after its last change. */
  expiresAt: timeSchema,
  /** Whether rows are sent by themselves as they become ready. */
  sendRest: z.boolean(),
};

const ownPileSchema = z.strictObject({
  ...pileHead,
  /** The number of rows by state. */
  counts: z.record(z.string(), count),
  /** How many papers the person can still confirm: none that is sent, being sent, refused, left out or a duplicate. */
  open: count,
  /** How many papers are being sent. */
  sending: count,
  /** How many papers are the same as another one, and stay out until the person sends them anyway. */
  duplicates: count,
});
export const ownPilesSchema = z.array(ownPileSchema);
/** A pile in the list of its owner. */
export type OwnPile = z.infer<typeof ownPileSchema>;

/** Why rows that are being sent wait: the limit of a day, or a failed attempt that is repeated. */
const delaySchema = z.strictObject({
  reason: z.enum(["limit", "retry"]),
  until: timeSchema,
  /** The time from now, at least 1. */
  minutes: count,
});

const rowSchema = z.strictObject({
  id: z.string(),
  /** Grows with each change. */
  version: count,
  /** The order of the rows. */
  position: count,
  kind: z.string(),
  /** The name of the file with its folders, or the link. */
  label: z.string(),
  status: z.enum(pileStatuses),
  fields: z.record(
    z.string(),
    z.strictObject({
      value: z.string(),
      from: z.enum(["you", "all", "file", "name", "course", "last"]),
      confidence: z.enum(["sure", "likely", "guess"]).optional(),
      /** The value that the file prints instead of the answer for all rows. */
      printed: z.string().optional(),
      /** The line of the file that the value was read from. */
      snippet: z.string().optional(),
      /** The page of the row's first file with this line, from 1. */
      page: count.optional(),
      /** The number of this line in the text of the page, from 1. */
      line: count.optional(),
      /** The address of a picture of this line. */
      picture: z.string().optional(),
    }),
  ),
  missing: z.array(z.string()),
  /**
   * The fields that name the exam of a paper, that the file doesn't print, and that the person confirms before the row is
   * ready: a field without a value, or one as in the last paper. The value "" confirms that the paper prints none.
   */
  unconfirmed: z.array(z.string()),
  /** Whether the archive has a paper of this course, exam and year that only a month could tell apart. */
  hasTwin: z.boolean(),
  files: z.array(
    z.strictObject({
      id: z.string(),
      key: z.string(),
      name: z.string(),
      type: z.string(),
      size: count,
      pages: count,
      turn: count,
      firstPage: count.nullable(),
      lastPage: count.nullable(),
    }),
  ),
  link: z.string().optional(),
  sendAnyway: z.boolean(),
  /** The item of which the person calls the row a better copy. */
  betterCopyOf: z.string().optional(),
  duplicate: z
    .strictObject({
      reason: z.string(),
      itemId: z.string().optional(),
      /** Whether the row can be a better copy of the item. */
      mayBeBetter: z.boolean().optional(),
      rowId: z.string().optional(),
      /** The name of the file of the other row. */
      label: z.string().optional(),
    })
    .optional(),
  /** Why the file was refused. */
  problem: problemSchema.optional(),
  /** Why the last attempt to send the row failed, by field. */
  failure: z.record(z.string(), z.string()).optional(),
  /** Only of a row that is being sent. */
  delay: delaySchema.optional(),
  /** The item of a sent row, and its status; undefined if the item was deleted. */
  itemId: z.string().optional(),
  itemStatus: z.enum(statuses).optional(),
  /** The page ranges of the exams that the PDF seems to contain. */
  proposedSplit: z.array(z.tuple([count, count])).optional(),
  /** Whether pages of the PDF that are not read yet may begin another exam. The row waits for them unless the person keeps it whole. */
  mayBeSeveral: z.literal(true).optional(),
});
export type PileRow = z.infer<typeof rowSchema>;

export const pileSchema = z.strictObject({
  ...pileHead,
  answers: z.record(z.string(), z.string()),
  counts: z.record(z.string(), count),
  /** How many unsent rows lack each required field. */
  missing: z.record(z.string(), count),
  zips: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      size: count,
      state: z.enum(["waiting", "done", "refused"]),
      entries: count.nullable(),
      entriesDone: count,
      problem: problemSchema.optional(),
    }),
  ),
  /** PDFs above the limit of a paper, which become rows when they are smaller. */
  largePdfs: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      size: count,
      /** The page that becomes smaller now, from 1, and the number of pages; 0 before the first page. */
      page: count,
      pages: count,
      problem: problemSchema.optional(),
    }),
  ),
  /** Uploads that are not finished. `DELETE /uploads/{id}` gives one up. */
  unfinished: z.array(z.strictObject({ id: z.string(), name: z.string(), size: count })),
  /** The ids of rows whose photos seem to be one paper. */
  proposedGroups: z.array(z.array(z.string())),
  rows: z.array(rowSchema),
  /** The number of rows on all pages. */
  total: count,
  delay: delaySchema.optional(),
});
/** A pile with one page of its rows. */
export type PilePage = z.infer<typeof pileSchema>;

const sentence = (problem: Problem) => ({ code: problem.code, message: problemText(messages, "", problem) });

const storedProblem = (problem: string | null) =>
  problem === null ? undefined : sentence(JSON.parse(problem) as Problem);

const presentHead = (pile: PileTable) => ({
  id: pile.id,
  createdAt: time(pile.createdAt),
  changedAt: time(pile.changedAt),
  expiresAt: time(pile.changedAt + PILE_LIFETIME),
  sendRest: pile.sendRest === 1,
});

export function presentOwnPile(pile: PileTable, { counts, sending, duplicates }: RowCounts): OwnPile {
  const open = (counts["draft"] ?? 0) - sending - duplicates;
  return { ...presentHead(pile), counts, open, sending, duplicates };
}

function presentDetail({ place, ...detail }: Detail, file: ViewedRow["files"][number] | undefined) {
  if (!place || !file) return detail;
  const { page, line, box } = place;
  return { ...detail, page, line, ...(box && { picture: cuttingAddress(file.fileKey, place) }) };
}

/** A row on a page of its pile. */
interface ListedRow extends ViewedRow {
  hasTwin: boolean;
}

function presentRow({ row, files, fields, ...rest }: ListedRow): PileRow {
  const {
    status,
    missing,
    unconfirmed,
    hasTwin,
    duplicate,
    problem,
    failure,
    proposedSplit,
    furtherPages,
    item,
  } = rest;
  return {
    id: row.id,
    version: row.version,
    position: row.position,
    kind: row.kind,
    label: row.label,
    status,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, detail]) => [name, presentDetail(detail, files[0])]),
    ),
    missing,
    unconfirmed,
    hasTwin,
    files: files.map(({ id, fileKey, name, type, size, pages, turn, firstPage, lastPage }) => {
      return { id, key: fileKey, name: name ?? "", type, size, pages, turn, firstPage, lastPage };
    }),
    link: row.link === null ? undefined : canonicalLink(row.link),
    sendAnyway: row.sendAnyway === 1,
    betterCopyOf: row.betterCopyOf ?? undefined,
    duplicate: duplicate && {
      reason: duplicate.reason,
      itemId: duplicate.itemId,
      mayBeBetter: betterCopyOf(row.kind, duplicate) === undefined ? undefined : true,
      rowId: duplicate.rowId,
      label: duplicate.label,
    },
    problem: problem && sentence(problem),
    failure: failure && problemTexts(messages, failure, kindNamed(row.kind).words.en.fields),
    itemId: item && row.itemId ? row.itemId : undefined,
    itemStatus: item?.status,
    proposedSplit,
    mayBeSeveral: furtherPages && true,
  };
}

interface OpenedPile extends ViewedPile {
  rows: ListedRow[];
  pile: PileTable;
  zips: PileZipTable[];
  largePdfs: LargePdfTable[];
  unfinished: PilePage["unfinished"];
  proposedGroups: string[][];
  total: number;
  delay: SendDelay | undefined;
}

/** @param now epoch milliseconds */
export function presentPile({ pile, rows, ...page }: OpenedPile, now: number): PilePage {
  const delay = page.delay && {
    reason: page.delay.reason,
    until: time(page.delay.until),
    minutes: Math.max(1, Math.ceil((page.delay.until - now) / MINUTE)),
  };
  return {
    ...presentHead(pile),
    answers: JSON.parse(pile.shared) as Record<string, string>,
    counts: page.counts,
    missing: page.missing,
    zips: page.zips.map(({ id, name, size, state, entries, entriesDone, problem }) => {
      return { id, name, size, state, entries, entriesDone, problem: storedProblem(problem) };
    }),
    largePdfs: page.largePdfs.map(({ id, name, size, page: current, pages, problem }) => {
      return { id, name, size, page: current, pages, problem: storedProblem(problem) };
    }),
    unfinished: page.unfinished,
    proposedGroups: page.proposedGroups,
    rows: rows.map((row) => ({ ...presentRow(row), delay: row.status === "sending" ? delay : undefined })),
    total: page.total,
    delay,
  };
}
