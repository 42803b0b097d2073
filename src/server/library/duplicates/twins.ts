import { authorize } from "../../../shared/people/authorize.ts";
import { facetColumnsOf } from "../../../shared/facets/facet-columns.ts";
import { facets } from "../../../shared/facets/facets.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { UniversitiesService } from "../universities/universities.service.ts";
import type { DuplicatesRepo } from "./duplicates.repo.ts";
import { isOneExam } from "./reasons.ts";

/** @returns a function of the service that finds the new papers for which the form asks for the month */
export function createHaveTwins({
  duplicatesRepo,
  universities,
}: {
  duplicatesRepo: DuplicatesRepo;
  universities: Pick<UniversitiesService, "named">;
}) {
  /** The full names of these universities, by the name that was typed. */
  async function fullNames(typed: Set<string>): Promise<Map<string, string>> {
    const named = async (university: string) =>
      [university, (await universities.named({ university })).university] as const;
    return new Map(await Promise.all([...typed].map(named)));
  }

  /**
   * Finds out which new papers have the course, exam and year of a paper in the archive, while nothing tells the two
   * apart. A paper without one of these three has no such twin.
   * @param papers the fields of each paper
   * @throws DomainError sign_in_required
   */
  return async (actor: Actor, papers: Record<string, string>[]): Promise<boolean[]> => {
    const by = authorize(actor, "contribute");
    const full = await fullNames(new Set(papers.flatMap(({ university }) => university || [])));
    const all = papers.map((fields) => {
      const { code, year, examType, university = "" } = fields;
      if (!code || !year || !examType) return undefined;
      return facetColumnsOf({ ...fields, university: full.get(university) ?? null });
    });
    const codes = [...new Set(all.flatMap((paper) => paper?.codeNorm ?? []))];
    const found = await duplicatesRepo.examsOf("question", codes, by);
    const byCode = Map.groupBy(found, ({ code }) => facets.code.fold(code ?? ""));
    return all.map((paper) =>
      Boolean(paper && byCode.get(paper.codeNorm ?? "")?.some((other) => isOneExam(paper, other))),
    );
  };
}
