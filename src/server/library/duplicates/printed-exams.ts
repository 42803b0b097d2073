import { confidenceOf } from "../../../shared/items/confidence.ts";
import type { FacetName } from "../../../shared/facets/facets.ts";
import type { Proposal, RecognitionService } from "../../files/index.ts";
import type { Candidate } from "./duplicates.repo.ts";
import { isDifferent, type KnownFacets, namesOfExam, type Traits } from "./reasons.ts";
import type { SimilarReason } from "../../../shared/items/similar.ts";

/** An item that looks like another one, with the reasons. */
export interface Found {
  candidate: Candidate;
  reasons: SimilarReason[];
}

/**
 * Returns a function that removes `samePage` from two papers with one template whose pages print two exams. A page that
 * prints nothing readable is compared by what its contributor typed.
 */
export function createTellApart({ recognition }: { recognition: Pick<RecognitionService, "proposals"> }) {
  /** @param found the similar items of each of these items */
  return async function tellApart(items: Traits[], found: Found[][]): Promise<Found[][]> {
    const sha256s = items.flatMap((item, index) => {
      const alike = (found[index] ?? []).filter(isByLook).map(({ candidate }) => candidate.sha256);
      return alike.length > 0 ? [item.sha256, ...alike] : [];
    });
    if (sha256s.length === 0) return found;
    const printed = await printedExams(sha256s.flatMap((sha256) => sha256 ?? []));
    const isOther = (one: Traits, other: Traits) => {
      const [p, q] = [one, other].map(({ sha256 }) => printed.get(sha256 ?? "") ?? {});
      return namesOfExam.some((name) => printsOther(name, [one, p ?? {}], [other, q ?? {}]));
    };
    return items.map((item, index) =>
      (found[index] ?? []).flatMap((alike) => {
        if (!isByLook(alike) || !isOther(item, alike.candidate)) return [alike];
        const reasons = alike.reasons.filter((reason) => reason !== "samePage");
        return reasons.length > 0 ? [{ ...alike, reasons }] : [];
      }),
    );
  };

  async function printedExams(sha256s: string[]): Promise<Map<string, KnownFacets>> {
    const heads = [...new Set(sha256s)].map((sha256) => ({ sha256, firstPage: 1 }));
    const proposals = await recognition.proposals(heads);
    return new Map([...proposals].map(([name, { facts }]) => [name.split(" ")[0] ?? "", certain(facts)]));
  }
}

const isByLook = ({ reasons }: Found): boolean => reasons.includes("samePage");

/** The printed values that are no guess. */
const certain = (facts: Proposal): KnownFacets =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, { value, confidence }]) =>
      confidenceOf(confidence) === "guess" ? [] : [[name, value]],
    ),
  );

/** Two contributors who typed the same value are right about it, because a machine can misread a digit. */
function printsOther(
  name: FacetName,
  [typed, printed]: [KnownFacets, KnownFacets],
  [otherTyped, otherPrinted]: [KnownFacets, KnownFacets],
): boolean {
  if (printed[name] === undefined && otherPrinted[name] === undefined) return false;
  const isTyped = (typed[name] ?? null) !== null && (otherTyped[name] ?? null) !== null;
  if (isTyped && !isDifferent(name, typed, otherTyped)) return false;
  return isDifferent(
    name,
    { [name]: printed[name] ?? typed[name] },
    { [name]: otherPrinted[name] ?? otherTyped[name] },
  );
}
