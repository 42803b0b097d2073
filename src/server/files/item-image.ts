import type { Kind } from "../../shared/kinds/index.ts";
import type { FileTable } from "../db/schema.ts";
import { randomKey } from "../ids.ts";
import type { FileStore } from "./file-store.ts";
import { imageFromDataUrl } from "./image.ts";

/**
 * Keeps the image that an item brings as a data URL, and takes it out of the item's fields.
 * @param fields checked, by canonical name
 * @param createdAt epoch milliseconds
 * @param keepOurs see `imageFromDataUrl`
 * @returns the row of the kept file with its bytes, for `keepBytes`, or undefined where there is no data URL
 * @throws DomainError invalid_input for what is no image or too large
 */
export async function storeItemImage(
  files: FileStore,
  kind: Kind,
  fields: Record<string, string>,
  createdAt: number,
  keepOurs = false,
): Promise<{ file: FileTable; bytes: Uint8Array } | undefined> {
  const name = Object.keys(kind.fields).find((candidate) => kind.fields[candidate]?.type === "image");
  const value = name && fields[name];
  if (!name || !value?.startsWith("data:")) return undefined;
  const { bytes, type } = await imageFromDataUrl(value, name, keepOurs);
  delete fields[name];
  const sha256 = await files.put(bytes);
  const nobodys = { uploaderId: null, name: null };
  return { file: { key: randomKey(), sha256, type, size: bytes.length, ...nobodys, createdAt }, bytes };
}
