import type { Actor } from "../../../shared/people/policy.ts";
import type { PaperProposal, RecognitionService } from "../../files/index.ts";
import type { PileRowTable } from "../../platform/index.ts";
import type { PileFile } from "./pile-types.ts";
import { proposeSplit } from "./propose-split.ts";

/** A longer PDF is a book, which nobody splits by headings. */
const MAX_SPLIT_PAGES = 60;
const PDF = "application/pdf";

/** The page ranges of exams in a PDF, from 1. */
export type PageRanges = [first: number, last: number][];

/**
 * Finds the PDFs that seem to contain several exams, and that the person neither split nor kept as one paper.
 * @param rows drafts with their files
 * @returns the page ranges of the exams by row
 */
export async function splitsOf(
  { recognition }: { recognition: Pick<RecognitionService, "pageDetails"> },
  rows: { row: PileRowTable; files: PileFile[] }[],
): Promise<Map<string, PageRanges>> {
  const pdfs = rows.flatMap(({ row, files }) => {
    const pdf = wholePdf(row, files);
    return pdf ? { id: row.id, pdf } : [];
  });
  const sha256s = [...new Set(pdfs.map(({ pdf }) => pdf.sha256))];
  const facts = await recognition.pageDetails(sha256s, MAX_SPLIT_PAGES);
  return new Map(
    pdfs.flatMap(({ id, pdf }): [string, PageRanges][] => {
      const proposed = proposeSplit(facts.get(pdf.sha256) ?? [], pdf.pages);
      return proposed ? [[id, proposed]] : [];
    }),
  );
}

/** The only file of a row, if it is a PDF that could contain several exams, and the person doesn't keep it as one paper. */
export const wholePdf = (
  { keepWhole }: Pick<PileRowTable, "keepWhole">,
  [file, ...others]: PileFile[],
): PileFile | undefined =>
  keepWhole === 0 &&
  file?.type === PDF &&
  others.length === 0 &&
  file.firstPage === null &&
  file.pages > 1 &&
  file.pages <= MAX_SPLIT_PAGES
    ? file
    : undefined;

/**
 * Returns when the server reads further pages of a PDF, which may begin another exam; undefined if it is certain that the row
 * is one paper.
 */
export const furtherPagesOf = (
  row: Pick<PileRowTable, "keepWhole">,
  files: PileFile[],
  proposal: PaperProposal | undefined,
): PaperProposal["furtherPages"] => wholePdf(row, files) && proposal?.furtherPages;

/**
 * Counts the exams that an uploaded file seems to contain.
 * @param key of the file
 * @throws DomainError not_found
 */
export async function examsIn(
  { recognition }: { recognition: Pick<RecognitionService, "detailsByPage"> },
  actor: Actor,
  key: string,
): Promise<number> {
  const pages = await recognition.detailsByPage(actor, key, MAX_SPLIT_PAGES);
  return proposeSplit(pages, pages.length)?.length ?? 1;
}
