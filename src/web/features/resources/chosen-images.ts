import { invalid } from "../../../shared/errors.ts";
import { MAX_IMAGE_BYTES } from "../../../shared/kinds/fields.ts";
import type { Kind } from "../../../shared/kinds/index.ts";

/** The fields of a kind that take an image. */
export const imageNames = (kind: Kind): string[] =>
  Object.keys(kind.fields).filter((name) => kind.fields[name]?.type === "image");

/**
 * Chosen image files as data URLs, which is what the call of spec §3 takes.
 * @throws DomainError invalid_input for one that is too large
 */
export async function chosenImages(kind: Kind, form: FormData): Promise<Record<string, string>> {
  const images: Record<string, string> = {};
  for (const name of imageNames(kind)) {
    const file = form.get(name);
    if (!(file instanceof File) || file.size === 0) continue;
    if (file.size > MAX_IMAGE_BYTES) throw invalid(name, "imageSize");
    const base64 = Buffer.from(await file.arrayBuffer()).toString("base64");
    images[name] = `data:${file.type};base64,${base64}`;
  }
  return images;
}
