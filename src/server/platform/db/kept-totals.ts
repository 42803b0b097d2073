/** Every combination of the first five facets has totals. */
const FIRST_FACETS = 5;
/** With a later facet, a combination has totals if it has at most so many facets. */
const MOST_FACETS = 3;

/**
 * Whether `resourceTotal` has the totals of a combination of facets: without a limit, each facet would double them.
 * Migrations wrote the totals by this rule, so it never changes.
 * @param facets a bit for each facet, as in `resourceTotal.facets`
 */
export function isKeptTotal(facets: number): boolean {
  const count = facets.toString(2).replaceAll("0", "").length;
  return facets < 2 ** FIRST_FACETS || count <= MOST_FACETS;
}
