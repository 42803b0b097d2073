import sharp from "sharp";
import { facetColumnsOf } from "../../src/shared/facets/facet-columns.ts";
import type { Traits } from "../../src/server/library/duplicates/reasons.ts";
import { type PageFingerprint, packPrints } from "../../src/server/files/rendering/packed-prints.ts";
import { fingerprintOf } from "../../src/server/files/rendering/paper-tasks.ts";

/** Computes a fingerprint like the server does for an uploaded picture. */
export function fingerprintOfImage(image: Uint8Array): Promise<PageFingerprint> {
  return fingerprintOf((width) =>
    sharp(image).autoOrient().resize({ width, withoutEnlargement: true }).flatten({ background: "white" }),
  );
}

/** The traits of an item; only its first page is known. @param sha256 the hash of its file */
export const traitsOfPage = (page: PageFingerprint, sha256: string): Traits => traitsOfPages([page], sha256);

/** The traits of an item; only its first pages are known. */
export function traitsOfPages(pages: PageFingerprint[], sha256: string): Traits {
  return {
    ...facetColumnsOf({}),
    kind: "note",
    parentId: null,
    title: sha256,
    linkKey: null,
    ...packPrints(pages),
    sha256,
  };
}
