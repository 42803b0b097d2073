import { unpackPrints } from "../../files/index.ts";
import type { DuplicatesRepo } from "./duplicates.repo.ts";
import type { NearPapers } from "./near-papers.ts";
import { searchedHashes } from "./reasons.ts";
import { isSamePaper } from "./same-pages.ts";

/** @returns a function of the service that finds files with other bytes that show the same pages */
export function createSamePapers({
  duplicatesRepo,
  nearPapers,
}: {
  duplicatesRepo: Pick<DuplicatesRepo, "fingerprint" | "prints">;
  nearPapers: NearPapers;
}) {
  /**
   * Finds the stored files that show the same pages as this one, for example because a program saved the file anew. Papers
   * with one template can look alike, so the caller compares their exams.
   * @returns their SHA-256s
   */
  return async (sha256: string): Promise<string[]> => {
    const paper = await duplicatesRepo.fingerprint(sha256);
    if (!paper) return [];
    const own = unpackPrints(paper);
    const near = await nearPapers(searchedHashes(paper));
    const found = await duplicatesRepo.prints([...new Set(near.flat())]);
    return found
      .filter((other) => other.sha256 !== sha256 && isSamePaper(own, unpackPrints(other)))
      .map((other) => other.sha256);
  };
}
