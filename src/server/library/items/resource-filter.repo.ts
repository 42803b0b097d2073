import { type RawBuilder, type SqlBool, sql } from "kysely";
import { departmentKey } from "../../../shared/courses/departments.ts";
import { keyColumn, keyValue } from "../../../shared/facets/facet-columns.ts";
import { type FacetFilter, type FacetName, facetNames, facets } from "../../../shared/facets/facets.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Area } from "../../../shared/moderating/areas.ts";
import { type Actor, areasOf, policy } from "../../../shared/people/policy.ts";
import { type Status, statuses } from "../../../shared/items/status.ts";

/** A list and its filters. Facet values are normal forms or typed text. */
export interface ListFilter extends FacetFilter {
  kind: string;
  status?: Status | undefined;
}

/** The filters of a search. Without `kind` it searches all kinds. */
export type SearchFilter = Omit<ListFilter, "kind"> & { kind?: string | undefined };

/** Whether a list has any filter besides kind and status. */
export function isNarrowed({ kind: _kind, status: _status, ...narrowing }: SearchFilter): boolean {
  return Object.values(narrowing).some((value) => value !== undefined && value.length > 0);
}

type Condition = RawBuilder<SqlBool>;
type Column = (name: string) => RawBuilder<unknown>;

const all = (conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

const OWN_APPROVED = sql<SqlBool>`resource.status = 'Approved'`;
const APPROVED = sql<SqlBool>`(resource.status = 'Approved' and (resource."parentId" is null or exists (
  select 1 from resource as above where above.id = resource."parentId" and above.status = 'Approved')))`;

const EVERY = sql<SqlBool>`1 = 1`;
const NONE = sql<SqlBool>`1 = 0`;

function inAreas(table: "resource" | "above", areas: readonly Area[]): Condition {
  const equals = (column: keyof Area, key: string) =>
    key === "" ? [] : [sql<SqlBool>`${sql.ref(`${table}.${column}`)} = ${key}`];
  const each = areas.map((area) =>
    all([...equals("universityKey", area.universityKey), ...equals("departmentKey", area.departmentKey)]),
  );
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

/**
 * The items of a moderator's areas in every status: all items for an admin, and none for a student. An answer is
 * in the area of its question. `policy.moderate` decides the same for one item.
 */
export function moderated(actor: Actor): Condition {
  if (policy.seeUnapproved(actor)) return EVERY;
  const areas = areasOf(actor);
  if (areas.length === 0) return NONE;
  return sql<SqlBool>`(case when resource."parentId" is null then ${inAreas("resource", areas)} else exists (
    select 1 from resource as above where above.id = resource."parentId" and ${inAreas("above", areas)}) end)`;
}

/**
 * The items on which this person decides: those of `moderated` that others contributed, and an admin's own ones.
 * `policy.decide` decides the same for one item.
 */
export function decidable(actor: Actor): Condition {
  if (!actor || policy.decideOwn(actor)) return moderated(actor);
  return sql<SqlBool>`(${moderated(actor)} and (resource."uploaderId" is null or resource."uploaderId" <> ${actor.id}))`;
}

/** The columns of `Placed` of an item. The query must join `parent`. */
export const placeColumns = (table: "resource" | "item") => {
  const place = (column: keyof Area) =>
    sql<string | null>`case when ${sql.ref(`${table}.parentId`)} is null then ${sql.ref(`${table}.${column}`)}
      else ${sql.ref(`parent.${column}`)} end`;
  return [place("universityKey").as("areaUniversity"), place("departmentKey").as("areaDepartment")] as const;
};

/** Whether this reader moderates a part of the archive, and not the whole. */
const isScoped = (actor: Actor): boolean => areasOf(actor).length > 0 && !policy.seeUnapproved(actor);

/**
 * The only visibility rule (docs/specification.md): a reader sees Approved items, and sees an answer only if
 * its question is Approved too. An admin sees all items, and a moderator all items of their areas.
 */
export function visible(actor: Actor): Condition {
  if (policy.seeUnapproved(actor)) return EVERY;
  return isScoped(actor) ? sql<SqlBool>`(${APPROVED} or ${moderated(actor)})` : APPROVED;
}

/** The items that a reader may open: visible items, and the reader's own items in any status. */
export function reachable(actor: Actor): Condition {
  const own = actor && policy.seeOwn(actor, { uploaderId: actor.id });
  return own ? sql<SqlBool>`(${visible(actor)} or resource."uploaderId" = ${actor.id})` : visible(actor);
}

/**
 * Hides a condition from the query planner. Otherwise SQLite scans all rows of a status to find a few ids.
 */
export const checkedOnly = (condition: Condition): Condition =>
  sql<SqlBool>`case when ${condition} then 1 else 0 end = 1`;

const hasNoParent = (kind: string | undefined): boolean => kind !== undefined && !kindNamed(kind).parent;

/** The statuses that a list shows to this reader. */
export function listedStatuses({ status }: ListFilter, actor: Actor): Status[] {
  const seen = policy.setStatus(actor) ? statuses : statuses.filter((one) => one === "Approved");
  return seen.filter((one) => !status || one === status);
}

/**
 * The statuses in which this reader sees every item that matches kind and facets. There are none for answers,
 * because an answer is hidden with its question.
 */
export function wholeStatuses(filter: ListFilter, actor: Actor): Status[] {
  if (policy.seeUnapproved(actor)) return listedStatuses(filter, actor);
  return hasNoParent(filter.kind) ? listedStatuses(filter, actor).filter((one) => one === "Approved") : [];
}

/** Whether kind, status and facets are enough to decide if this reader sees an item. */
export function countsWhole(filter: ListFilter, actor: Actor): boolean {
  const whole = wholeStatuses(filter, actor);
  return whole.length > 0 && whole.length === listedStatuses(filter, actor).length;
}

/**
 * The listed items of a moderator's areas that are not in one of the `wholeStatuses`; undefined if there can't be
 * any. The statuses are named, so that an index finds these few items.
 */
export function listedUndecided(filter: ListFilter, actor: Actor): Condition | undefined {
  if (!isScoped(actor) || filter.status === "Approved" || !hasNoParent(filter.kind)) return undefined;
  return listedAs(sql`(resource.status in ('Pending', 'Cancelled') and ${moderated(actor)})`, filter, own);
}

/** A column of the item. */
const own: Column = (name) => sql.ref(`resource.${name}`);
/**
 * The column of an answer's question, because a search finds an answer by its question's facets. For other
 * items, it is the item's own column. The query must join `parent`.
 */
export const withParent: Column = (name) => sql`coalesce(${sql.ref(`parent.${name}`)}, ${own(name)})`;

/**
 * The items that a list shows to this reader.
 * @param column returns the column for a facet
 */
export const listed = (filter: SearchFilter, actor: Actor, column: Column = own): Condition =>
  listedAs(seenIn(filter, actor), filter, column);

/** The visibility of the items of a list. For items without a parent, the status decides, so an index is enough. */
function seenIn({ kind, status }: SearchFilter, actor: Actor): Condition {
  if (policy.seeUnapproved(actor) || !hasNoParent(kind)) return visible(actor);
  if (!isScoped(actor) || status === "Approved") return OWN_APPROVED;
  return status ? moderated(actor) : sql<SqlBool>`(${OWN_APPROVED} or ${moderated(actor)})`;
}

function listedAs(seen: Condition, filter: SearchFilter, column: Column): Condition {
  const whole: Condition[] = [seen];
  if (filter.kind) whole.push(sql`resource.kind = ${filter.kind}`);
  if (filter.status) whole.push(sql`resource.status = ${filter.status}`);
  const [first, ...others] = narrowings(filter, column);
  if (first) whole.push(first);
  if (others.length > 0) whole.push(checkedOnly(all(others)));
  return all(whole);
}

/**
 * The filters of a list. The index of the filter with the fewest items finds the items, and the other filters
 * are only checked on them. SQLite has no statistics here to choose the best index.
 */
function narrowings(filter: SearchFilter, column: Column): Condition[] {
  const conditionsOf = (index: "first" | "paired" | undefined) =>
    facetNames
      .filter((name) => facets[name].index === index)
      .flatMap((name) => {
        const values = valuesOf(filter, name);
        if (values.length === 0) return [];
        const key = column(keyColumn(name));
        return [
          values.length === 1
            ? sql<SqlBool>`${key} = ${values[0]}`
            : sql<SqlBool>`${key} in (${sql.join(values)})`,
        ];
      });
  // The most common pair of filters, department and year, has a separate index.
  const paired = conditionsOf("paired");
  return [...conditionsOf("first"), ...(paired.length > 0 ? [all(paired)] : []), ...conditionsOf(undefined)];
}

/** The normal forms of the facet's values in a filter. Empty if the filter doesn't use the facet. */
function valuesOf(filter: SearchFilter, name: FacetName): (string | number)[] {
  return [filter[name] ?? []]
    .flat()
    .filter((value) => value !== "")
    .map((value) => keyValue(name, value) ?? "");
}

export type FilterParts = [ListFilter, ...ListFilter[]];

/**
 * Splits a filtered list, and every list of a moderator of some areas, into one list for each department and
 * status. Each of these lists can be read from an index in order.
 */
export function partsOf(filter: ListFilter, actor: Actor): FilterParts {
  if (!isNarrowed(filter) && !isScoped(actor)) return [filter];
  const { department = [] } = filter;
  const isSplit = policy.seeUnapproved(actor) || hasNoParent(filter.kind);
  const statusesOf = isSplit ? listedStatuses(filter, actor) : [];
  const seen = statusesOf.length > 0 ? statusesOf : [filter.status];
  const each = new Map(department.map((name) => [departmentKey(name), [name]]));
  const isNarrower = facetNames.some((name) => facets[name].index === "first" && filter[name]);
  const departments = isNarrower || each.size === 0 ? [filter.department] : [...each.values()];
  return departments.flatMap((one) =>
    seen.map((status): ListFilter => ({ ...filter, department: one, status })),
  ) as FilterParts;
}
