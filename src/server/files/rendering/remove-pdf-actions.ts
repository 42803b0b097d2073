import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import { PaperRefused } from "./paper-refused.ts";
import { openPdf, type Pdf } from "./pdf.ts";
import { actionsIn } from "./pdf-actions.ts";
import { mentionsActions } from "./pdf-mentions.ts";
import { PdfSyntaxError } from "./pdf-syntax.ts";

const BLANK = 0x20;

/** Whether the file can't stay as it is even without actions: it is encrypted, or had junk before its header. */
export interface PdfChange {
  isNeeded: boolean;
}

/**
 * Removes scripts, commands, form submissions and attached files from a PDF (docs/decisions/037): PDFium
 * rewrites the PDF, this function blanks the actions, and PDFium rewrites it again without unreferenced
 * objects.
 * @param pdf opened from these bytes, before any page is drawn
 * @returns undefined if the PDF has no actions and needs no other change
 * @throws PaperRefused file_active if an action remains, file_too_large; the other errors of PDFium
 */
export async function removePdfActions(
  bytes: Buffer,
  pdf: Pdf,
  { isNeeded }: PdfChange = { isNeeded: false },
): Promise<Buffer | undefined> {
  const copy = pdf.copy();
  const actions = actionsOf(copy);
  if (actions.length === 0 && !mentionsActions(bytes)) {
    if (!isNeeded) return undefined;
    if (copy.length > MAX_PAPER_BYTES) throw new PaperRefused("file_too_large");
    return copy;
  }
  for (const { start, end } of actions) copy.fill(BLANK, start, end);
  const cleaned = await openPdf(copy);
  const withoutActions = cleaned.copy();
  if (
    cleaned.pages !== pdf.pages ||
    withoutActions.length > MAX_PAPER_BYTES ||
    actionsOf(withoutActions).length > 0
  )
    throw new PaperRefused("file_active");
  return withoutActions;
}

function actionsOf(copy: Buffer) {
  try {
    return actionsIn(copy.toString("latin1"));
  } catch (error) {
    if (error instanceof PdfSyntaxError) throw new PaperRefused("file_active");
    throw error;
  }
}
