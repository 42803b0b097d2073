import { DomainError } from "../../shared/errors.ts";
import { FILE_FIELD, linkName } from "../../shared/files.ts";
import { type Kind, kindNamed } from "../../shared/kinds/index.ts";
import { type Actor, policy } from "../../shared/policy.ts";
import { itemSchema } from "../../shared/schemas/item.ts";
import { versionSchema } from "../../shared/schemas/people.ts";
import { idPattern } from "../../shared/schemas/text.ts";
import { validate } from "../../shared/schemas/validate.ts";
import type { Status } from "../../shared/status.ts";
import type { Client } from "../client.ts";
import type { ResourceTable } from "../db/schema.ts";
import type { FileStore } from "../files/file-store.ts";
import type { FilesService } from "../files/files.service.ts";
import { keepBytes } from "../files/discard-bytes.ts";
import { type MakeCover, storeItemImage } from "../files/item-image.ts";
import type { LimitsService } from "../limits/limits.service.ts";
import { itemFields, resourceRow } from "./resource-row.ts";
import type { ResourceRow, ResourcesRepo } from "./resources.repo.ts";

export interface EditDependencies {
  resources: ResourcesRepo;
  files: FileStore;
  cover: MakeCover;
  handedIn: Pick<FilesService, "unused">;
  /** Removes those of these bytes that no file needs; what fails is left to the sweeper. */
  discard: (sha256s: string[]) => Promise<void>;
  limits: Pick<LimitsService, "take">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** @returns how items are corrected, for the service */
export function createEdit({ resources, files, cover, handedIn, discard, limits, clock }: EditDependencies) {
  /** An item that this reader may correct. */
  async function editable(actor: Actor, id: string): Promise<ResourceRow> {
    if (!actor) throw new DomainError("sign_in_required");
    const row = idPattern.test(id) ? await resources.find(id, actor) : undefined;
    if (!row || !(policy.seeUnapproved(actor) || policy.seeOwn(actor, row)))
      throw new DomainError("not_found");
    if (!policy.edit(actor, row)) throw new DomainError("forbidden");
    return row;
  }

  return {
    /**
     * @returns an item of any kind, for the form that corrects it
     * @throws DomainError sign_in_required; not_found, for an item of somebody else's too; forbidden
     */
    editable,

    /**
     * Corrects the fields of one item. An admin's correction keeps the status; what its contributor changes of an
     * Approved item of a kind that is moderated before makes it Pending again.
     * @param input the fields as contributed, and `version` as it was shown; without an image it keeps the one it has
     * @throws DomainError sign_in_required, not_found, forbidden, invalid_input, too_many_requests, changed_since
     */
    async edit(
      actor: Actor,
      id: string,
      input: Record<string, unknown>,
      client: Client,
    ): Promise<ResourceRow> {
      const row = await editable(actor, id);
      const kind = kindNamed(row.kind);
      const { version = row.version, ...given } = input;
      if (validate(versionSchema, version) !== row.version)
        throw new DomainError("changed_since", { version: row.version });
      const parent = kind.parent ? { [kind.parent.idField]: row.parentId } : {};
      const keepsFile = row.fileKey !== null && row.link === null;
      const fields = validate(itemSchema(withOptional(kind, keepsFile)), { ...given, ...parent });
      const moderates = policy.seeUnapproved(actor);
      if (!moderates && actor) await limits.take("contribution", { client, account: actor.email });
      const shown = await editedFile(actor, kind, row, fields);
      const changed = resourceRow(kind, fields, { ...row, fileKey: shown.fileKey });
      const status = moderates ? row.status : statusAfterEdit(kind, row);
      const at = clock();
      const columns = { ...editedColumns(changed), status, updatedAt: at };
      const act = moderates && actor ? { by: actor, at } : undefined;
      const freed = await resources.update(row, columns, { file: shown.image?.file, act });
      if (!freed) return refuse(id);
      if (shown.image) await keepBytes(files, shown.image.file.sha256, shown.image.bytes);
      await discard(freed);
      return { ...row, ...changed, status };
    },
  };

  async function refuse(id: string): Promise<never> {
    const now = await resources.current(id);
    throw now ? new DomainError("changed_since", { version: now.version }) : new DomainError("not_found");
  }

  /** The file or image that the item has from now on: a new one, or where none is given that of before. */
  async function editedFile(actor: Actor, kind: Kind, row: ResourceRow, fields: Record<string, string>) {
    const link = linkName(kind);
    if (link !== undefined) {
      const handed = fields[FILE_FIELD] && (await handedIn.unused(actor, fields[FILE_FIELD])).key;
      return { fileKey: handed || (fields[link] ? null : row.fileKey), image: undefined };
    }
    const [name] = imageNames(kind);
    if (name === undefined) return { fileKey: row.fileKey, image: undefined };
    if (fields[name] === undefined) {
      const kept = itemFields(kind, row)[name];
      if (kept !== undefined) fields[name] = kept;
      return { fileKey: row.fileKey, image: undefined };
    }
    const image = await storeItemImage({ files, cover }, kind, fields, clock(), actor?.id);
    return { fileKey: image?.file.key ?? null, image };
  }
}

const EDITED = [
  "title",
  "department",
  "departmentKey",
  "subject",
  "subjectKey",
  "code",
  "codeNorm",
  "semester",
  "year",
  "university",
  "universityKey",
  "examType",
  "link",
  "linkKey",
  "fileKey",
  "details",
  "searchText",
  "searchTitle",
] as const satisfies (keyof ResourceTable)[];

/** What an edit changes; the rest stays as it is, whatever happened to it meanwhile. */
function editedColumns(changed: ResourceTable): Partial<ResourceTable> {
  return Object.fromEntries(EDITED.map((column) => [column, changed[column]]));
}

const statusAfterEdit = (kind: Kind, { status }: ResourceRow): Status =>
  kind.moderation === "before" && status === "Approved" ? "Pending" : status;

const imageNames = (kind: Kind): string[] =>
  Object.keys(kind.fields).filter((name) => kind.fields[name]?.type === "image");

/** An item keeps its image where no other is given, and its file where neither another nor a link is. */
function withOptional(kind: Kind, keepsFile: boolean): Kind {
  const link = keepsFile ? linkName(kind) : undefined;
  const images = [...imageNames(kind), ...(link === undefined ? [] : [link])].map((name) => [
    name,
    { ...kind.fields[name], required: false },
  ]);
  return { ...kind, fields: { ...kind.fields, ...(Object.fromEntries(images) as Kind["fields"]) } };
}
