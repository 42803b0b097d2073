import { z } from "zod";
import { imageNames, linkName } from "../../../shared/files/files.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { itemSchema } from "../../../shared/schemas/item.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { type ChangeTable, newId, type ResourceTable } from "../../platform/index.ts";
import { type FileStore, type ItemImage, type MakeCover, storeItemImage } from "../../files/index.ts";
import { LAST_TIME } from "./last-time.ts";
import { withOptionalFile, fileDownload } from "../../library/index.ts";

/** The change to an approved item in a cell of a CSV file. */
export interface TransferredChange {
  /** The fields by canonical name. An uploaded file is its address, an image is a data URL. */
  fields: Record<string, string>;
  /** The time of the change, in epoch milliseconds. */
  createdAt: number;
  /** Whether the item has changed since the contributor sent the change. */
  isStale: boolean;
}

/** An exported change, with data about its file. */
export interface ExportedChange extends Pick<ChangeTable, "fields" | "fileKey" | "createdAt"> {
  isStale: boolean;
  sha256: string | null;
  fileType: string | null;
}

const changeSchema = z.strictObject({
  fields: z.record(z.string(), z.string()),
  createdAt: z.number().int().nonnegative().max(LAST_TIME),
  isStale: z.boolean(),
});

/** Whether items of a kind can have changes. Answers can't, because an edit of an answer applies at once. */
export const takesChanges = (kind: Kind): boolean => kind.moderation === "before";

/**
 * Writes the cell of a change.
 * @param item has the fields from which the file's name is built
 */
export async function changeCell(
  kind: Kind,
  item: Parameters<typeof fileDownload>[1],
  { fields: json, fileKey, sha256, fileType, createdAt, isStale }: ExportedChange,
  { fileStore, origin }: { fileStore: Pick<FileStore, "get">; origin: string },
): Promise<string> {
  const all = JSON.parse(json) as Record<string, string>;
  const [link, [image]] = [linkName(kind), imageNames(kind)];
  const address = fileDownload(kind, { ...item, fileKey, fileType }, origin);
  if (link !== undefined && address !== undefined) all[link] = address;
  if (fileKey && sha256 && image !== undefined)
    all[image] = `data:${fileType};base64,${Buffer.from(await fileStore.get(sha256)).toString("base64")}`;
  // The names are in the order of the kind, so the same change always gives the same text.
  const names = Object.keys(kind.fields).filter((name) => all[name] !== undefined);
  const fields = Object.fromEntries(names.map((name) => [name, all[name] as string]));
  return JSON.stringify({ fields, createdAt, isStale } satisfies TransferredChange);
}

/**
 * Reads the cell of a change with the same rules as for a contributor's edit.
 * @param origin the address of this site; links to its own files are valid
 * @throws DomainError invalid_input; SyntaxError if the text isn't JSON
 */
export function readChange(kind: Kind, text: string, origin: string): TransferredChange {
  const { fields, ...facts } = validate(changeSchema, JSON.parse(text));
  return { ...facts, fields: validate(itemSchema(withOptionalFile(kind), origin), fields) };
}

/**
 * Completes the change of an imported item.
 * @param item gets a newer version than the change if the change is stale
 * @throws DomainError invalid_input for an image value that isn't an image
 */
export async function importedChange(
  kind: Kind,
  item: ResourceTable,
  { fields, createdAt, isStale }: TransferredChange,
  kept: { fileStore: FileStore; cover: MakeCover },
): Promise<{ row: ChangeTable; image: ItemImage | undefined }> {
  const image = await storeItemImage(kept, kind, fields, createdAt);
  const baseVersion = item.version;
  if (isStale) item.version += 1;
  const change = { resourceId: item.id, id: newId(createdAt), baseVersion, createdAt };
  return { row: { ...change, fields: JSON.stringify(fields), fileKey: image?.file.key ?? null }, image };
}
