import { invalid } from "../../../shared/errors.ts";
import { FILE_FIELD } from "../../../shared/files.ts";
import { textOf } from "../../page/forms.ts";
import type { PostedPage } from "../../page/page.ts";

/** The names of the controls of the form without JavaScript. */
export const FILES_CONTROL = "files";
export const LINKS_CONTROL = "links";

/** The chosen files and links of a form, or the problem that there are none. */
export function requireFiles({ form }: Pick<PostedPage, "form">): void {
  if (filesOf(form).length === 0 && textOf(form, LINKS_CONTROL).trim() === "")
    throw invalid(FILES_CONTROL, "required");
}

const filesOf = (form: FormData): File[] =>
  form.getAll(FILES_CONTROL).filter((file): file is File => file instanceof File && file.size > 0);

/**
 * Adds the files and links of a form to a pile. A refused file becomes a row with its reason.
 * @throws DomainError sign_in_required, not_found, too_many_requests, invalid_input
 */
export async function postFiles({ services, actor, visit, form, asDomainError }: PostedPage, pileId: string) {
  const { piles, files } = services;
  for (const file of filesOf(form)) {
    await piles.beginUpload(actor, pileId, visit.client);
    try {
      await files.beginPileFile(actor, visit.client, file.size);
      const bytes = new Uint8Array(await file.arrayBuffer());
      await piles.addUpload(actor, pileId, await files.accept(actor, bytes, file.name));
    } catch (error) {
      const problem = asDomainError(error)?.fields?.[FILE_FIELD];
      if (!problem) throw error;
      await piles.refuseUpload(actor, pileId, { id: crypto.randomUUID(), name: file.name, problem });
    }
  }
  const links = textOf(form, LINKS_CONTROL).trim();
  if (links !== "") await piles.addLinks(actor, pileId, { links });
}
