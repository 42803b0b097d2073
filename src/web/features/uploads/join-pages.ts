import { type Jpeg, writePdf } from "../../../shared/files/pdf-writer.ts";
import { type PhotoPage, renderPage } from "./render-page.ts";

export interface JoinRequest {
  pages: PhotoPage[];
  /** See `stretchGrey`. */
  isGrey: boolean;
}

/**
 * A message from the web worker of `joinPages`: the number of the page that it starts, the finished PDF, or a
 * failure.
 */
export type JoinMessage = { page: number } | { pdf: Blob } | { failed: true };

/**
 * Joins photos to one PDF. It decodes one photo after another, because a phone has little memory.
 * @param onPage called with the number of each page, from 1, when it starts
 * @throws if the browser can't read or draw a photo
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
