export { type ContributingModule, createContributing, type ContributingOptions } from "./compose.ts";
export type { PileArrival } from "./piles/pile-arrivals.ts";
export {
  type OwnPile,
  ownPilesSchema,
  type PilePage,
  type PileRow,
  pileSchema,
} from "./piles/pile.present.ts";
export { pileStatuses } from "./piles/pile-types.ts";
export { PILE_LIMIT, pileHandlers } from "./piles/piles.jobs.ts";
export { csvLine } from "./transfer/csv.ts";
export { REASON } from "./transfer/import-columns.ts";
