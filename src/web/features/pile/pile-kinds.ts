import { linkName } from "../../../shared/files.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";

/** The kinds that a row can have: items with a file or link. */
export const pileKindNames = standaloneKinds
  .filter((kind) => linkName(kind) !== undefined)
  .map(({ name }) => name);
