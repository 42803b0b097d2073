import { DomainError } from "../../../shared/errors.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import type { User } from "../../../shared/policy.ts";
import { importedChange } from "./transferred-change.ts";
import { type ChangeTable, newId, type ResourceTable } from "../../platform/index.ts";
import { type FileStore, type ItemImage, type MakeCover, storeItemImage } from "../../files/index.ts";
import { resourceRow } from "../items/resource-row.ts";
import { badRow, type ReadRow, type RowFacts } from "./import-row.ts";

/** A good row, ready to be stored unless it is already there. */
export interface Candidate {
  line: number;
  kind: Kind;
  row: ResourceTable;
  /** The change that waits for an admin. */
  change: ChangeTable | undefined;
  /** The images of the item and of its change, with their bytes, for `storeBytes`. */
  images: ItemImage[];
  /** Whether the id is the row's own, and so its identity. */
  hasOwnId: boolean;
  /** Whose account is to be looked up by the row's e-mail. */
  isAnothers: boolean;
  /** Statuses of a parent that may be answered; undefined for any. */
  parentStatus: "Approved" | undefined;
}

export interface CandidateOptions {
  line: number;
  actor: User;
  /** Whether an unapproved question may have answers, as in the archive the row comes from. */
  asIs: boolean;
  fileStore: FileStore;
  cover: MakeCover;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Completes a row that was read: id, status, uploader, date. Its image is kept at once.
 * @throws BadRow for an image that is none
 */
export async function createCandidate(
  { kind, fields, facts }: ReadRow,
  options: CandidateOptions,
): Promise<Candidate> {
  const { line, actor, asIs, fileStore, cover, now } = options;
  const createdAt = facts.createdAt ?? now;
  const badImage = (error: unknown) => {
    throw error instanceof DomainError ? badRow(error.fields ?? {}, kind) : error;
  };
  const image = await storeItemImage({ fileStore, cover }, kind, fields, createdAt).catch(badImage);
  const row = resourceRow(kind, fields, {
    id: facts.id ?? newId(now),
    status: facts.status ?? (kind.moderation === "after" ? "Approved" : "Pending"),
    ...uploader(facts, actor),
    parentId: kind.parent ? (fields[kind.parent.idField] ?? null) : null,
    fileKey: image?.file.key ?? null,
    createdAt,
  });
  const change =
    facts.change && row.status === "Approved"
      ? await importedChange(kind, row, facts.change, { fileStore, cover }).catch(badImage)
      : undefined;
  return {
    line,
    kind,
    row,
    change: change?.row,
    images: [image, change?.image].filter((one) => one !== undefined),
    hasOwnId: facts.id !== undefined,
    isAnothers: row.uploaderId === null,
    parentStatus: asIs ? undefined : "Approved",
  };
}

function uploader({ userName, email }: RowFacts, actor: User) {
  if (userName === undefined && email === undefined) {
    return { uploaderId: actor.id, userName: actor.displayName, email: actor.email };
  }
  return { uploaderId: null, userName: userName ?? "", email: email ?? "" };
}
