import { imageNames } from "../../../shared/files/files.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import type { PostedPage } from "../../page/page.ts";

/**
 * Turns chosen image files into data URLs, the form that the API needs for covers (spec §3).
 * @throws DomainError sign_in_required, too_many_requests, invalid_input with the problem of the field
 */
export async function chosenImages(
  kind: Kind,
  { form, services, actor, visit }: PostedPage,
): Promise<Record<string, string>> {
  const images: Record<string, string> = {};
  for (const name of imageNames(kind)) {
    const file = form.get(name);
    if (!(file instanceof File) || file.name === "") continue;
    const bytes = new Uint8Array(await file.arrayBuffer());
    images[name] = await services.files.cover(actor, bytes, name, visit.client);
  }
  return images;
}
