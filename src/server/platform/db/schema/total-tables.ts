import type { CountedFacet } from "../../../../shared/facets/facets.ts";
import type { Status } from "../../../../shared/items/status.ts";

/** How many items have a combination of facets, by their normal forms. Triggers update this table. */
export interface ResourceTotalTable extends Record<CountedFacet, string> {
  kind: string;
  status: Status;
  /** One bit for each facet of the combination. The columns of the other facets are "". */
  facets: number;
  /**
   * The value as the contributor wrote it, if the total is for this facet only and the normal form differs;
   * otherwise "".
   */
  spelling: string;
  n: number;
}

/**
 * How many items were contributed in each period of `days` days, counted from the epoch. Triggers update this
 * table.
 */
export interface ResourcePeriodTable {
  kind: string;
  status: Status;
  /** 30 or 1. */
  days: number;
  period: number;
  n: number;
}
