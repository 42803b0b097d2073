import type { Query, ResourceTable } from "../../platform/index.ts";

/**
 * Plans the copy of an item's Drive file, in the transaction that stores the item. It does nothing if the item
 * is rejected or has a file, or if the operator has not turned these copies on.
 */
export type PlanCopy = (
  trx: Query,
  item: Pick<ResourceTable, "id" | "link" | "fileKey" | "uploaderId" | "status">,
) => Promise<void>;

/** Plans nothing. */
export const planNoCopy: PlanCopy = async () => {};
