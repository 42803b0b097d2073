import type { Allowed } from "../../../shared/people/authorize.ts";
import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import { BETTER_COPY_FIELD, FILE_FIELD } from "../../../shared/files/files.ts";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import type { User } from "../../../shared/people/policy.ts";
import { itemSchema } from "../../../shared/schemas/item.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import {
  type FilesService,
  type FileStore,
  type MakeCover,
  storeBytes,
  storeItemImage,
} from "../../files/index.ts";
import { newId, type Query, type ResourceTable } from "../../platform/index.ts";
import { notifyRequester } from "../notices/insert-notices.repo.ts";
import { resourceRow } from "./resource-row.ts";
import type { ResourcesRepo } from "./resources.repo.ts";

/** Approves a new item in the transaction that inserts it. @returns whether the item is now Approved */
type Publish = (trx: Query, row: ResourceTable) => Promise<boolean>;

/**
 * Decides before the transaction whether a trusted contributor's item may be approved at once.
 * @returns undefined if the item waits for a moderator
 */
export type PublishTrusted = (
  contributor: User,
  kind: Kind,
  fields: Record<string, string>,
) => Promise<Publish | undefined>;

export interface ContributeDependencies {
  resourcesRepo: Pick<ResourcesRepo, "find" | "insert">;
  fileStore: FileStore;
  cover: MakeCover;
  files: Pick<FilesService, "unused">;
  publishTrusted: PublishTrusted;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export interface ContributeOptions {
  /** Counts the contribution, after its input is checked. @throws DomainError too_many_requests */
  take: (kind: Kind) => Promise<void>;
  /** Runs first in the transaction that inserts the item, to lock rows. */
  first?: (trx: Query) => Promise<void>;
  /** Runs in the transaction that inserts the item. An error rolls it back. */
  within?: (trx: Query, id: string) => Promise<void>;
}

export type Contribute = ReturnType<typeof createContribute>;

/** Adds one item to the archive, from a form, a call or a pile. */
export function createContribute(dependencies: ContributeDependencies) {
  const { resourcesRepo, fileStore, cover, files, publishTrusted, clock } = dependencies;

  async function approvedParent(
    actor: User,
    kind: Kind,
    fields: Record<string, string>,
  ): Promise<string | null> {
    if (!kind.parent) return null;
    const id = fields[kind.parent.idField] as string;
    const parent = await resourcesRepo.find(id, actor, kind.parent.kind);
    if (parent?.status !== "Approved") throw new DomainError("not_found");
    return id;
  }

  /** Checks the item of which the contributor brings a better copy. @throws DomainError invalid_input */
  async function publicItem(actor: User, kind: Kind, id: string | undefined): Promise<string | null> {
    if (id === undefined) return null;
    const item = await resourcesRepo.find(id, actor, kind.name);
    if (item?.status !== "Approved") throw invalid(BETTER_COPY_FIELD, "originalHidden");
    return id;
  }

  /**
   * Contributes one item. Its status is Pending, or Approved if the kind is moderated after publication
   * (spec §4), or if the archive approves the items of this contributor at once.
   * @param input the payload of spec §7, unvalidated
   * @returns the new id
   * @throws DomainError invalid_input, not_found if the question to answer is missing, too_many_requests
   */
  return async function contribute(
    contributor: Allowed<"contribute">,
    kindName: string,
    input: unknown,
    { take, first, within }: ContributeOptions,
  ): Promise<string> {
    const kind = kindNamed(kindName);
    const fields = validate(itemSchema(kind), input);
    const parentId = await approvedParent(contributor, kind, fields);
    const betterCopyOf = await publicItem(contributor, kind, fields[BETTER_COPY_FIELD]);
    const uploaded = fields[FILE_FIELD] && (await files.unused(contributor, fields[FILE_FIELD]));
    await take(kind);
    // A moderator decides whether the copy is better.
    const publish = betterCopyOf === null ? await publishTrusted(contributor, kind, fields) : undefined;
    const image = await storeItemImage({ fileStore, cover }, kind, fields, clock(), contributor.id);
    const now = clock();
    const made = resourceRow(kind, fields, {
      id: newId(now),
      status: kind.moderation === "after" ? "Approved" : "Pending",
      uploaderId: contributor.id,
      userName: contributor.displayName,
      email: contributor.email,
      parentId,
      fileKey: (uploaded || image?.file)?.key ?? null,
      createdAt: now,
    });
    const row = { ...made, betterCopyOf };
    const also = async (trx: Query, id: string) => {
      if (row.status === "Approved") await notifyRequester(trx, { by: contributor, at: now }, { itemId: id });
      await within?.(trx, id);
      await publish?.(trx, row);
    };
    if (!(await resourcesRepo.insert(row, image?.file, { first, also }))) {
      // Another item uses the file by now, or the file was deleted. This call throws the error with the
      // reason.
      await files.unused(contributor, row.fileKey ?? "");
      throw invalid(FILE_FIELD, "fileGone");
    }
    if (image) await storeBytes(fileStore, image.file.sha256, image.bytes);
    return row.id;
  };
}
