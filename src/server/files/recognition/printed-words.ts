import type { PrintedWords } from "../rendering/three-cuttings.ts";
import type { ItemWords } from "../storage/page-drawing.ts";
import { findPrintedWords } from "./find-printed-words.ts";
import { pagesOfHead } from "./proposals.ts";
import type { RecognitionRepo } from "./recognition.repo.ts";

/** How many results a process remembers. They take up to 2 kB each. */
const MAX_REMEMBERED = 2_000;

/**
 * Finds the code, exam and year of an item in the head of its paper. A result is remembered until more of the head has been
 * read.
 */
export function createPrintedWords(recognitionRepo: Pick<RecognitionRepo, "headPages" | "headTexts">) {
  const remembered = new Map<string, { state: string; printed: PrintedWords | undefined }>();

  /** @param onMiss runs before the text is read and searched */
  return async function printedWords(
    sha256: string,
    item: ItemWords,
    onMiss: () => Promise<void>,
  ): Promise<PrintedWords | undefined> {
    const name = JSON.stringify([sha256, item.code, item.examType, item.year]);
    const head = pagesOfHead({ sha256, firstPage: 1 });
    const read = await recognitionRepo.headPages(head);
    const state = String(head.map(({ page }) => read.findLast((one) => one.page === page)?.isWhole));
    const known = remembered.get(name);
    if (known?.state === state) return known.printed;
    await onMiss();
    const printed = findPrintedWords(await recognitionRepo.headTexts(head), item);
    remembered.delete(name);
    remembered.set(name, { state, printed });
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return printed;
  };
}
