import { redirect } from "react-router";
import type { ListQuery } from "../../shared/schemas/list-query.ts";
import { listHref } from "./list-href.ts";

/**
 * Counts the pages of a list.
 * @param query the filters of the list; the page number is optional
 * @throws a redirect to the last page if the requested page does not exist
 */
export function pageCountOf(
  path: string,
  query: ListQuery,
  { rows, count, page, size }: { rows: unknown[]; count: number; page: number; size: number },
): number {
  const pageCount = Math.ceil(count / size);
  if (rows.length === 0 && page > 0)
    throw redirect(listHref(path, { ...query, page: Math.max(0, pageCount - 1) }));
  return pageCount;
}
