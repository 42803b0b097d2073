import { invalid } from "../../../shared/problems/errors.ts";
import { FILE_FIELD } from "../../../shared/files/files.ts";
import type { PaperAnswer } from "../rendering/papers.ts";

type Refused = Extract<PaperAnswer<unknown>, { refusal: unknown }>;

/** How long a failed page is not drawn again, in ms. */
const KEPT = 600_000;
/**
 * A shorter time (ms) for the first failure in ten minutes, if its process ended: a busy machine can be the
 * cause.
 */
const KEPT_ONCE = 10_000;
const MAX = 1_000;

/**
 * Remembers pages that can't be drawn, so that a hostile page does not occupy a process for every reader.
 * @param clock the time now, in epoch milliseconds
 */
export function createFailedPages(clock: () => number) {
  /** The failed pages, oldest failure first. */
  const failed = new Map<string, { at: number; until: number; refusal: Refused["refusal"] }>();
  const idOf = (sha256: string, name: string) => `${sha256}/${name}`;

  return {
    /**
     * @param name of the image
     * @throws DomainError invalid_input with the reason at `file`, if it failed recently
     */
    check(sha256: string, name: string): void {
      const known = failed.get(idOf(sha256, name));
      if (known && clock() < known.until) throw invalid(FILE_FIELD, known.refusal);
    },

    keep(sha256: string, name: string, { refusal, isEnded }: Refused): void {
      const id = idOf(sha256, name);
      const at = clock();
      const before = failed.get(id)?.at ?? -Infinity;
      const isFirst = at - before >= KEPT;
      failed.delete(id);
      failed.set(id, { at, until: at + (isEnded && isFirst ? KEPT_ONCE : KEPT), refusal });
      const [oldest] = failed.keys();
      if (failed.size > MAX && oldest !== undefined) failed.delete(oldest);
    },
  };
}
