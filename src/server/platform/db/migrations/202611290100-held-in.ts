import type { Kysely } from "kysely";
import { addFacet } from "./add-facet.ts";

/** Adds the month in which an exam was held; null for older items. */
export const up = (db: Kysely<unknown>): Promise<void> => addFacet(db, "heldIn");
