import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import { invalid } from "../../../shared/problems/errors.ts";
import { FILE_FIELD, linkName } from "../../../shared/files/files.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import type { PostedPage } from "../../page/page.ts";

/** The name of the file input, which a browser without JavaScript sends with the form. */
export const FILE_CONTROL = "file";
/** The name of the button, and its value, that sends only the file, so that the form is filled in from it. */
export const [ACT, CONTINUE] = ["act", "continue"];
/** The name of the checkbox that removes the stored file from a form that was refused. */
export const LEAVE_OUT_CONTROL = "leaveFileOut";

/**
 * Stores the file of a form and replaces any earlier key in the form with the new file's key, so that a
 * refused form keeps its file.
 * @throws DomainError sign_in_required, too_many_requests, no_room, invalid_input with the problem of the field
 */
export async function keepChosenFile(kind: Kind, page: PostedPage): Promise<void> {
  const { form, services, actor, visit } = page;
  if (form.has(LEAVE_OUT_CONTROL)) form.delete(FILE_FIELD);
  form.delete(LEAVE_OUT_CONTROL);
  const file = form.get(FILE_CONTROL);
  form.delete(FILE_CONTROL);
  if (linkName(kind) === undefined || !(file instanceof File) || file.size === 0) return;
  if (file.size > MAX_PAPER_BYTES) throw invalid(FILE_FIELD, "file_too_large");
  await services.files.beginFile(actor, visit.client, file.size);
  const { key } = await services.files.accept(actor, new Uint8Array(await file.arrayBuffer()), file.name);
  form.set(FILE_FIELD, key);
}
