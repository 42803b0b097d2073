import { MAX_PAPER_BYTES } from "../../shared/paper.ts";
import { PaperRefused } from "./paper-refused.ts";
import { openPdf, type Pdf } from "./pdf.ts";
import { actionsIn } from "./pdf-actions.ts";
import { mentionsActions } from "./pdf-mentions.ts";
import { PdfSyntaxError } from "./pdf-syntax.ts";

const BLANK = 0x20;

/**
 * A PDF without scripts, programs to launch, forms to send and files within it (docs/decisions/037): PDFium writes it
 * anew, what acts is blanked, and PDFium writes it once more, without what nothing refers to any longer.
 * @param pdf opened from these bytes, none of its pages drawn yet
 * @returns undefined where there is nothing of the kind, so that the file stays as it is
 * @throws PaperRefused file_active where something is left; others as PDFium does
 */
export async function harmlessPdf(bytes: Buffer, pdf: Pdf): Promise<Buffer | undefined> {
  const copy = pdf.copy();
  const actions = actionsOf(copy);
  if (actions.length === 0 && !mentionsActions(bytes)) return undefined;
  for (const { start, end } of actions) copy.fill(BLANK, start, end);
  const cleaned = await openPdf(copy);
  const harmless = cleaned.copy();
  if (cleaned.pages !== pdf.pages || harmless.length > MAX_PAPER_BYTES || actionsOf(harmless).length > 0)
    throw new PaperRefused("file_active");
  return harmless;
}

function actionsOf(copy: Buffer) {
  try {
    return actionsIn(copy.toString("latin1"));
  } catch (error) {
    if (error instanceof PdfSyntaxError) throw new PaperRefused("file_active");
    throw error;
  }
}
