import { facets } from "../../../shared/facets/facets.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { SimilarReason } from "../../../shared/items/similar.ts";
import type { DuplicatesService, SimilarToDraft } from "../../library/index.ts";
import type { PileRowTable } from "../../platform/index.ts";
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
    const exam = { code: row.code, year: row.year === null ? null : String(row.year) };
    const duplicate = { reason, itemId: row.id, ...(reason === "samePage" && { exam }) };
    if (!isOtherExam(duplicate, values)) return duplicate;
  }
  return awaits ? { reason: "waiting" } : undefined;
}

/**
 * Whether the page only looks the same: papers of one department share a template, so another course or year tells them
 * apart.
 */
export function isOtherExam({ exam }: PileDuplicate, { code, year }: Record<string, string>): boolean {
  if (!exam) return false;
  const isOtherCode = code && exam.code && facets.code.fold(code) !== facets.code.fold(exam.code);
  return Boolean(isOtherCode) || Boolean(year && exam.year && year !== exam.year);
}

/**
 * The duplicates of the rows of a pile, by row. If the other row of the pile is gone or left out, the first of its copies is
 * no duplicate any more, and the later ones are copies of this one.
 * @param rows all rows of the pile, in their order
 */
export function duplicatesOf(rows: PileRowTable[]): Map<string, PileDuplicate> {
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

export interface FindDuplicates {
  duplicates: Pick<DuplicatesService, "find">;
  pileRowsRepo: Pick<PileRowsRepo, "sameInPile" | "setDuplicate" | "setLaterCopies">;
}

/**
 * Finds the duplicate of a row with a new file, in the archive or in the pile, and stores it. Later rows of the pile with the
 * same file become duplicates of this row.
 */
export async function findDuplicate(
  { duplicates, pileRowsRepo }: FindDuplicates,
  actor: Actor,
  { pileId, rowId, kind, fileKey, sha256s }: NewFileRow,
): Promise<void> {
  const known = duplicateIn(await duplicates.find(actor, kind, { fileKey }));
  const same = known ? undefined : await pileRowsRepo.sameInPile(pileId, rowId, sha256s);
  const duplicate = known ?? (same === undefined ? undefined : { reason: "sameFile" as const, rowId: same });
  if (duplicate) await pileRowsRepo.setDuplicate(rowId, duplicate);
  await pileRowsRepo.setLaterCopies(pileId, rowId, sha256s);
}

interface NewFileRow {
  pileId: string;
  rowId: string;
  kind: string;
  fileKey: string;
  /** The SHA-256s of the stored and the uploaded bytes. */
  sha256s: string[];
}
