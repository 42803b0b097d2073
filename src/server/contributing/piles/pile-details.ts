import { type Confidence, confidenceOf } from "../../../shared/items/confidence.ts";
import type { Problem, Problems } from "../../../shared/problems/errors.ts";
import type { FacetDeclaration } from "../../../shared/facets/facet-declaration.ts";
import { type FacetName, facets } from "../../../shared/facets/facets.ts";
import { linkName } from "../../../shared/files/files.ts";
import { type Kind, kindNamed, standaloneKinds } from "../../../shared/kinds/index.ts";
import { namesExam } from "../../../shared/items/item-title.ts";
import { checkField } from "../../../shared/schemas/item.ts";
import { detailsOfName, type PaperProposal } from "../../files/index.ts";
import type { KnownFacets, ShownDepartment } from "../../library/index.ts";
import type { PileRowTable } from "../../platform/index.ts";
import { type AlikeRow, isOtherExam, sameAmong } from "./pile-duplicates.ts";
import type { PageRanges } from "./pile-splits.ts";
import type { Detail, PileDuplicate, PileStatus } from "./pile-types.ts";
import { isSentAnyway } from "./row-choices.ts";

/** The kinds that a row can have: items with a file or link. */
export const pileKinds: readonly Kind[] = standaloneKinds.filter((kind) => linkName(kind) !== undefined);

/** The values that many rows share. */
export interface SharedValues {
  /** The person's answers for all rows, by facet. */
  shared: Record<string, string>;
  /** The same answers with the full name of the university, as papers are read. */
  compared: Record<string, string>;
  /** Details as in the person's profile or last contribution, by facet. */
  last: Partial<Record<FacetName, string>>;
  /** Looks up the department that shows the items of a merged one. */
  shownDepartment: ShownDepartment;
}

export interface RowDetails {
  status: PileStatus;
  /** The values by field, in the order of the form. Fields without a value are absent. */
  fields: Record<string, Detail>;
  /** The required fields without a value. */
  missing: string[];
  /** The fields that name the exam of a paper, that the file doesn't print, and that the person has not confirmed yet. */
  unconfirmed: string[];
  duplicate: PileDuplicate | undefined;
}

/** The fields of a kind that a row has: all but its link and its images. */
export const rowFields = (kind: Kind): [name: string, field: Kind["fields"][string]][] =>
  Object.entries(kind.fields).filter(([, { type }]) => type !== "link" && type !== "image");

/** The findings of the server about a row. */
export interface FoundDetails {
  /** The details from the row's file; undefined for a link. */
  proposal: PaperProposal | undefined;
  duplicate: PileDuplicate | undefined;
  /** The earlier rows that show the same pages, in their order. */
  alike?: AlikeRow[];
  /** The page ranges of the exams that the row's PDF seems to contain. */
  proposedSplit?: PageRanges | undefined;
  /** The title of the row's course in the archive, if the file prints none that is more than a guess. */
  courseTitle?: { title: string; confidence: Confidence } | undefined;
  /** When the server reads further pages of the row's PDF, which may begin another exam. */
  furtherPages?: PaperProposal["furtherPages"];
}

/**
 * The details and the status of a row: the person's values over the answers for all rows, over the details from the
 * file, over those from its name, over those of the last contribution. The title of the course comes before a guess. A file that prints something else than the answer for all rows makes the row
 * one to check.
 */
export function detailsOf(
  row: Pick<
    PileRowTable,
    "kind" | "fields" | "label" | "link" | "state" | "sendAt" | "sendAnyway" | "betterCopyOf" | "failure"
  >,
  { proposal, duplicate: known, alike = [], proposedSplit, courseTitle, furtherPages }: FoundDetails,
  { shared, compared, last, shownDepartment }: SharedValues,
): RowDetails {
  const kind = kindNamed(row.kind);
  const own = JSON.parse(row.fields) as Record<string, string>;
  // The label of a link is its address, which names no paper.
  const names = row.link === null ? detailsOfName(row.label) : {};
  const fields: Record<string, Detail> = {};
  const missing: string[] = [];
  const unconfirmed: string[] = [];
  for (const [name, field] of rowFields(kind)) {
    const { column } = field;
    const fact = column && proposal?.facts[column];
    const usable = (value: string | undefined) => {
      const checked = value === undefined ? undefined : checkField({ ...field, required: false }, value);
      return checked && "text" in checked && checked.text !== "" ? checked.text : undefined;
    };
    const read = usable(fact?.value);
    const named = column && names[column];
    const byName = usable(named?.value);
    const guess = column && usable(last[column]);
    const isAgreed =
      column && read !== undefined && byName !== undefined && !isOtherValue(column, byName, read);
    if (own[name] !== undefined) {
      if (own[name] !== "") fields[name] = { value: own[name], from: "you" };
    } else if (column && shared[column]) {
      const isOther =
        fact && confidenceOf(fact.confidence) !== "guess" && isOtherValue(column, compared[column], read);
      fields[name] = {
        value: shared[column],
        from: "all",
        ...(isOther && { printed: read, ...lineOf(fact) }),
      };
    } else if (column === "subject" && courseTitle) {
      const isOther = fact && isOtherValue(column, courseTitle.title, read);
      fields[name] = {
        value: courseTitle.title,
        from: "course",
        confidence: courseTitle.confidence,
        ...(isOther && { printed: read, ...lineOf(fact) }),
      };
    } else if (fact && read !== undefined)
      fields[name] = {
        value: read,
        from: "file",
        // Two weak signs that agree are as good as a likely one.
        confidence: confidenceOf(Math.max(fact.confidence, isAgreed ? (named?.confidence ?? 0) : 0)),
        ...lineOf(fact),
      };
    else if (named && byName !== undefined)
      fields[name] = { value: byName, from: "name", confidence: confidenceOf(named.confidence) };
    else if (guess) fields[name] = { value: guess, from: "last" };
    if (field.required && !fields[name]) missing.push(name);
    else if (namesExam(row.kind, field) && isUnconfirmed(fields[name], own[name])) unconfirmed.push(name);
  }
  showDepartment(kind, fields, shownDepartment);
  const exam = facetsOf(kind, fields);
  const isWaiting = proposal?.isWaiting ?? false;
  const inPile = sameAmong(alike, { exam, isWaiting });
  const duplicate = known && !isOtherExam(known.exam, exam) ? known : inPile.duplicate;
  const isSplit = proposedSplit !== undefined;
  return {
    fields,
    missing,
    unconfirmed,
    duplicate,
    status: statusOf(row, fields, {
      missing,
      unconfirmed,
      isWaiting,
      isPartlyRead: furtherPages !== undefined,
      duplicate,
      isSplit,
      isUndecided: inPile.isUndecided,
    }),
  };
}

/** Returns the values of a row by facet. A value that the file prints comes before an answer for all rows. */
export const facetsOf = (kind: Kind, fields: Record<string, Detail>): KnownFacets =>
  Object.fromEntries(
    rowFields(kind).flatMap(([name, { column }]) =>
      column ? [[column, fields[name]?.printed ?? fields[name]?.value]] : [],
    ),
  );

/** Replaces a merged department by the one that shows its items, at the university of the row. */
function showDepartment(kind: Kind, fields: RowDetails["fields"], shown: ShownDepartment): void {
  const named = (column: FacetName) =>
    Object.keys(kind.fields).find((name) => kind.fields[name]?.column === column) ?? "";
  const university = fields[named("university")]?.value;
  const department = fields[named("department")];
  if (!department) return;
  const { printed, ...own } = department;
  const value = shown(university, own.value);
  const read = printed === undefined ? undefined : shown(university, printed);
  const isOther = read !== undefined && isOtherValue("department", value, read);
  fields[named("department")] = { ...own, value, ...(isOther && { printed: read }) };
}

/** The line that a fact was read from. */
const lineOf = ({
  snippet,
  place,
}: Pick<Detail, "snippet" | "place">): Pick<Detail, "snippet" | "place"> => ({
  ...(snippet !== undefined && { snippet }),
  ...(place && { place }),
});

function isOtherValue(column: FacetName, answer = "", read = ""): boolean {
  const { fold, isSame }: FacetDeclaration = facets[column];
  if (answer === "" || read === "") return false;
  return isSame ? !isSame(answer, read) : fold(answer) !== fold(read);
}

function statusOf(
  { state, sendAt, failure, ...choices }: Parameters<typeof detailsOf>[0],
  fields: Record<string, Detail>,
  {
    missing,
    unconfirmed,
    isWaiting,
    isPartlyRead,
    duplicate,
    isSplit,
    isUndecided,
  }: Omit<RowDetails, "fields" | "status"> &
    Record<"isWaiting" | "isPartlyRead" | "isSplit" | "isUndecided", boolean>,
): PileStatus {
  if (state !== "draft") return state;
  if (sendAt !== null) return "sending";
  if (duplicate && !isSentAnyway(choices)) return "duplicate";
  if (failure !== null && !isUnsent(failure)) return "failed";
  const isInDoubt = unconfirmed.length > 0 || Object.values(fields).some(isDoubtful);
  // While a paper is read, a later page can still change the details that nobody confirmed.
  if (isUndecided && !isSentAnyway(choices)) return "reading";
  if (isWaiting && (missing.length > 0 || isInDoubt || isSplit)) return "reading";
  if (missing.length > 0) return "missing";
  if (isInDoubt) return "check";
  // A page that is not read yet may begin another exam.
  if (isPartlyRead) return "reading";
  return isSplit ? "check" : "ready";
}

/** Whether a stored failure has nothing to do with the row, so that the row can be sent again as it is. */
const isUnsent = (failure: string): boolean =>
  Object.values(JSON.parse(failure) as Problems).every(({ code }) => code === "notSent");

/** Returns true if no value was read or confirmed. A person who stores "" confirms that the paper prints none. */
const isUnconfirmed = (detail: Detail | undefined, own: string | undefined): boolean =>
  detail ? detail.from === "last" : own === undefined;

const isDoubtful = ({ confidence, printed }: Detail): boolean =>
  confidence === "guess" || printed !== undefined;

/** The values of a row as the form would send them. */
export function payloadOf(
  kind: Kind,
  { fields }: RowDetails,
  source: { fileKey: string } | { link: string },
): Record<string, string> {
  const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
  if ("fileKey" in source) return { ...values, fileKey: source.fileKey };
  return { ...values, [linkName(kind) ?? ""]: source.link };
}

/**
 * Checks values that a person enters for rows.
 * @param input by field; null forgets the person's own value
 * @returns the values as stored, or the problems by field
 */
export function checkValues(
  kinds: readonly Kind[],
  input: Record<string, string | number | null>,
): { values: Record<string, string | null> } | { problems: Problems } {
  const values: Record<string, string | null> = {};
  // A Map, because a caller can name a field `__proto__`.
  const problems = new Map<string, Problem>();
  for (const [name, value] of Object.entries(input)) {
    const [, field] = kinds.flatMap((kind) => rowFields(kind)).find(([one]) => one === name) ?? [];
    if (!field) problems.set(name, { code: "unknownField" });
    else if (value === null) values[name] = null;
    else {
      const checked = checkField({ ...field, required: false }, value);
      if ("text" in checked) values[name] = checked.text;
      else {
        const [code, ...param] = checked.problem.split(":");
        problems.set(name, { code: code as never, param: param.join(":") || undefined });
      }
    }
  }
  return problems.size > 0 ? { problems: Object.fromEntries(problems) } : { values };
}

/** Checks answers for all rows, by facet. See `checkValues`. */
export function checkShared(
  input: Record<string, string | number | null>,
): { values: Record<string, string | null> } | { problems: Problems } {
  const declared = pileKinds.map((kind) => ({
    ...kind,
    fields: Object.fromEntries(
      rowFields(kind).flatMap(([, field]) => (field.column ? [[field.column, field]] : [])),
    ),
  }));
  return checkValues(declared, input);
}
