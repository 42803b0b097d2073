import { invalid } from "../../shared/errors.ts";
import { FILE_FIELD } from "../../shared/files.ts";
import type { PaperRefusal } from "../../shared/paper.ts";

/** How long a failed page is not drawn again, in ms. */
const KEPT = 600_000;
const MOST = 1_000;

/**
 * Remembers pages that can't be drawn, so that a hostile page takes a process once and not for each of its readers.
 * @param clock the time now, in epoch milliseconds
 */
export function createFailedPages(clock: () => number) {
  /** In order of failure. */
  const failed = new Map<string, { until: number; refusal: PaperRefusal }>();
  const idOf = (sha256: string, name: string) => `${sha256}/${name}`;

  return {
    /** @param name of the image @throws DomainError invalid_input with the reason at `file`, if it failed lately */
    check(sha256: string, name: string): void {
      const known = failed.get(idOf(sha256, name));
      if (known && clock() < known.until) throw invalid(FILE_FIELD, known.refusal);
    },

    keep(sha256: string, name: string, refusal: PaperRefusal): void {
      const id = idOf(sha256, name);
      failed.delete(id);
      failed.set(id, { until: clock() + KEPT, refusal });
      const [oldest] = failed.keys();
      if (failed.size > MOST && oldest !== undefined) failed.delete(oldest);
    },
  };
}
