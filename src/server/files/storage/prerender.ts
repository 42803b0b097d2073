import { PAGE_WIDTHS, pageImageName, THUMBNAIL } from "../../../shared/files/files.ts";
import type { Papers } from "../rendering/papers.ts";
import type { PageImageCache } from "./page-image-cache.ts";

export interface PrerenderDependencies {
  papers: Pick<Papers, "thumbnail" | "page">;
  pageImageCache: Pick<PageImageCache, "get">;
}

export interface NewPaper {
  sha256: string;
  bytes: Uint8Array;
  /** The id of the account that uploaded it; "" for the archive itself. */
  owner: string;
}

const [, , PHONE_WIDTH] = PAGE_WIDTHS;

/**
 * Draws the images that a list and a phone show first, so that readers don't wait. The names must match the
 * names in `files.page`.
 * @throws Error if a page can't be drawn
 */
export async function prerender(
  { papers, pageImageCache }: PrerenderDependencies,
  { sha256, bytes, owner }: NewPaper,
): Promise<void> {
  const keep = (width: number, draw: () => ReturnType<Papers["page"]>) =>
    pageImageCache.get(sha256, `${pageImageName(1, width)}.webp`, async () => {
      const image = await draw();
      if ("refusal" in image || !image.value) throw new Error("Page 1 can't be drawn.");
      return image.value.bytes;
    });
  await keep(THUMBNAIL, () => papers.thumbnail(bytes, { owner }));
  await keep(PHONE_WIDTH, () => papers.page(bytes, 1, PHONE_WIDTH, { owner }));
}
