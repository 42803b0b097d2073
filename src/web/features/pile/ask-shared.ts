import { facets } from "../../../shared/facets/facets.ts";
import { namesExam } from "../../../shared/items/item-title.ts";
import { type Column, detailAt, fieldAt, isDoubtful, isMaybeNone, isUnprinted } from "./columns.ts";
import { isPaper } from "./groups.ts";
import type { ShownRow } from "./pile-view.ts";

/** One question about a detail that many papers share. */
export interface SharedQuestion {
  column: Column;
  /** The papers that the answer changes: `all`, or the rows without a value. */
  rows: "all" | string[];
  /** How many papers the answer changes. */
  count: number;
  /** The proposed answer; "" if there is none. */
  value: string;
  /** The papers that print the proposed answer. */
  printed: number;
  /** The papers that have been read. */
  read: number;
  /** Whether the proposed answer is that of the person's last paper. */
  isLast: boolean;
}

/** The details that papers of one pile often share, in the order of the questions. */
const ASKED: Column[] = ["university", "department", "term", "examType", "semester", "year"];
/** Details that are asked even if no paper prints one, because nearly every paper has them. */
const EXPECTED: Column[] = ["university", "department", "term", "examType", "year"];
/** With fewer papers, a question is not shorter than the rows. */
const MIN = 2;

/**
 * Finds the next question. A question is worth it if some papers lack the detail, and the papers that print it mostly
 * agree. While papers are read, it needs half of them.
 * @param answered the details that are answered or that differ
 */
export function nextQuestion(rows: ShownRow[], answered: ReadonlySet<string>): SharedQuestion | undefined {
  const papers = rows.filter((row) => isPaper(row) || row.status === "uploading");
  if (papers.length < MIN) return undefined;
  for (const column of ASKED) {
    const question = answered.has(column) ? undefined : questionOf(papers, column);
    if (question) return question;
  }
  return undefined;
}

/** Whether a paper needs an answer: it has no value, and nobody confirmed that it prints none, or it doesn't print the value clearly. */
export function lacks(row: ShownRow, column: Column): boolean {
  const field = fieldAt(row, column);
  if (!field) return false;
  const detail = row.fields[field.name];
  if (detail) return isUnprinted(detail) || detail.confidence === "guess";
  return row.status === "uploading" || !namesExam(row.kind, field.field) || isDoubtful(row, field.name);
}

/** Returns the papers that were read, and of which the person can confirm with one answer that they print no value. */
export const maybeNone = (rows: ShownRow[], column: Column): ShownRow[] =>
  rows.filter((row) => {
    const field = fieldAt(row, column);
    return field && isPaper(row) && row.status !== "reading" && isMaybeNone(row, field.name);
  });

function questionOf(papers: ShownRow[], column: Column): SharedQuestion | undefined {
  const read = papers.filter(({ status }) => status !== "reading" && status !== "uploading");
  const counts = new Map<string, { value: string; count: number }>();
  let last = "";
  const lacking: string[] = [];
  for (const row of papers) {
    const detail = detailAt(row, column);
    if (detail?.from === "last") last = detail.value;
    if (lacks(row, column)) lacking.push(row.id);
    else if (detail && detail.from !== "all") {
      const key = facets[column].fold(detail.value);
      counts.set(key, { value: detail.value, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  // A question that is shown stays as it is, so it waits until it has a reason.
  const unread = papers.length - read.length;
  if (lacking.length < MIN || read.length === 0 || unread > read.length) return undefined;
  const ranked = [...counts.values()].toSorted((one, other) => other.count - one.count);
  const top = ranked[0];
  const printed = ranked.reduce((sum, { count }) => sum + count, 0);
  const others = printed - (top?.count ?? 0);
  if (!top && !EXPECTED.includes(column)) return undefined;
  // If the papers disagree, most of the others would get a wrong value.
  if (top && others > top.count / 4) return undefined;
  if (top && top.count < MIN && printed < lacking.length) return undefined;
  const isAll = others === 0 && papers.every((row) => fieldAt(row, column));
  // A paper that is read later can have the detail itself.
  if (!isAll && unread > 0) return undefined;
  return {
    column,
    rows: isAll ? "all" : lacking,
    count: isAll ? papers.length : lacking.length,
    value: top?.value ?? last,
    printed: top?.count ?? 0,
    read: read.length,
    isLast: !top && last !== "",
  };
}
