import { isDeepStrictEqual } from "node:util";
import { type Allowed, authorize } from "../../../shared/people/authorize.ts";
import type { Placed } from "../../../shared/moderating/areas.ts";
import { departmentKey } from "../../../shared/courses/departments.ts";
import { canonicalLink } from "../../../shared/files/drive-link.ts";
import { invalid, staleVersion } from "../../../shared/problems/errors.ts";
import { FILE_FIELD, imageNames, linkName } from "../../../shared/files/files.ts";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import { itemSchema } from "../../../shared/schemas/item.ts";
import { versionSchema } from "../../../shared/schemas/people.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { changedRow } from "./changed-row.ts";
import type { ChangesRepo } from "./changes.repo.ts";
import { type Client, type FileTable, newId, type ResourceTable } from "../../platform/index.ts";
import { storeBytes, storeItemImage } from "../../files/index.ts";
import { keptCopy } from "../items/drive-copy.repo.ts";
import { editedColumns } from "../items/edited-columns.ts";
import { itemOfReader } from "../items/item-of-reader.ts";
import type { OutsideArea } from "../items/outside-area.ts";
import { itemFields, resourceRow } from "../items/resource-row.ts";
import type { ResourceRow } from "../items/resources.repo.ts";
import type { ContributeDependencies } from "../items/contribute.ts";
import type { ResourcesDependencies } from "../items/resources.service.ts";

export interface EditDependencies
  extends
    Omit<
      ResourcesDependencies,
      "suggestionsRepo" | "search" | "universities" | "accountsRepo" | "contribute"
    >,
    Pick<ContributeDependencies, "fileStore" | "cover" | "files"> {
  changesRepo: Pick<ChangesRepo, "find" | "store" | "leave" | "isAboutFile">;
}

export function createEdit(dependencies: EditDependencies) {
  const { resourcesRepo, changesRepo, fileStore, cover, files, discard, limits, clock } = dependencies;

  /** Finds an item that this actor can edit. */
  async function editable(actor: Actor, id: string): Promise<ResourceRow> {
    authorize(actor, "useAccount");
    return checked(actor, idPattern.test(id) ? await resourcesRepo.find(id, actor) : undefined);
  }

  return {
    /**
     * Finds an item of any kind for its edit form.
     * @throws DomainError sign_in_required; not_found, also for another person's item; forbidden
     */
    editable,

    /**
     * Whether a moderator returned this item because of its file, so that its contributor must change the file or the link.
     * @throws DomainError as `editable`
     */
    async needsFile(actor: Actor, id: string): Promise<boolean> {
      const row = await editable(actor, id);
      return policy.sendAgain(actor, row) && fileIsAsked(row);
    },

    /**
     * Edits the fields of one item. If the kind needs approval, a contributor's edit of an Approved item, also of a
     * moderator's own one, becomes the item's open change and waits for an admin. If the edited fields equal the item, the open
     * change is closed instead, and a missing copy of the Drive file is planned again. All other edits apply at once. They
     * keep the status, but the edit of a contributor's own returned item makes it Pending.
     * @param input the typed fields; `version`, the item's version that the form showed; and `change`, the id
     * of the open change that the form showed, or ""; and `linkMended`, "yes" if the
     * contributor says that the file behind the same link is mended. Without a new image, the item keeps its current image
     * @returns the item; `hasChange` is true if the edit waits for an admin
     * @throws DomainError sign_in_required, not_found, forbidden, too_many_requests, changed_since; invalid_input,
     * also if a moderator would move the item out of their areas
     */
    async edit(
      actor: Actor,
      id: string,
      input: Record<string, unknown>,
      client: Client,
    ): Promise<ResourceRow> {
      const row = await editable(actor, id);
      const kind = kindNamed(row.kind);
      const decides = policy.decide(actor, row);
      const again = policy.sendAgain(actor, row);
      const waits = !decides && kind.moderation === "before" && row.status === "Approved";
      const open = waits ? await changesRepo.find(id) : undefined;
      const { version = row.version, change = open?.id ?? "", linkMended, ...given } = input;
      if (validate(versionSchema, version) !== row.version || (waits && change !== (open?.id ?? "")))
        throw staleVersion(row);
      const before = open ? changedRow(row, open) : row;
      const parent = kind.parent ? { [kind.parent.idField]: row.parentId } : {};
      const keepsFile = before.fileKey !== null && before.link === null;
      const fields = validate(itemSchema(withOptionalFile(kind, keepsFile)), { ...given, ...parent });
      if (!decides && actor) await limits.take("contribution", { client, account: actor.email });
      const { fileKey, image } = await editedFile(actor, kind, { row, before }, fields);
      const changed = resourceRow(kind, fields, { ...row, fileKey });
      const isSameFile = changed.fileKey === row.fileKey && changed.link === row.link;
      const isMended = row.link !== null && linkMended === "yes";
      if (again && isSameFile && !isMended && (await fileIsAsked(row)))
        throw invalid(
          linkName(kind) === undefined ? (imageNames(kind)[0] ?? FILE_FIELD) : FILE_FIELD,
          "sameFile",
        );
      const hasChange = waits && !saysSame(kind, row, changed);
      const write = () => {
        if (hasChange) return keepChange(row, changed, { replaces: open?.id, file: image?.file });
        if (waits) return changesRepo.leave(id, open?.id);
        return update(row, changed, {
          file: image?.file,
          by: decides ? authorize(actor, "decide", row) : undefined,
          again,
        });
      };
      const freed = await write();
      if (!freed) return refuse(actor, id);
      if (!Array.isArray(freed)) throw invalid(fieldOf(kind, freed), "outsideArea");
      if (image) await storeBytes(fileStore, image.file.sha256, image.bytes);
      await discard(freed);
      if (waits) return { ...row, hasChange: hasChange ? 1 : 0 };
      return { ...row, ...changed, status: again ? "Pending" : row.status };
    },
  };

  async function fileIsAsked({ reason }: ResourceRow): Promise<boolean> {
    return reason !== null && changesRepo.isAboutFile(reason);
  }

  function update(
    row: ResourceRow,
    changed: ResourceTable,
    { file, by, again }: { file: FileTable | undefined; by: Allowed<"decide"> | undefined; again: boolean },
  ) {
    const at = clock();
    const act = by && { by, at };
    const { id, version, uploaderId } = row;
    // If the item gets a different contributor in the meantime, this edit must fail.
    const expected = act ? { id, version } : { id, version, uploaderId };
    return resourcesRepo.update(expected, { ...editedColumns(changed), updatedAt: at }, { file, act, again });
  }

  function keepChange(
    { id: resourceId, kind, version: baseVersion, uploaderId, fileKey }: ResourceRow,
    changed: ResourceTable,
    options: { replaces: string | undefined; file: FileTable | undefined },
  ) {
    const createdAt = clock();
    const fields = JSON.stringify(itemFields(kindNamed(kind), changed));
    const brought = changed.fileKey === fileKey ? null : changed.fileKey;
    const change = { resourceId, id: newId(createdAt), baseVersion, fields, fileKey: brought, createdAt };
    return changesRepo.store(change, { ...options, author: uploaderId });
  }

  /**
   * Throws the error for an edit whose item changed in the meantime.
   * @throws DomainError not_found, forbidden, changed_since
   */
  async function refuse(actor: Actor, id: string): Promise<never> {
    throw staleVersion(checked(actor, await resourcesRepo.current(id)));
  }

  /** The item's file or image after the edit: the new file if there is one, otherwise the current file. */
  async function editedFile(
    actor: Actor,
    kind: Kind,
    { row: approved, before: row }: { row: ResourceRow; before: ResourceRow },
    fields: Record<string, string>,
  ) {
    const link = linkName(kind);
    if (link !== undefined) {
      const uploaded = fields[FILE_FIELD] && (await files.unused(actor, fields[FILE_FIELD])).key;
      const address = fields[link];
      const kept = address ? (keptCopy(row, address) ?? keptCopy(approved, address)) : row.fileKey;
      return { fileKey: uploaded || kept, image: undefined };
    }
    const [name] = imageNames(kind);
    if (name === undefined) return { fileKey: row.fileKey, image: undefined };
    if (fields[name] === undefined) {
      const kept = itemFields(kind, row)[name];
      if (kept !== undefined) fields[name] = kept;
      return { fileKey: row.fileKey, image: undefined };
    }
    const image = await storeItemImage({ fileStore, cover }, kind, fields, clock(), actor?.id);
    return { fileKey: image?.file.key ?? null, image };
  }
}

/**
 * Returns the item if this actor can edit it.
 * @throws DomainError not_found, forbidden
 */
function checked<
  T extends Pick<ResourceTable, "uploaderId" | "status" | "returned" | "removedFrom"> & Placed,
>(actor: Actor, item: T | undefined): T {
  const found = itemOfReader(actor, item);
  authorize(actor, "edit", found);
  return found;
}

/** The field of a kind that names the university or department. */
const fieldOf = (kind: Kind, { outside }: OutsideArea): string =>
  Object.keys(kind.fields).find((name) => kind.fields[name]?.column === outside) ?? outside;

/** Whether an edit changes only the spelling of the link or department. */
function saysSame(kind: Kind, row: ResourceRow, changed: ResourceTable): boolean {
  const meant = (one: ResourceRow | ResourceTable) =>
    Object.entries(itemFields(kind, one)).map(([name, value]) => {
      const type = kind.fields[name]?.type;
      if (type === "department") return [name, departmentKey(value)];
      return [name, type === "link" ? canonicalLink(value) : value];
    });
  return row.fileKey === changed.fileKey && isDeepStrictEqual(meant(row), meant(changed));
}

/**
 * The kind with optional files, for checking an edit. Without a new file, image or link, the item keeps the
 * current one.
 */
export function withOptionalFile(kind: Kind, keepsFile = true): Kind {
  const link = keepsFile ? linkName(kind) : undefined;
  const names = [...imageNames(kind), ...(link === undefined ? [] : [link])];
  const fields = names.map((name) => [name, { ...kind.fields[name], required: false }]);
  return { ...kind, fields: { ...kind.fields, ...(Object.fromEntries(fields) as Kind["fields"]) } };
}
