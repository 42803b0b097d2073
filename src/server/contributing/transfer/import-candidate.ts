import { DomainError } from "../../../shared/problems/errors.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import type { User } from "../../../shared/people/policy.ts";
import { importedChange } from "./transferred-change.ts";
import { type ChangeTable, newId, type ResourceTable } from "../../platform/index.ts";
import { type FileStore, type ItemImage, type MakeCover, storeItemImage } from "../../files/index.ts";
import { resourceRow } from "../../library/index.ts";
import { badRow, type ReadRow, type RowFacts } from "./import-row.ts";

/** A valid row. It is stored unless the item already exists. */
export interface Candidate {
  line: number;
  /** The texts of the row, in case that the archive refuses it. */
  cells: string[];
  kind: Kind;
  row: ResourceTable;
  /** The change that waits for an admin. */
  change: ChangeTable | undefined;
  /** The images of the item and of its change, with their bytes, for `storeBytes`. */
  images: ItemImage[];
  /** Whether the row has an `_id`, which is then its identity. */
  hasOwnId: boolean;
  /** Whether the row may belong to a different account, which is found by email. */
  isAnothers: boolean;
  /** The status that the question must have; undefined accepts any status. */
  parentStatus: "Approved" | undefined;
}

export interface CandidateOptions {
  line: number;
  cells: string[];
  actor: User;
  /**
   * Whether answers to unapproved questions are accepted, because the exported archive can contain such
   * answers.
   */
  asIs: boolean;
  fileStore: FileStore;
  cover: MakeCover;
  /** The time of the import, in epoch milliseconds. */
  now: number;
}

/**
 * Completes a row with its id, status, uploader and date. Its image is stored at once.
 * @throws BadRow if the value of an image is not an image
 */
export async function createCandidate(
  { kind, fields, facts }: ReadRow,
  options: CandidateOptions,
): Promise<Candidate> {
  const { line, cells, actor, asIs, fileStore, cover, now } = options;
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
    cells,
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
