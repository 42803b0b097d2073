import { invalid } from "../../../shared/errors.ts";
import { FILE_FIELD } from "../../../shared/files.ts";
import { MAX_PAPER_BYTES } from "../../../shared/paper.ts";
import type { PostedPage } from "../../page.ts";

/** The control by which a browser without JavaScript sends a file along with the form. */
export const FILE_CONTROL = "file";

/**
 * Keeps the file that a form brings.
 * @returns its key as the field of the payload; nothing where no file was chosen
 * @throws DomainError invalid_input with the reason at the field
 */
export async function chosenFile({
  form,
  services,
  actor,
  visit,
}: PostedPage): Promise<Record<string, string>> {
  const file = form.get(FILE_CONTROL);
  if (!(file instanceof File) || file.size === 0) return {};
  if (file.size > MAX_PAPER_BYTES) throw invalid(FILE_FIELD, "file_too_large");
  await services.files.begin(actor, visit.client);
  const { key } = await services.files.accept(actor, new Uint8Array(await file.arrayBuffer()), file.name);
  return { [FILE_FIELD]: key };
}
