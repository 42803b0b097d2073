import { type RawBuilder, type SqlBool, sql } from "kysely";
import { departmentKey } from "../../../shared/departments.ts";
import { keyColumn, keyValue } from "../../../shared/facet-columns.ts";
import { type FacetFilter, type FacetName, facetNames, facets } from "../../../shared/facets.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { type Actor, policy } from "../../../shared/policy.ts";
import { type Status, statuses } from "../../../shared/status.ts";

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

/**
 * The only visibility rule (docs/specification.md): a reader sees Approved items, and sees an answer only if
 * its question is Approved too. An actor who may see unapproved items sees all items.
 */
export function visible(actor: Actor): Condition {
  return policy.seeUnapproved(actor) ? sql<SqlBool>`1 = 1` : APPROVED;
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

/** The statuses that a list shows to this reader. */
export function listedStatuses({ status }: ListFilter, actor: Actor): Status[] {
  const seen = policy.seeUnapproved(actor) ? statuses : statuses.filter((one) => one === "Approved");
  return seen.filter((one) => !status || one === status);
}

/**
 * Whether kind, status and facets are enough to decide if this reader sees an item. They are not enough for
 * answers, because an answer is hidden with its question.
 */
export function countsWhole({ kind, status }: ListFilter, actor: Actor): boolean {
  return (
    listedStatuses({ kind, status }, actor).length > 0 &&
    (policy.seeUnapproved(actor) || !kindNamed(kind).parent)
  );
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
export function listed(filter: SearchFilter, actor: Actor, column: Column = own): Condition {
  // For items without a parent, the status decides, so an index is enough.
  const hasNoParent = filter.kind !== undefined && !kindNamed(filter.kind).parent;
  const seen = hasNoParent && !policy.seeUnapproved(actor) ? OWN_APPROVED : visible(actor);
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
 * Splits a filtered list into one list for each department and status. Each of these lists can be read from
 * an index in order.
 */
export function partsOf(filter: ListFilter, actor: Actor): FilterParts {
  const { department = [] } = filter;
  const seen = countsWhole(filter, actor) ? listedStatuses(filter, actor) : [filter.status];
  const each = new Map(department.map((name) => [departmentKey(name), [name]]));
  const isNarrower = facetNames.some((name) => facets[name].index === "first" && filter[name]);
  const departments = isNarrower || each.size === 0 ? [filter.department] : [...each.values()];
  return departments.flatMap((one) =>
    seen.map((status): ListFilter => ({ ...filter, department: one, status })),
  ) as FilterParts;
}
