import { type Jpeg, writePdf } from "./pdf-writer.ts";
import { type PhotoPage, renderPage } from "./render-page.ts";

export interface JoinRequest {
  pages: PhotoPage[];
  /** See `stretchGrey`. */
  isGrey: boolean;
}

/** A message of `joinPages` from a web worker: the page that it begins, at last the PDF, or that it can't. */
export type JoinMessage = { page: number } | { pdf: Blob } | { failed: true };

/**
 * Joins photos to one PDF, one after the other, so that a phone holds one picture at a time.
 * @param onPage gets the number of each page, from 1, when it begins
 * @throws if the browser can't read or draw one
 */
export async function joinPages(
  { pages, isGrey }: JoinRequest,
  onPage: (page: number) => void,
): Promise<Blob> {
  const jpegs: Jpeg[] = [];
  for (const [index, page] of pages.entries()) {
    onPage(index + 1);
    jpegs.push(await renderPage(page, isGrey));
  }
  return writePdf(jpegs);
}
