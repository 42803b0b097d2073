import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { DeskSort } from "../../../shared/moderating/desk.ts";
import { keyColumn, keyValue } from "../../../shared/facets/facet-columns.ts";
import type { FacetName } from "../../../shared/facets/facets.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import type { DeskFilter } from "../../../shared/schemas/desk.ts";
import { checkedOnly, decidable, moderated, visible } from "../../library/index.ts";

type Condition = RawBuilder<SqlBool>;

const DAY = 86_400_000;
const join = (conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/** The two parts of the queue: Pending items, and changes of Approved items. */
export type QueuePart = "items" | "changes";

/** The parts that a filter can match. The server knows the details in files of new items only. */
export function partsOf({ only, confidence, duplicate }: DeskFilter): QueuePart[] {
  if (confidence !== undefined || duplicate !== undefined) return only === "changes" ? [] : ["items"];
  return only ? [only as QueuePart] : ["items", "changes"];
}

// The second condition lets SQLite use the index of items that are not Approved.
export const PENDING = sql<SqlBool>`resource.status = 'Pending' and resource.status <> 'Approved'`;
const CHANGED = sql<SqlBool>`resource.status = 'Approved'`;

/** The time since when a row waits. */
export const sinceOf = (part: QueuePart) =>
  part === "items" ? sql<number>`resource."createdAt"` : sql<number>`change."createdAt"`;

/** The most certain details first; items without an entry come after them. */
const CERTAINTY = sql<number>`case "deskEntry".confidence when 'sure' then 0 when 'likely' then 1 when 'none' then 3
  when 'guess' then 4 else 2 end`;

/** Rows whose file has pages come before rows that only have a link or a text. */
const withPagesFirst = (fileKey: RawBuilder<string | null>) =>
  sql<number>`case when exists (select 1 from file left join paper on paper.sha256 = file.sha256
    where file.key = ${fileKey} and coalesce(paper.pages, 1) > 0) then 0 else 1 end`;

const OLDEST: Record<QueuePart, RawBuilder<number>> = {
  items: withPagesFirst(sql`resource."fileKey"`),
  changes: withPagesFirst(sql`coalesce(change."fileKey", resource."fileKey")`),
};

/** The rank of a row in this order, before its time. */
export function rankOf(part: QueuePart, sort: DeskSort): RawBuilder<number> {
  if (sort === "oldest") return OLDEST[part];
  return part === "items" && sort === "surest" ? CERTAINTY : sql<number>`0`;
}

/** When the queue is read. */
export interface QueueTime {
  /** Epoch milliseconds. */
  now: number;
  /** Only rows that were created and changed until this time, in epoch milliseconds. */
  until?: number | undefined;
  /** Whether to leave out a moderator's own rows, on which another person decides. */
  isDecidable?: boolean;
}

/**
 * The rows of the queue that match a filter. The query joins `change` for changes, and `deskEntry` for items.
 */
export function inQueue(
  part: QueuePart,
  filter: DeskFilter,
  actor: Actor,
  { now, until, isDecidable }: QueueTime,
): Condition {
  const { kind, confidence, duplicate, age, contributor, first, pile, missing } = filter;
  const since = sinceOf(part);
  return join([
    part === "items" ? PENDING : CHANGED,
    isDecidable ? decidable(actor) : moderated(actor),
    ...(until === undefined ? [] : [sql<SqlBool>`${since} <= ${until} and resource."updatedAt" <= ${until}`]),
    ...(kind ? [sql<SqlBool>`resource.kind = ${kind}`] : []),
    ...inUniversity(filter.university),
    ...inDepartment(filter.department),
    ...(missing ? [without(missing)] : []),
    ...(confidence ? [sql<SqlBool>`coalesce("deskEntry".confidence, 'none') = ${confidence}`] : []),
    ...(duplicate ? [hasDuplicate(actor)] : []),
    ...(age ? [sql<SqlBool>`${since} <= ${now - age * DAY}`] : []),
    ...(contributor ? [sql<SqlBool>`resource."uploaderId" = ${contributor}`] : []),
    ...(first ? [isFirst(PENDING)] : []),
    ...(pile
      ? [
          sql<SqlBool>`resource.id in (select "itemId" from "pileRow" where "pileId" = ${pile} and "itemId" is not null)`,
        ]
      : []),
  ]);
}

/**
 * Items of people without an approved item. Each person is looked up once, however many items wait: a person with
 * thousands of them must not cost a look at thousands of items for each of them.
 * @param among a condition on `resource`, which at least these items meet
 */
export const isFirst = (among: Condition): Condition =>
  sql<SqlBool>`resource."uploaderId" in (select waiting."uploaderId"
    from (select distinct "uploaderId" from resource where ${among} and "uploaderId" is not null) as waiting
    where not exists (select 1 from resource as earlier where earlier."uploaderId" = waiting."uploaderId"
      and ${checkedOnly(sql`earlier.status = 'Approved'`)}))`;

/**
 * Items with possible duplicates that this reader can see. Admins see every item, so for them the few cancelled ones are left out,
 * which their index lists, and the many others are not looked up.
 */
export const hasDuplicate = (actor: Actor): Condition =>
  policy.seeUnapproved(actor)
    ? sql<SqlBool>`resource.id in (select "itemId" from "deskSimilar" where "otherId" not in (
        select gone.id from resource as gone where gone.status = 'Cancelled'))`
    : sql<SqlBool>`resource.id in (select "deskSimilar"."itemId" from "deskSimilar"
        inner join resource on resource.id = "deskSimilar"."otherId" where resource.status <> 'Cancelled' and ${visible(actor)})`;

/** Finds the items of a university. An answer is in the place of its question. */
function inUniversity(value: string | undefined): Condition[] {
  if (value === undefined) return [];
  const [column, key] = [keyColumn("university"), keyValue("university", value) ?? ""];
  return [
    sql<SqlBool>`case when resource."parentId" is null then ${sql.ref(`resource.${column}`)} = ${key}
      else exists (select 1 from resource as above where above.id = resource."parentId"
        and ${sql.ref(`above.${column}`)} = ${key}) end`,
  ];
}

/** Finds the items of a department, and those of universities that merged it in the departments that they merged it into. */
function inDepartment(value: string | undefined): Condition[] {
  if (value === undefined) return [];
  const key = keyValue("department", value) ?? "";
  const own = (table: string) => sql<SqlBool>`(${sql.ref(`${table}.departmentKey`)} = ${key}
    or exists (select 1 from "departmentMerge" as merge where merge."departmentKey" = ${key}
      and merge."universityKey" = ${sql.ref(`${table}.universityKey`)}
      and merge."shownKey" = ${sql.ref(`${table}.departmentKey`)}))`;
  return [
    sql<SqlBool>`case when resource."parentId" is null then ${own("resource")}
      else exists (select 1 from resource as above where above.id = resource."parentId" and ${own("above")}) end`,
  ];
}

function without(name: FacetName): Condition {
  const having = kinds.filter(({ fields }) => Object.values(fields).some(({ column }) => column === name));
  if (having.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`(${sql.ref(`resource.${keyColumn(name)}`)} is null
    and resource.kind in (${sql.join(having.map((kind) => kind.name))}))`;
}

/** The place of a row in the queue. */
export interface Place {
  rank: number;
  /** Epoch milliseconds. */
  since: number;
  id: string;
}

export const cursorOf = ({ rank, since, id }: Place): string => `${rank}.${since}.${id}`;

/** @param cursor as `cursorOf` writes it */
export function placeOf(cursor: string): Place {
  const [rank = "", since = "", id = ""] = cursor.split(".");
  return { rank: Number(rank), since: Number(since), id };
}

/** The rows after a place. */
export function after(part: QueuePart, sort: DeskSort, place: Place): Condition {
  const [rank, since] = [rankOf(part, sort), sinceOf(part)];
  const later = sort === "newest" ? sql`<` : sql`>`;
  const behind = sql<SqlBool>`(${since}, resource.id) ${later} (${place.since}, ${place.id})`;
  if (sort === "newest") return behind;
  return sql<SqlBool>`(${rank} > ${place.rank} or (${rank} = ${place.rank} and ${behind}))`;
}
