import { z } from "zod";
import { canonicalLink } from "../shared/drive-link.ts";
import type { Problem, Problems } from "../shared/errors.ts";
import { cuttingAddress, FILE_FIELD } from "../shared/files.ts";
import { kindNamed } from "../shared/kinds/index.ts";
import { messagesIn, problemText, problemTexts, siteLocale } from "../shared/messages/index.ts";
import type { Detail, OwnPile, PilePage, PileRow } from "../server/contributing/index.ts";

const messages = messagesIn(siteLocale);

const time = (ms: number) => new Date(ms).toISOString();
const timeSchema = z.iso.datetime();
const problemSchema = z.strictObject({ code: z.string(), message: z.string() });
const count = z.number().int();
const problemsByField = z.record(z.string(), z.string());

const pileHead = {
  id: z.string(),
  createdAt: timeSchema,
  changedAt: timeSchema,
  /** A pile is deleted 30 days after its last change. */
  expiresAt: timeSchema,
  /** Whether rows are sent by themselves as they become ready. */
  sendRest: z.boolean(),
};

export const ownPilesSchema = z.array(z.strictObject({ ...pileHead, counts: z.record(z.string(), count) }));

const rowSchema = z.strictObject({
  id: z.string(),
  /** Grows with each change. */
  version: count,
  kind: z.string(),
  /** The name of the file with its folders, or the link. */
  label: z.string(),
  status: z.string(),
  fields: z.record(
    z.string(),
    z.strictObject({
      value: z.string(),
      from: z.enum(["you", "all", "file", "last"]),
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
  duplicate: z
    .strictObject({ reason: z.string(), itemId: z.string().optional(), rowId: z.string().optional() })
    .optional(),
  /** Why the file was refused. */
  problem: problemSchema.optional(),
  /** Why the last attempt to send the row failed, by field. */
  failure: problemsByField.optional(),
  itemId: z.string().optional(),
  /** The page ranges of the exams that the PDF seems to contain. */
  proposedSplit: z.array(z.array(count)).optional(),
});

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
  /** The ids of rows whose photos seem to be one paper. */
  proposedGroups: z.array(z.array(z.string())),
  rows: z.array(rowSchema),
  /** The number of rows on all pages. */
  total: count,
  /** Why rows that are being sent wait: the limit of a day, or a failed attempt that is repeated. */
  delay: z.strictObject({ reason: z.enum(["limit", "retry"]), until: timeSchema }).optional(),
});

export const sendingSchema = z.strictObject({
  sending: count,
  failed: z.record(z.string(), problemsByField),
});

const presentProblem = (problem: Problem) => ({
  code: problem.code,
  message: problemText(messages, "", problem),
});

const presentHead = ({ pile, expiresAt }: Pick<OwnPile, "pile" | "expiresAt">) => ({
  id: pile.id,
  createdAt: time(pile.createdAt),
  changedAt: time(pile.changedAt),
  expiresAt: time(expiresAt),
  sendRest: pile.sendRest === 1,
});

export const presentOwnPile = (own: OwnPile) => ({
  ...presentHead(own),
  counts: Object.fromEntries(own.counts.map(({ state, count: n }) => [state, n])),
});

/** The problems of a row, with the labels of its kind. */
const textsOf = (kind: string, problems: Problems) =>
  problemTexts(messages, problems, kindNamed(kind).words.en.fields);

function presentDetail({ place, ...detail }: Detail, file: PileRow["files"][number] | undefined) {
  if (!place || !file) return detail;
  const { page, line, box } = place;
  return { ...detail, page, line, ...(box && { picture: cuttingAddress(file.fileKey, place) }) };
}

function presentRow({ row, files, fields, ...rest }: PileRow) {
  const { status, missing, duplicate, problem, failure, proposedSplit } = rest;
  return {
    id: row.id,
    version: row.version,
    kind: row.kind,
    label: row.label,
    status,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, detail]) => [name, presentDetail(detail, files[0])]),
    ),
    missing,
    files: files.map(({ id, fileKey, name, type, size, pages, turn, firstPage, lastPage }) => {
      return { id, key: fileKey, name: name ?? "", type, size, pages, turn, firstPage, lastPage };
    }),
    ...(row.link !== null && { link: canonicalLink(row.link) }),
    sendAnyway: row.sendAnyway === 1,
    ...(duplicate && {
      duplicate: { reason: duplicate.reason, itemId: duplicate.itemId, rowId: duplicate.rowId },
    }),
    ...(problem && { problem: presentProblem(problem) }),
    ...(failure && { failure: textsOf(row.kind, failure) }),
    ...(row.itemId !== null && { itemId: row.itemId }),
    ...(proposedSplit && { proposedSplit }),
  };
}

export const presentPile = ({ rows, zips, largePdfs, counts, missing, total, ...page }: PilePage) => ({
  ...presentHead(page),
  answers: JSON.parse(page.pile.shared) as Record<string, string>,
  counts,
  missing,
  zips: zips.map(({ id, name, size, state, entries, entriesDone, problem }) => ({
    id,
    name,
    size,
    state,
    entries,
    entriesDone,
    ...(problem !== null && { problem: presentProblem(JSON.parse(problem) as Problem) }),
  })),
  largePdfs: largePdfs.map(({ id, name, size, page: current, pages, problem }) => ({
    id,
    name,
    size,
    page: current,
    pages,
    ...(problem !== null && { problem: presentProblem(JSON.parse(problem) as Problem) }),
  })),
  proposedGroups: page.proposedGroups,
  rows: rows.map(presentRow),
  total,
  ...(page.delay && { delay: { reason: page.delay.reason, until: time(page.delay.until) } }),
});

/** The problems of chosen rows by row and field. */
export const presentFailed = (failed: Record<string, Problems>) =>
  Object.fromEntries(
    Object.entries(failed).map(([id, problems]) => [id, textsOf("question", problems)] as const),
  );

/** The labels of the inputs of calls for piles. */
export const pileLabels = {
  ...kindNamed("question").words.en.fields,
  rows: { label: "rows" },
  [FILE_FIELD]: { label: "File" },
};
