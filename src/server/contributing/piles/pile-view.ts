import type { FacetName } from "../../../shared/facets/facets.ts";
import { isOfExams } from "../../../shared/items/item-title.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Problem, Problems } from "../../../shared/problems/errors.ts";
import { headName, type PaperProposal, type RecognitionService } from "../../files/index.ts";
import { type PileRowTable, type PileTable, yieldIfLong } from "../../platform/index.ts";
import {
  detailsOf,
  facetsOf,
  type FoundDetails,
  type RowDetails,
  rowFields,
  type SharedValues,
} from "./pile-details.ts";
import { type AlikeRow, duplicatesOf, earlierAlike } from "./pile-duplicates.ts";
import type { SentItem } from "./pile-sent.repo.ts";
import { furtherPagesOf, type PageRanges, splitsOf } from "./pile-splits.ts";
import type { Detail, PileFile, PileStatus } from "./pile-types.ts";
import type { CourseTitles, UniversitiesService } from "../../library/index.ts";
import type { PilesRepo } from "./piles.repo.ts";

/** A row with its files, its details and its status. */
export interface ViewedRow extends RowDetails {
  row: PileRowTable;
  files: PileFile[];
  /** The details from the row's file; undefined for a link, and for a row that is sent or refused. */
  proposal: PaperProposal | undefined;
  problem: Problem | undefined;
  failure: Problems | undefined;
  /** The page ranges of the exams that the PDF seems to contain. */
  proposedSplit: PageRanges | undefined;
  /** When the server reads further pages of the PDF, which may begin another exam. */
  furtherPages?: PaperProposal["furtherPages"];
  /** The item of a sent row; undefined for other rows, and if the item was deleted. */
  item: SentItem | undefined;
}

/** A pile with all its rows in order. */
export interface ViewedPile {
  rows: ViewedRow[];
  /** The number of rows in each status. A status without rows is absent. */
  counts: Partial<Record<PileStatus, number>>;
  /** How many unsent rows lack each required field. */
  missing: Record<string, number>;
}

export interface ViewDependencies {
  pilesRepo: Pick<PilesRepo, "rows" | "files" | "sentItems" | "lastItem" | "person">;
  recognition: Pick<RecognitionService, "proposals" | "pageDetails" | "detailsByPage">;
  universities: Pick<UniversitiesService, "named" | "shownDepartments">;
  courseTitles: CourseTitles;
}

/**
 * Computes the details of a pile's rows, with a fixed number of queries for any number of rows.
 * @param ids only these rows; by default, all rows
 */
export async function viewPile(
  { pilesRepo, recognition, universities, courseTitles }: ViewDependencies,
  pile: PileTable,
  ids?: string[],
): Promise<ViewedPile> {
  if (ids?.length === 0) return { rows: [], counts: {}, missing: {} };
  const [all, files, last] = await Promise.all([
    pilesRepo.rows(pile.id),
    pilesRepo.files(pile.id),
    lastDetails(pilesRepo, pile.ownerId),
  ]);
  const alike = earlierAlike(all);
  const chosen = ids && new Set(ids);
  const compared = new Set(ids?.flatMap((id) => alike.get(id) ?? []));
  const rows = chosen ? all.filter(({ id }) => chosen.has(id) || compared.has(id)) : all;
  const hasSent = rows.some(({ state }) => state === "sent");
  const items = hasSent ? await pilesRepo.sentItems(pile.id) : new Map<string, SentItem>();
  const duplicates = duplicatesOf(all);
  const byRow = Map.groupBy(files, ({ rowId }) => rowId);
  const filesOf = ({ id }: PileRowTable) => byRow.get(id) ?? [];
  const headOf = (row: PileRowTable) => {
    const [first] = filesOf(row);
    return first && { sha256: first.sha256, firstPage: first.firstPage ?? 1 };
  };
  const open = rows.filter(({ state }) => state === "draft" || state === "leftOut");
  const proposals = await recognition.proposals(open.flatMap((row) => headOf(row) ?? []));
  const waiting = rows.filter(({ state, sendAt }) => state === "draft" && sendAt === null);
  const splits = await splitsOf(
    { recognition },
    waiting.map((row) => ({ row, files: filesOf(row) })),
  );
  const shared = JSON.parse(pile.shared) as Record<string, string>;
  // Papers are read with the full names of universities, and a person may type a short one.
  const [named, shownDepartment] = await Promise.all([
    universities.named(shared),
    universities.shownDepartments(),
  ]);
  const values: SharedValues = { shared, compared: named, last, shownDepartment };
  const viewed: ViewedRow[] = [];
  const known = new Map<string, AlikeRow>();
  const founds = new Map<string, FoundDetails>();
  const labels = new Map(all.map(({ id, label }) => [id, label]));
  const add = (view: ViewedRow) => {
    const { row, fields, proposal, duplicate } = view;
    const labelled = duplicate?.rowId && { ...duplicate, label: labels.get(duplicate.rowId) };
    if (!chosen || chosen.has(row.id)) viewed.push(labelled ? { ...view, duplicate: labelled } : view);
    const exam = facetsOf(kindNamed(row.kind), fields);
    known.set(row.id, { id: row.id, exam, isWaiting: proposal?.isWaiting ?? false });
  };
  for (const row of rows) {
    await yieldIfLong();
    if (row.state === "sent") {
      add(viewSent(row, items.get(row.id)));
      continue;
    }
    const head = headOf(row);
    const proposal = head && proposals.get(headName(head));
    const found = {
      proposal,
      duplicate: duplicates.get(row.id),
      alike: (alike.get(row.id) ?? []).flatMap((id) => known.get(id) ?? []),
      proposedSplit: splits.get(row.id),
      furtherPages: furtherPagesOf(row, filesOf(row), proposal),
    };
    founds.set(row.id, found);
    add(viewRow(row, filesOf(row), found, values));
  }
  const titleOf = await courseTitles.lookUp(viewed.flatMap((view) => untitledCourse(view) ?? []));
  for (const [at, view] of viewed.entries()) {
    const { row, files: own, duplicate } = view;
    const course = untitledCourse(view);
    const title = course && titleOf(course);
    const found = founds.get(row.id);
    if (!title || !found) continue;
    await yieldIfLong();
    const confidence = title.isOnly && !course.isGuess ? "likely" : "guess";
    const courseTitle = { title: title.title, confidence } as const;
    viewed[at] = { ...viewRow(row, own, { ...found, courseTitle }, values), duplicate };
  }
  return { rows: viewed, ...countsOf(viewed) };
}

/** The course of a row whose file prints no title, or an unclear one; undefined for other rows. */
function untitledCourse({ row, fields }: ViewedRow) {
  const named = (column: FacetName) => {
    const field = rowFields(kindNamed(row.kind)).find(([, one]) => one.column === column);
    return field && fields[field[0]];
  };
  const [title, code, university] = [named("subject"), named("code"), named("university")];
  if (!code || !university || (title && title.confidence !== "guess")) return undefined;
  return { code: code.value, university: university.value, isGuess: code.confidence === "guess" };
}

function viewRow(row: PileRowTable, files: PileFile[], found: FoundDetails, values: SharedValues): ViewedRow {
  const parsed = <T>(json: string | null) => (json === null ? undefined : (JSON.parse(json) as T));
  return {
    row,
    files,
    proposal: found.proposal,
    item: undefined,
    proposedSplit: found.proposedSplit,
    furtherPages: found.furtherPages,
    problem: parsed<Problem>(row.problem),
    // A row that is sent once more keeps the reason of the last attempt only for its place in the queue.
    failure: row.sendAt === null ? parsed<Problems>(row.failure) : undefined,
    ...detailsOf(row, found, values),
  };
}

/** Returns a sent row with the details and the file of its item. */
function viewSent(row: PileRowTable, item: SentItem | undefined): ViewedRow {
  const own = JSON.parse(row.fields) as Record<string, string>;
  const values = rowFields(kindNamed(row.kind)).flatMap(([name]): [string, Detail][] => {
    const value = item ? item.fields[name] : own[name];
    return value ? [[name, { value, from: "you" }]] : [];
  });
  return {
    row,
    files: item?.file ? [item.file] : [],
    proposal: undefined,
    problem: undefined,
    failure: undefined,
    proposedSplit: undefined,
    item,
    status: "sent",
    fields: Object.fromEntries(values),
    missing: [],
    unconfirmed: [],
    duplicate: undefined,
  };
}

/** Department and university as in the person's last contribution, or in their profile. */
async function lastDetails(
  pilesRepo: ViewDependencies["pilesRepo"],
  ownerId: string,
): Promise<Partial<Record<FacetName, string>>> {
  const [item, person] = await Promise.all([pilesRepo.lastItem(ownerId), pilesRepo.person(ownerId)]);
  const department = item?.department ?? person?.department;
  const university = item?.university ?? person?.university;
  return { ...(department && { department }), ...(university && { university }) };
}

function countsOf(rows: ViewedRow[]): Pick<ViewedPile, "counts" | "missing"> {
  const counts: ViewedPile["counts"] = {};
  const missing: Record<string, number> = {};
  for (const { status, missing: fields } of rows) {
    counts[status] = (counts[status] ?? 0) + 1;
    if (["sent", "refused", "leftOut", "sending"].includes(status)) continue;
    for (const field of fields) missing[field] = (missing[field] ?? 0) + 1;
  }
  return { counts, missing };
}

/** Why a chosen row can't be sent, by field. */
export function problemsOf({ row, status, missing, problem }: ViewedRow): Problems {
  if (status === "refused") return { fileKey: problem ?? { code: "fileGone" } };
  if (status === "leftOut") return { rows: { code: "rowLeftOut" } };
  if (status === "duplicate") return { rows: { code: "rowDuplicate" } };
  if (row.sendAt !== null) return {};
  return Object.fromEntries(missing.map((field) => [field, { code: "required" as const }]));
}

/** The fields of a row that can still become a question without a month; no fields for any other row, such as a better copy. */
export const examOf = ({ row, status, fields }: ViewedRow): Record<string, string> =>
  isOfExams(row.kind) &&
  row.state === "draft" &&
  status !== "sending" &&
  status !== "duplicate" &&
  row.betterCopyOf === null &&
  !fields["heldIn"]
    ? Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
    : {};
