import { MAX_IMAGE_BYTES } from "../../../shared/files/file-limits.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { type FileTable, randomKey } from "../../platform/index.ts";
import type { PageImage } from "../rendering/page-images.ts";
import type { Papers } from "../rendering/papers.ts";
import type { FileStore } from "./file-store.ts";
import { imageOrThrow, tooLarge } from "./image-or-throw.ts";

/**
 * Makes the cover from an image file.
 * @param field the form field that the error names
 * @param owner id of the account that sends the image; "" for the archive itself
 */
export type MakeCover = (bytes: Uint8Array, field: string, owner: string) => Promise<PageImage>;

/** The row of a stored image, with its bytes. Call `storeBytes` after the commit of the row. */
export interface ItemImage {
  file: FileTable;
  bytes: Uint8Array;
}

/** Makes covers in the child process that opens untrusted files. */
export const coverBy =
  (papers: Pick<Papers, "cover">): MakeCover =>
  async (bytes, field, owner) =>
    imageOrThrow(await papers.cover(bytes, { owner }), field);

/**
 * Takes the data URL out of an item's fields, re-encodes the image, and makes the image's row.
 * @param fields checked, by canonical name
 * @param createdAt epoch milliseconds
 * @param owner see `MakeCover`
 * @returns undefined if there is no data URL
 * @throws DomainError invalid_input if the data is not an image or is too large
 */
export async function storeItemImage(
  { fileStore, cover }: { fileStore: FileStore; cover: MakeCover },
  kind: Kind,
  fields: Record<string, string>,
  createdAt: number,
  owner = "",
): Promise<ItemImage | undefined> {
  const name = Object.keys(kind.fields).find((candidate) => kind.fields[candidate]?.type === "image");
  const value = name && fields[name];
  if (!name || !value?.startsWith("data:")) return undefined;
  const given = Buffer.from(value.slice(value.indexOf(",") + 1), "base64");
  if (given.length > MAX_IMAGE_BYTES) throw tooLarge(name, MAX_IMAGE_BYTES);
  const { bytes, type, width, height } = await cover(given, name, owner);
  delete fields[name];
  const sha256 = await fileStore.put(bytes);
  const facts = { type, size: bytes.length, uploaderId: null, name: null, width, height, createdAt };
  return { file: { key: randomKey(), sha256, ...facts }, bytes };
}
