import { type RawBuilder, type SqlBool, sql } from "kysely";
import { departmentKey } from "../../../shared/departments.ts";
import {
  type FacetFilter,
  type FacetName,
  facetNames,
  facets,
  keyColumn,
  keyValue,
} from "../../../shared/facets.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { type Actor, policy } from "../../../shared/policy.ts";
import { type Status, statuses } from "../../../shared/status.ts";

/** A list, and what narrows it: facets by normal forms or as typed. */
export interface ListFilter extends FacetFilter {
  kind: string;
  status?: Status | undefined;
}

/** Of every kind if it names none, as in a search. */
export type SearchFilter = Omit<ListFilter, "kind"> & { kind?: string | undefined };

/** Whether a list is narrowed by anything but its kind and status. */
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
 * The one visibility predicate (docs/specification.md): a reader sees Approved items, and an answer only below an Approved
 * question. An actor who may see unapproved items sees all.
 */
export function visible(actor: Actor): Condition {
  return policy.seeUnapproved(actor) ? sql<SqlBool>`1 = 1` : APPROVED;
}

/** The items that a reader may open by address: visible ones, and their own in any status. */
export function reachable(actor: Actor): Condition {
  const own = actor && policy.seeOwn(actor, { uploaderId: actor.id });
  return own ? sql<SqlBool>`(${visible(actor)} or resource."uploaderId" = ${actor.id})` : visible(actor);
}

/**
 * A condition that is only ever checked on rows found otherwise. Left in the open, it makes SQLite read all rows of a
 * status to find a few ids among them.
 */
export const checkedOnly = (condition: Condition): Condition =>
  sql<SqlBool>`case when ${condition} then 1 else 0 end = 1`;

/** The statuses that a list shows to this reader. */
export function listedStatuses({ status }: ListFilter, actor: Actor): Status[] {
  const seen = policy.seeUnapproved(actor) ? statuses : statuses.filter((one) => one === "Approved");
  return seen.filter((one) => !status || one === status);
}

/** Whether kind, status and facets alone tell what a list shows to this reader: answers hide with their question. */
export function countsWhole({ kind, status }: ListFilter, actor: Actor): boolean {
  return (
    listedStatuses({ kind, status }, actor).length > 0 &&
    (policy.seeUnapproved(actor) || !kindNamed(kind).parent)
  );
}

/** A column of the item itself. */
const own: Column = (name) => sql.ref(`resource.${name}`);
/** A column of the question where the item is an answer, as search finds answers; the query joins `parent`. */
export const withParent: Column = (name) => sql`coalesce(${sql.ref(`parent.${name}`)}, ${own(name)})`;

/**
 * The items that a list shows to this reader.
 * @param column what facets are compared with
 */
export function listed(filter: SearchFilter, actor: Actor, column: Column = own): Condition {
  // Without a parent the status tells all, and an index alone answers.
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
 * The conditions of a list, the one with the fewest items first: its index finds the items, and the others are only
 * checked. SQLite has no statistics to choose the index, and would guess.
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
  // The most common filter, a department and a year, has an index of its own.
  const paired = conditionsOf("paired");
  return [...conditionsOf("first"), ...(paired.length > 0 ? [all(paired)] : []), ...conditionsOf(undefined)];
}

/** The normal forms of a facet that a filter asks for; none if it leaves the facet open. */
function valuesOf(filter: SearchFilter, name: FacetName): (string | number)[] {
  return [filter[name] ?? []]
    .flat()
    .filter((value) => value !== "")
    .map((value) => keyValue(name, value) ?? "");
}

export type FilterParts = [ListFilter, ...ListFilter[]];

/** The lists that make up one that is narrowed, of each of which one index knows the order: a department and a status each. */
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
