import { type RawBuilder, type SqlBool, sql } from "kysely";
import { departmentKey } from "../../shared/departments.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import { type Actor, policy } from "../../shared/policy.ts";
import { type Status, statuses } from "../../shared/status.ts";
import { normalizeCode, words } from "../../shared/words.ts";

export interface ListFilter {
  kind: string;
  status?: Status | undefined;
  search?: string | undefined;
  department?: string[] | undefined;
  subject?: string | undefined;
  code?: string | undefined;
  semester?: string | undefined;
  year?: string | undefined;
  university?: string | undefined;
  examType?: string | undefined;
}

type Condition = RawBuilder<SqlBool>;

const all = (conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

const OWN_APPROVED = sql<SqlBool>`resource.status = 'Approved'`;
const APPROVED = sql<SqlBool>`(resource.status = 'Approved' and (resource."parentId" is null or exists (
  select 1 from resource as above where above.id = resource."parentId" and above.status = 'Approved')))`;

/**
 * The one visibility predicate (product.md): a reader sees what is Approved, and an answer only below a question
 * that is; whoever may see unapproved items sees all.
 */
export function visible(actor: Actor): Condition {
  return policy.seeUnapproved(actor) ? sql<SqlBool>`1 = 1` : APPROVED;
}

/** What a reader may open by its address: what is visible, and one's own in any status. */
export function reachable(actor: Actor): Condition {
  const own = actor && policy.seeOwn(actor, { uploaderId: actor.id });
  return own ? sql<SqlBool>`(${visible(actor)} or resource."uploaderId" = ${actor.id})` : visible(actor);
}

/** How many words of a search count: bounds the work that a query can ask for. */
const MAX_WORDS = 12;

/** Whether a word stands on the pages of the file that an item shows. */
function onItsPages(pattern: string): Condition {
  return sql<SqlBool>`exists (select 1 from file join paper on paper.sha256 = file.sha256
    where file.key = resource."fileKey" and paper."pageWords" like ${pattern})`;
}

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

/** The items that a list shows to this reader. */
export function listed(filter: ListFilter, actor: Actor): Condition {
  // Without a parent the status tells all, and an index alone answers.
  const seen = kindNamed(filter.kind).parent || policy.seeUnapproved(actor) ? visible(actor) : OWN_APPROVED;
  const conditions: Condition[] = [sql`resource.kind = ${filter.kind}`, seen];
  if (filter.status) conditions.push(sql`resource.status = ${filter.status}`);
  if (filter.year) conditions.push(sql`resource.year = ${Number(filter.year)}`);
  if (filter.semester) conditions.push(sql`resource.semester = ${filter.semester}`);
  if (filter.examType) conditions.push(sql`resource."examType" = ${filter.examType}`);
  if (filter.code) conditions.push(sql`resource."codeNorm" = ${normalizeCode(filter.code)}`);
  if (filter.subject) conditions.push(sql`resource."subjectKey" = ${filter.subject.toLowerCase()}`);
  if (filter.university) {
    conditions.push(sql`resource."universityKey" = ${filter.university.toLowerCase()}`);
  }
  if (filter.department?.length) {
    conditions.push(sql`resource."departmentKey" in (${sql.join(filter.department.map(departmentKey))})`);
  }
  // Words hold letters, marks and digits only, so nothing in them is a pattern.
  const searched = words(filter.search ?? "").slice(0, MAX_WORDS);
  if (filter.search && searched.length === 0) conditions.push(sql`1 = 0`);
  for (const word of searched) {
    const pattern = `% ${word}%`;
    conditions.push(sql`(resource."searchText" like ${pattern} or ${onItsPages(pattern)})`);
  }
  return all(conditions);
}
