import { kindNamed } from "../../../shared/kinds/index.ts";
import { factLines } from "../../../shared/facets/facets.ts";
import { itemTitle, titleWithCourse } from "../../../shared/items/item-title.ts";
import { siteLocale } from "../../../shared/messages/index.ts";
import type { NoticeDetails, NoticeEvent } from "../../../shared/people/notices.ts";
import { mayBeSentAgain } from "../../../shared/items/status.ts";
import type { NoticeRow } from "./notices.repo.ts";

/** A notice as its person reads it. */
export interface Notice extends NoticeDetails {
  id: string;
  event: NoticeEvent;
  itemId: string;
  kind: string;
  title: string;
  /** The page of the item. */
  path: string;
  /** The page where the contributor fixes a returned item; undefined if they can't send it again. */
  fixPath: string | undefined;
  /** ISO 8601 in UTC. */
  at: string;
  isRead: boolean;
}

/** @param userId of the person who reads the notice */
export function presentNotice(row: NoticeRow, userId: string): Notice {
  const kind = kindNamed(row.kind);
  const exam = Object.fromEntries(factLines.exam.map((name) => [name, String(row[name] ?? "")]));
  const fields = { ...exam, code: row.code ?? "", subject: row.subject ?? "", [kind.title]: row.title };
  const { event } = row;
  const isOwn = row.uploaderId === userId;
  // People look for the material of a course by its code and year.
  const isOfCourse = event === "found" || event === "followed";
  return {
    ...(JSON.parse(row.details) as NoticeDetails),
    id: row.id,
    event,
    itemId: row.itemId,
    kind: row.kind,
    title: (isOfCourse ? titleWithCourse : itemTitle)({ kind: row.kind, fields }, siteLocale),
    path: kind.parent
      ? `${kindNamed(kind.parent.kind).pages.details}/${row.parentId}`
      : `${kind.pages.details}/${row.itemId}`,
    fixPath:
      event === "returned" && isOwn && mayBeSentAgain(row) ? `/dashboard/edit/${row.itemId}` : undefined,
    at: new Date(row.visibleAt).toISOString(),
    isRead: row.readAt !== null,
  };
}
