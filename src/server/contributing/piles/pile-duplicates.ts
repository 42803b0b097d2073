import { mayBeBetterCopy } from "../../../shared/files/files.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { SimilarReason } from "../../../shared/items/similar.ts";
import {
  type DuplicatesService,
  isDifferent,
  type KnownFacets,
  namesOfExam,
  type SimilarToDraft,
} from "../../library/index.ts";
import type { FileTable, PileRowTable } from "../../platform/index.ts";
import type { PileRowsRepo } from "./pile-rows.repo.ts";
import type { PileDuplicate } from "./pile-types.ts";

/** The reasons that leave a row out. Papers of one course and year can be several sets. */
const LEAVES_OUT: readonly SimilarReason[] = ["sameFile", "sameLink", "samePage"];

/**
 * The duplicate that leaves a row out, from what the archive has.
 * @param values the values of the row that are known so far, by field
 */
export function duplicateIn(
  { items, awaits }: SimilarToDraft,
  values: Record<string, string> = {},
): PileDuplicate | undefined {
  for (const { row, reasons } of items) {
    const reason = reasons.find((one) => LEAVES_OUT.includes(one));
    if (!reason) continue;
    const exam: KnownFacets = Object.fromEntries(namesOfExam.map((name) => [name, row[name]]));
    const publicKind = row.status === "Approved" && { publicKind: row.kind };
    const duplicate = { reason, itemId: row.id, ...publicKind, ...(reason === "samePage" && { exam }) };
    if (!isOtherExam(duplicate.exam, values)) return duplicate;
  }
  return awaits ? { reason: "waiting" } : undefined;
}

/** Returns the public item of which a row can be a better copy: the bytes differ, and the pages look the same. */
export const betterCopyOf = (kind: string, duplicate: PileDuplicate | undefined): string | undefined =>
  duplicate?.reason === "samePage" && duplicate.publicKind === kind && mayBeBetterCopy(kindNamed(kind))
    ? duplicate.itemId
    : undefined;

/** Returns true if a paper that looks the same is of another exam. Papers of one department share a template. */
export const isOtherExam = (exam: KnownFacets = {}, values: KnownFacets): boolean =>
  namesOfExam.some((name) => isDifferent(name, exam, values));

/**
 * The duplicates of the rows of a pile, by row. If the other row of the pile is gone or left out, the first of its copies is
 * no duplicate any more, and the later ones are copies of this one.
 * @param rows all rows of the pile, in their order
 */
export function duplicatesOf(
  rows: Pick<PileRowTable, "id" | "state" | "duplicate">[],
): Map<string, PileDuplicate> {
  const kept = new Set(rows.filter(({ state }) => state !== "leftOut").map(({ id }) => id));
  const replacements = new Map<string, string>();
  const found = new Map<string, PileDuplicate>();
  for (const { id, duplicate: stored } of rows) {
    if (stored === null) continue;
    const duplicate = JSON.parse(stored) as PileDuplicate;
    const { rowId } = duplicate;
    const other = rowId === undefined || kept.has(rowId) ? rowId : replacements.get(rowId);
    if (rowId === undefined || other !== undefined) found.set(id, { ...duplicate, rowId: other });
    else if (kept.has(id)) replacements.set(rowId, id);
  }
  return found;
}

/**
 * Returns the earlier rows that show the same pages, by row. Of two rows that arrive together, at least one has noticed the
 * other.
 * @param rows all rows of the pile, in their order
 */
export function earlierAlike(rows: PileRowTable[]): Map<string, string[]> {
  const pairs = new Map<string, Set<string>>();
  const note = (one: string, other: string) => pairs.set(one, (pairs.get(one) ?? new Set()).add(other));
  for (const { id, alike } of rows)
    for (const other of alike === null ? [] : (JSON.parse(alike) as string[])) {
      note(id, other);
      note(other, id);
    }
  const earlier = new Map<string, string[]>();
  const before: string[] = [];
  for (const { id, state } of rows) {
    const others = pairs.get(id);
    if (others)
      earlier.set(
        id,
        before.filter((one) => others.has(one)),
      );
    if (pairs.has(id) && state !== "leftOut") before.push(id);
  }
  return earlier;
}

/** A row of the pile that shows the same pages. */
export interface AlikeRow {
  id: string;
  /** The values of the row that are known so far, by facet. */
  exam: KnownFacets;
  /** Whether the server still reads the paper. */
  isWaiting: boolean;
}

/**
 * Returns the first row that is the same paper: all details that both have name one exam. While a paper is read, a missing
 * detail can still tell the two apart.
 */
export function sameAmong(
  alike: AlikeRow[],
  { exam, isWaiting }: Pick<AlikeRow, "exam" | "isWaiting">,
): { duplicate: PileDuplicate | undefined; isUndecided: boolean } {
  const others = alike.filter((other) => !isOtherExam(other.exam, exam));
  const isKnown = (other: AlikeRow) =>
    [exam, other.exam].every(({ code, year, examType }) => code && year && examType) ||
    !(isWaiting || other.isWaiting);
  const same = others.find(isKnown);
  return {
    duplicate: same && { reason: "samePage", rowId: same.id },
    isUndecided: !same && others.length > 0,
  };
}

export interface FindDuplicates {
  duplicates: Pick<DuplicatesService, "find" | "samePapers">;
  pileRowsRepo: Pick<PileRowsRepo, "sameInPile" | "setAlike" | "setDuplicate" | "setLaterCopies">;
}

/**
 * Finds the duplicate of a row with a new file, in the archive or in the pile, and stores it. Later rows of the pile with the
 * same file become duplicates of this row. Also stores which rows show the same pages.
 */
export async function findDuplicate(
  { duplicates, pileRowsRepo }: FindDuplicates,
  actor: Actor,
  { pileId, rowId, kind, file: { key: fileKey, sha256, uploadedSha256 } }: NewFileRow,
): Promise<void> {
  const sha256s = [sha256, ...(uploadedSha256 ? [uploadedSha256] : [])];
  const known = duplicateIn(await duplicates.find(actor, kind, { fileKey }));
  const same = known ? undefined : await pileRowsRepo.sameInPile(pileId, rowId, sha256s);
  const duplicate = known ?? (same === undefined ? undefined : { reason: "sameFile" as const, rowId: same });
  if (duplicate) await pileRowsRepo.setDuplicate(rowId, duplicate);
  await pileRowsRepo.setLaterCopies(pileId, rowId, sha256s);
  await pileRowsRepo.setAlike(pileId, rowId, await duplicates.samePapers(sha256));
}

interface NewFileRow {
  pileId: string;
  rowId: string;
  kind: string;
  file: Pick<FileTable, "key" | "sha256" | "uploadedSha256">;
}
