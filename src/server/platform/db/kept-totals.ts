/** Every combination of the first five facets has totals. */
const FIRST_FACETS = 5;
/** A combination with a later facet has totals only up to this number of facets. */
const MAX_FACETS = 3;

/**
 * Whether `resourceTotal` has the totals of a combination of facets. Without a limit, each facet would double
 * the number of totals. The migrations used this rule to write the totals, so the rule must never change.
 * @param facets a bit for each facet, as in `resourceTotal.facets`
 */
export function isKeptTotal(facets: number): boolean {
  const count = facets.toString(2).replaceAll("0", "").length;
  return facets < 2 ** FIRST_FACETS || count <= MAX_FACETS;
}
