import { kindNamed } from "../../../shared/kinds/index.ts";
import { titleOf } from "../../../shared/item-title.ts";
import type { NoticeDetails, NoticeEvent } from "../../../shared/notices.ts";
import { mayBeSentAgain } from "../../../shared/status.ts";
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
  const title = titleOf({ kind: row.kind, fields: { [kind.title]: row.title } });
  const question = kind.parent && [row.code, row.subject, row.year].filter(Boolean).join(" ");
  const { event } = row;
  const isOwn = row.uploaderId === userId;
  // People look for a paper by its course and year.
  const isPaper = !kind.parent && (event === "found" || event === "followed");
  const paper = [row.code, title, row.year].filter(Boolean).join(" ");
  return {
    ...(JSON.parse(row.details) as NoticeDetails),
    id: row.id,
    event,
    itemId: row.itemId,
    kind: row.kind,
    title: question ? `${title}: ${question}` : isPaper ? paper : title,
    path: kind.parent
      ? `${kindNamed(kind.parent.kind).pages.details}/${row.parentId}`
      : `${kind.pages.details}/${row.itemId}`,
    fixPath:
      event === "returned" && isOwn && mayBeSentAgain(row) ? `/dashboard/edit/${row.itemId}` : undefined,
    at: new Date(row.visibleAt).toISOString(),
    isRead: row.readAt !== null,
  };
}
