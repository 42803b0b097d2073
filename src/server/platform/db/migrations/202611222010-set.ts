import type { Kysely } from "kysely";
import { addFacet } from "./add-facet.ts";

/** Adds the set of an exam with several sets of questions; null for older items. */
export const up = (db: Kysely<unknown>): Promise<void> => addFacet(db, "set");
