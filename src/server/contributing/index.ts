export { type ContributingModule, createContributing, type ContributingOptions } from "./compose.ts";
export type { PileArrival } from "./piles/pile-arrivals.ts";
export { type Detail, pileStatuses } from "./piles/pile-types.ts";
export type { ViewedRow as PileRow } from "./piles/pile-view.ts";
export { PILE_LIMIT, pileHandlers } from "./piles/piles.jobs.ts";
export type { OwnPile, PilePage } from "./piles/piles.service.ts";
export { csvLine } from "./transfer/csv.ts";
