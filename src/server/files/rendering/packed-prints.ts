import type { PaperTable } from "../../platform/index.ts";

/** The fingerprints of one page, whose lines are level. */
export interface PageFingerprint {
  /** The difference hash of the page. It is coarse: different papers can have similar hashes. */
  hash: string;
  /** The hash of the page upside down; null for papers that are older than this hash. */
  turnedHash: string | null;
  /** The positions of ink on the page, which distinguish similar papers; null for the oldest papers. */
  print: string | null;
}

export type PaperPrints = Pick<PaperTable, "hash" | "print" | "pageHashes" | "pagePrints">;

/** Only the first pages of a paper are compared. */
export const COMPARED_PAGES = 3;
const SPACE = " ";

/** @param pages the first pages of a paper, in order */
export function packPrints(pages: PageFingerprint[]): PaperPrints {
  return {
    hash: pages[0]?.hash ?? null,
    print: pages[0]?.print ?? null,
    pageHashes: pages.map(({ hash, turnedHash }) => hash + SPACE + turnedHash).join(SPACE),
    pagePrints: pages.map(({ print }) => print).join(SPACE),
  };
}

/** The first pages of a paper, in order; only the first one of a paper without `pageHashes`. */
export function unpackPrints({ hash, print, pageHashes, pagePrints }: PaperPrints): PageFingerprint[] {
  if (!pageHashes || !pagePrints) return hash === null ? [] : [{ hash, turnedHash: null, print }];
  const hashes = pageHashes.split(SPACE);
  return pagePrints.split(SPACE).map((one, index) => ({
    hash: hashes[2 * index] as string,
    turnedHash: hashes[2 * index + 1] as string,
    print: one,
  }));
}
