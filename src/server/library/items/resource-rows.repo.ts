import { sql, type SqlBool } from "kysely";
import type { FacetKeys } from "../../../shared/facets/facet-columns.ts";
import { facetNames } from "../../../shared/facets/facets.ts";
import type { Placed } from "../../../shared/moderating/areas.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { type Database, listOf, type Query, type ResourceTable } from "../../platform/index.ts";
import { checkedOnly, placeColumns, visible } from "./resource-filter.repo.ts";

/** Columns that only queries use. */
type Compared = keyof FacetKeys | "linkKey" | "searchText" | "searchTitle";

export interface ResourceRow extends Omit<ResourceTable, Compared>, Placed {
  /** The name of the account, or the imported name if there is no account. */
  uploaderName: string;
  uploaderEmail: string;
  /** The name of the person whose better copy the item shows; null without such a copy. */
  betterCopyName: string | null;
  parentSubject: string | null;
  parentDepartment: string | null;
  parentCode: string | null;
  parentYear: number | null;
  answerCount: number;
  /** Whether a change to the item waits for an admin. Only its contributor and admins see this. */
  hasChange: 0 | 1;
  /** The sum of all readers' ratings, in half stars. */
  ratingHalves: number;
  ratingCount: number;
  /** The type of the uploaded file or image; null without a file. */
  fileType: string | null;
  fileSize: number | null;
  filePages: number | null;
  /** The width of an image, in px. */
  fileWidth?: number | null | undefined;
  fileHeight?: number | null | undefined;
}

/**
 * A constant, because building this SQL for every query would take as long as reading a page of items. This
 * SQL contains only the columns that we show.
 */
const ITEMS = sql<ResourceRow & { parentUploaderId: string | null }>`(select
  item.id, item.kind, item.status, item.reason, item."removedFrom", item.returned, item."uploaderId", item."userName", item.email,
  item."parentId", item.title, ${sql.join(facetNames.map((name) => sql.ref(`item.${name}`)))}, item.link, item."fileKey", item."betterCopyOf", item."movedTo", item."betterCopyBy", item.details, item.version, item."createdAt", item."updatedAt",
  coalesce(users."displayName", item."userName") as "uploaderName",
  coalesce(users.email, item.email) as "uploaderEmail",
  (select "displayName" from users as better where better.id = item."betterCopyBy") as "betterCopyName",
  parent.subject as "parentSubject", parent.department as "parentDepartment", parent.code as "parentCode",
  parent.year as "parentYear", parent."uploaderId" as "parentUploaderId",
  item."universityKey", item."departmentKey", ${sql.join([...placeColumns("item")])},
  file.type as "fileType", file.size as "fileSize", file.width as "fileWidth", file.height as "fileHeight",
  paper.pages as "filePages",
  (select count(*) from resource as child where child."parentId" = item.id and child.status = 'Approved') as "answerCount",
  case when exists (select 1 from change where change."resourceId" = item.id) then 1 else 0 end as "hasChange",
  (select coalesce(sum(halves), 0) from rating where rating."itemId" = item.id) as "ratingHalves",
  (select count(*) from rating where rating."itemId" = item.id) as "ratingCount"
  from resource as item left join users on users.id = item."uploaderId"
    left join resource as parent on parent.id = item."parentId"
    left join file on file.key = item."fileKey" left join paper on paper.sha256 = file.sha256)`;

/** Items with the columns from their contributor and their parent. The table is named `resource`. */
export const resourceRows = (db: Query) => db.selectFrom(ITEMS.as("resource")).selectAll("resource");

/** The items with these ids, in the order of the ids. Items that this reader can't see are left out. */
export async function visibleRows(
  db: Query,
  engine: Database["engine"],
  ids: readonly string[],
  actor: Actor,
): Promise<ResourceRow[]> {
  if (ids.length === 0) return [];
  const rows = await resourceRows(db)
    .where(sql<SqlBool>`resource.id in ${listOf(engine, ids)}`)
    .where(checkedOnly(visible(actor)))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
