import type { Item } from "../page/context.ts";

/** Whether this reader may replace the file of a public item with the file of a waiting one. */
export const mayReplace = (item: Item, other: Item): boolean =>
  item.status === "Pending" &&
  item.file !== undefined &&
  !item.isForOthers &&
  other.status === "Approved" &&
  other.kind === item.kind &&
  !other.isForOthers;
