import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { FACETS } from "./baseline/facets.ts";
import { feedback } from "./baseline/feedback.ts";
import { items } from "./baseline/items.ts";
import { people } from "./baseline/people.ts";
import { publicChanges } from "./baseline/public-changes.ts";
import { searchAliases } from "./baseline/search-aliases.ts";
import { postgresSearch } from "./baseline/search-postgres.ts";
import { sqliteSearch } from "./baseline/search-sqlite.ts";
import { site } from "./baseline/site.ts";
import { createPeriods, createTotals, totalTriggers } from "./baseline/totals.ts";
import { work } from "./baseline/work.ts";
import { engineOf, runAll } from "./run.ts";

/** Names the release whose migrations the baseline replaces. */
export const BASELINE_RELEASE = "0.2.0";

/** Lists the migrations of that release. Releases 0.2.0 and 0.3.0 look for these names, so a new database records them, too. */
export const BASELINE_NAMES = [
  "202611210100-archive",
  "202611210200-jobs",
  "202611210210-audit",
  "202611210300-accounts",
  "202611210310-limits",
  "202611210400-newsletter",
  "202611210410-feedback",
  "202611210420-moderation",
  "202611210430-takedown",
  "202611210500-papers",
  "202611210510-link-key",
  "202611210520-broken-links",
  "202611210530-page-text",
  "202611210550-similar",
  "202611210560-pictures",
  "202611210600-search",
  "202611210603-search-aliases",
  "202611210610-totals",
  "202611210620-public-changes",
  "202611210621-upload-locks",
  "202611220900-approved-words",
  "202611221300-uploaded-sha256",
  "202611221400-job-lanes",
  "202611221500-changes",
  "202611221510-free-form",
  "202611221520-contact-details",
  "202611222000-term",
  "202611222010-set",
  "202611231100-job-request-id",
  "202611231110-operations-sample",
];

/** Creates the schema of release 0.2.0 in an empty database. */
async function createSchema(db: Kysely<unknown>): Promise<void> {
  const engine = engineOf(db);
  await runAll(db, [
    ...people,
    ...site,
    ...work,
    ...items,
    ...feedback,
    ...searchAliases,
    ...(engine === "postgres" ? postgresSearch : sqliteSearch),
    createTotals(FACETS),
    createPeriods,
    ...totalTriggers(engine, FACETS),
    ...publicChanges(engine),
  ]);
}

/** Maps these names to migrations. The last one creates the whole schema, and the others only record their names. */
export const baseline: Record<string, Migration> = {
  ...Object.fromEntries(BASELINE_NAMES.map((name) => [name, { up: async () => {} }])),
  [BASELINE_NAMES.at(-1) as string]: { up: createSchema },
};
