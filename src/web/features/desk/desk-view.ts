import type { DetailState } from "../../../shared/desk.ts";
import { departmentLabel } from "../../../shared/departments.ts";
import { cuttingAddress } from "../../../shared/files.ts";
import { type Field, kindNamed } from "../../../shared/kinds/index.ts";
import type { Messages } from "../../../shared/messages/index.ts";
import type { SimilarReason } from "../../../shared/similar.ts";
import { fullTitleOf, itemTitle, titleOf } from "../../items/item-names.ts";
import type { DeskDetail, DeskItem, DeskPage, DeskRow, Item, ResourceRow } from "../../page/context.ts";

/** A person who looks at an item. */
export interface ShownHolder {
  name: string;
  isYou: boolean;
}

/** A row of the queue as the screen shows it. */
export interface ShownRow {
  id: string;
  cursor: string;
  kind: string;
  /** The course code; undefined for an item without one. */
  code: string | undefined;
  /** The exam of a paper, or the title. */
  name: string;
  /** The course title of a paper whose name is the exam. */
  subject: string | undefined;
  /** The code and the name. */
  title: string;
  version: number;
  change: string | undefined;
  contributor: { id: string | null; name: string; isFirst: boolean };
  pile: string | undefined;
  /** Epoch milliseconds. */
  since: number;
  /** The labels of doubtful details. */
  missing: string[];
  check: string[];
  isRead: boolean;
  isReading: boolean;
  duplicates: number;
  /** Whether a moderator contributed the item, so that another person decides. */
  isOwn: boolean;
  holder: ShownHolder | undefined;
  /** The address of the page images without the number; undefined without pages. */
  pages: string | undefined;
}

export interface ShownQueue {
  rows: ShownRow[];
  matching: number;
  counts: DeskPage["counts"];
  next: string | undefined;
}

/** A line on a page, as fractions of its width and height. */
export type Box = [left: number, top: number, width: number, height: number];

/** A detail of an open item. */
export interface ShownDetail {
  name: string;
  label: string;
  value: string;
  options: [value: string, text: string][] | undefined;
  isLong: boolean;
  isRequired: boolean;
  state: DetailState;
  /** The value that was read from the file, with its line. */
  read: { value: string; snippet?: string; cutting?: string; page?: number; box?: Box } | undefined;
}

export interface ShownSimilar {
  item: Item;
  title: string;
  reasons: SimilarReason[];
}

/** An open item as the screen shows it. */
export interface ShownItem {
  id: string;
  kind: string;
  version: number;
  isWaiting: boolean;
  isOwn: boolean;
  code: string | undefined;
  name: string;
  subject: string | undefined;
  title: string;
  contributor: string;
  item: Item;
  change: { id: string; isStale: boolean; changed: Item } | undefined;
  pages: string | undefined;
  pageCount: number;
  details: ShownDetail[];
  isReading: boolean;
  similar: ShownSimilar[];
  holder: ShownHolder | undefined;
  /** The person who decided last. */
  decidedBy: string | undefined;
}

type Present = (row: ResourceRow) => Item;

const holderOf = (holder: DeskRow["holder"]): ShownHolder | undefined =>
  holder && { name: holder.name, isYou: holder.isYou };

/** The name of an item beside its code: the exam of a paper, or else the title. */
function nameOf(item: Item): string {
  const { examType, term, year } = item.fields;
  const { fields } = kindNamed(item.kind).words.en;
  const optionOf = (name: string, value = "") => fields[name]?.options?.[value];
  const exam = [optionOf("examType", examType), optionOf("term", term), year];
  return item.kind === "question" && examType ? exam.filter(Boolean).join(" ") : titleOf(item);
}

/** How the desk names an item. */
function namesOf(item: Item) {
  const code = kindNamed(item.kind).parent ? undefined : item.fields["code"] || undefined;
  const name = kindNamed(item.kind).parent ? fullTitleOf(item) : nameOf(item);
  const subject = name === fullTitleOf(item) ? undefined : titleOf(item);
  return { code, name, subject, title: [code, name].filter(Boolean).join(" ") };
}

const pagesOf = (item: Item): string | undefined => (item.file?.pageCount ? item.file.pages : undefined);

/** The data of the queue. It runs on the server. */
export function showQueue({ rows, matching, counts, next }: DeskPage, present: Present): ShownQueue {
  return { rows: rows.map((row) => showRow(row, present)), matching, counts, next };
}

function showRow({ item: stored, ...row }: DeskRow, present: Present): ShownRow {
  const item = present(stored);
  const words = kindNamed(row.kind).words.en.fields;
  const labels = (names: string[]) => names.map((name) => words[name]?.label ?? name);
  return {
    id: row.id,
    cursor: row.cursor,
    kind: row.kind,
    ...namesOf(item),
    version: row.version,
    change: row.change,
    contributor: row.contributor,
    pile: row.pile,
    since: row.since,
    missing: labels(row.doubts.missing),
    check: labels(row.doubts.check),
    isRead: row.confidence !== "none",
    isReading: row.isReading,
    duplicates: row.duplicates,
    isOwn: row.isOwn,
    holder: holderOf(row.holder),
    pages: pagesOf(item),
  };
}

/** The data of an open item. It runs on the server. */
export function showItem(open: DeskItem, present: Present, messages: Messages): ShownItem {
  const stored = present(open.item);
  const item = open.change ? present(open.change.changed) : stored;
  const { fields: words } = kindNamed(item.kind).words.en;
  const fileKey = (open.change?.changed ?? open.item).fileKey;
  return {
    id: item._id,
    kind: item.kind,
    version: stored.version,
    isWaiting: open.isWaiting,
    isOwn: open.isOwn,
    ...namesOf(item),
    contributor: item.userName,
    item: stored,
    change: open.change && {
      id: open.change.id,
      isStale: open.change.baseVersion !== stored.version,
      changed: item,
    },
    pages: pagesOf(item),
    pageCount: item.file?.pageCount ?? 0,
    details: open.details.map((detail) =>
      showDetail(detail, kindNamed(item.kind).fields[detail.name], words[detail.name], fileKey),
    ),
    isReading: open.isReading,
    similar: open.similar.map(({ row, reasons }) => {
      const other = present(row);
      return { item: other, title: itemTitle(other), reasons };
    }),
    holder: holderOf(open.holder),
    decidedBy: open.decided?.by || (open.decided ? messages.formerMember : undefined),
  };
}

function showDetail(
  { name, value = "", isRequired, state, read }: DeskDetail,
  field: Field | undefined,
  words: { label: string; options?: Record<string, string> } | undefined,
  fileKey: string | null,
): ShownDetail {
  const shown = (text: string) => (field?.type === "department" ? departmentLabel(text) : text);
  return {
    name,
    label: words?.label ?? name,
    value: shown(value),
    options: field?.options?.map((option) => [option, words?.options?.[option] ?? option]),
    isLong: field?.type === "longText",
    isRequired,
    state,
    read: read && {
      value: shown(read.value),
      ...(read.snippet !== undefined && { snippet: read.snippet }),
      ...(read.place && { page: read.place.page }),
      ...(read.place?.box && { box: read.place.box }),
      ...(read.place?.box && fileKey !== null && { cutting: cuttingAddress(fileKey, read.place) }),
    },
  };
}
