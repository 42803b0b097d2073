import type { ItemImage } from "../../files/index.ts";
import { identityOf } from "./identity.ts";
import type { Candidate } from "./import-candidate.ts";
import { badRow, type RefusedRow } from "./import-row.ts";
import type { ImportBatch, KnownItem, TransferRepo } from "./transfer.repo.ts";

export interface BatchResult {
  stored: number;
  skipped: number;
  bad: RefusedRow[];
  /** The images of the stored items. */
  images: ItemImage[];
}

/** Stores the items that don't exist yet, in one transaction. */
export async function storeBatch(transferRepo: TransferRepo, candidates: Candidate[]): Promise<BatchResult> {
  if (candidates.length === 0) return { stored: 0, skipped: 0, bad: [], images: [] };
  return transferRepo.importBatch(async (batch) => {
    const archive = await lookUp(batch, candidates);
    const good: Candidate[] = [];
    const result: BatchResult = { stored: 0, skipped: 0, bad: [], images: [] };
    for (const candidate of candidates) {
      const verdict = judge(candidate, archive);
      if (verdict === "new") good.push(candidate);
      else if (verdict === "known") result.skipped += 1;
      else result.bad.push({ line: candidate.line, cells: candidate.cells, reason: verdict.reason });
    }
    const images = good.flatMap((candidate) => candidate.images);
    await batch.insert(
      good.map(({ row }) => row),
      good.flatMap(({ change }) => change ?? []),
      images.map(({ file }) => file),
    );
    return { ...result, stored: good.length, images };
  });
}

/** The existing items that a row is checked against: items of the archive and of earlier rows. */
interface Archive {
  items: Map<string, KnownItem>;
  identities: Set<string>;
}

async function lookUp(batch: ImportBatch, candidates: Candidate[]): Promise<Archive> {
  const others = candidates.filter((candidate) => candidate.isAnothers);
  const people = await batch.people([...new Set(others.map(({ row }) => row.email))]);
  for (const { row } of others) row.uploaderId = people.get(row.email) ?? null;

  const ids = candidates.flatMap(({ row }) => (row.parentId === null ? [row.id] : [row.id, row.parentId]));
  const unnamed = candidates.filter((candidate) => !candidate.hasOwnId);
  return {
    items: await batch.items([...new Set(ids)]),
    identities: unnamed.length > 0 ? await batch.identities(unnamed.map(({ row }) => row)) : new Set(),
  };
}

/** Decides what to do with one row, and adds its item to the existing items for later rows. */
function judge(
  { kind, row, hasOwnId, parentStatus }: Candidate,
  archive: Archive,
): "new" | "known" | { reason: string } {
  const same = archive.items.get(row.id);
  if (same && same.kind !== row.kind)
    return { reason: badRow({ _id: { code: "idTaken", param: same.kind } }, kind, { _id: row.id }).message };
  if (hasOwnId ? same : archive.identities.has(identityOf(row))) return "known";
  if (kind.parent) {
    const parent = archive.items.get(row.parentId ?? "");
    const answerable = parent?.kind === kind.parent.kind && (!parentStatus || parent.status === parentStatus);
    const field = kind.parent.idField;
    if (!answerable)
      return {
        reason: badRow({ [field]: { code: "noParent" } }, kind, { [field]: row.parentId ?? "" }).message,
      };
  }
  archive.items.set(row.id, row);
  archive.identities.add(identityOf(row));
  return "new";
}
