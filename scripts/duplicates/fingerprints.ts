import sharp from "sharp";
import { facetColumnsOf } from "../../src/shared/facet-columns.ts";
import type { Traits } from "../../src/server/archive/duplicates/reasons.ts";
import { type Fingerprint, fingerprintOf } from "../../src/server/files/rendering/paper-tasks.ts";

/** Computes a fingerprint like the server does for an uploaded picture. */
export function fingerprintOfImage(image: Uint8Array): Promise<Fingerprint> {
  return fingerprintOf((width) =>
    sharp(image).autoOrient().resize({ width, withoutEnlargement: true }).flatten({ background: "white" }),
  );
}

/** The traits of an item; only its first page is known. @param sha256 the hash of its file */
export function traitsOfPage({ hash, print }: Fingerprint, sha256: string): Traits {
  return {
    ...facetColumnsOf({}),
    kind: "note",
    parentId: null,
    title: sha256,
    linkKey: null,
    hash,
    print,
    sha256,
  };
}
