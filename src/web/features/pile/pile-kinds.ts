import { linkName } from "../../../shared/files.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";

/** The kinds that a row can have: items with a file or link. */
export const pileKindNames = standaloneKinds
  .filter((kind) => linkName(kind) !== undefined)
  .map(({ name }) => name);

/** The details that the form without JavaScript asks for all papers of a pile. */
export const questionFacets = ["university", "department", "semester", "term", "year", "examType"] as const;
