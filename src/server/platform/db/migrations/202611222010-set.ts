import type { Kysely } from "kysely";
import { addFacet } from "./add-facet.ts";

/** The set of an exam that was given out in several sets; null for older items. */
export const up = (db: Kysely<unknown>): Promise<void> => addFacet(db, "set");
