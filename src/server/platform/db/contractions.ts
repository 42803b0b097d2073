/** A change of the schema that code from before a release doesn't survive. */
export interface Contraction {
  /** The removed or tightened things, named as `tests/support/platform/schema-parts.ts` names them. */
  things: readonly string[];
  /** The first release whose code works without these things. It is older than the migration's own release. */
  since: string;
}

/** No server runs code from before this release. */
export const FIRST_RELEASE = "0.1.0";

/**
 * The migrations that contract: they drop or rename a table or column, tighten a constraint, or replace a
 * trigger that older code needs. All other migrations only expand, so code of the release before them keeps
 * working. `contractions.engine.test.ts` finds a contraction that is missing here, and refuses one whose things
 * the release before still used. docs/upgrading.md explains the rule.
 */
export const contractions: Readonly<Record<string, Contraction>> = {};
