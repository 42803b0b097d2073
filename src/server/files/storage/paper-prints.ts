import { COMPARED_PAGES, packPrints, type PaperPrints } from "../rendering/packed-prints.ts";
import type { PaperRequester, Papers } from "../rendering/papers.ts";
import { taken } from "./taken.ts";
import type { FilesRepo } from "./files.repo.ts";

/**
 * The fingerprints of the first pages of a paper, up to a page that can't be drawn. A document without page images has none.
 * @throws DomainError unavailable, invalid_input with the reason at `file` if page 1 can't be drawn
 */
export async function fingerprintsOf(
  papers: Pick<Papers, "fingerprint">,
  bytes: Uint8Array,
  pageCount: number,
  by: PaperRequester,
): Promise<PaperPrints> {
  if (pageCount === 0) return packPrints([]);
  const pages = [taken(await papers.fingerprint(bytes, 1, by))];
  while (pages.length < Math.min(pageCount, COMPARED_PAGES)) {
    const next = await papers.fingerprint(bytes, pages.length + 1, by);
    if ("refusal" in next) break;
    pages.push(next.value);
  }
  return packPrints(pages);
}

/**
 * Adds the fingerprints of a paper that is older than those of later pages. Nobody needs them at once, so an error is
 * ignored; the next drawing tries again.
 */
export async function addPrints(
  {
    filesRepo,
    papers,
  }: { filesRepo: Pick<FilesRepo, "paper" | "setPrints">; papers: Pick<Papers, "fingerprint"> },
  sha256: string,
  bytes: Uint8Array,
  by: PaperRequester,
): Promise<void> {
  try {
    const paper = await filesRepo.paper(sha256);
    if (!paper?.hash || paper.pageHashes) return;
    await filesRepo.setPrints(sha256, await fingerprintsOf(papers, bytes, paper.pages, by));
  } catch {
    // The reader gets the thumbnail without them.
  }
}
