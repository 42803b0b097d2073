import type { CourseKey, Shelf, ShelfItem } from "../../../shared/courses/courses.ts";
import { titleOf } from "../../../shared/items/item-title.ts";
import { formerMember } from "../../../shared/people/former-member.ts";
import { type Kind, standaloneKinds } from "../../../shared/kinds/index.ts";
import { messagesIn, siteLocale } from "../../../shared/messages/index.ts";
import type { FacetName } from "../../../shared/facets/facets.ts";
import type { Facts } from "./courses.repo.ts";
import type { ShelfRow, ShelvesRepo } from "./shelves.repo.ts";

/** How many items of each shelf a page shows. */
const SHELF_SIZE = 3;
/** How many titles of a course find notes, books and labs. */
const MAX_TITLES = 5;

const has = (kind: Kind, facet: FacetName): boolean =>
  Object.values(kind.fields).some(({ column }) => column === facet);
const uncoded = standaloneKinds.filter((kind) => !has(kind, "code"));
/** The kinds that belong to a course by its title. */
const titled = uncoded.filter((kind) => has(kind, "subject"));
/** The kinds that belong to a course by its department. */
const general = uncoded.filter((kind) => !has(kind, "subject") && has(kind, "department"));

/** Creates a function that finds the items of a course that are not papers. */
export function createShelves({ shelvesRepo }: { shelvesRepo: ShelvesRepo }) {
  /** The numbers of syllabi of the course's department at its university. */
  function generalTotals(university: string, department: string | undefined) {
    if (university === "" || department === undefined) return [];
    return general.map(async (kind) => {
      const filter = { kind: kind.name, university, department: [department] };
      return { kind, total: await shelvesRepo.total(filter) };
    });
  }

  /**
   * The syllabi of the course's department at its university, and the notes, books and labs that have a title of the
   * course, and its university or none.
   */
  return async function shelvesOf(
    { universityKey }: CourseKey,
    university: string,
    facts: Facts,
  ): Promise<Shelf[]> {
    const titles = facts.title.slice(0, MAX_TITLES);
    const [department] = facts.department;
    const [counts, ...totals] = await Promise.all([
      shelvesRepo.counts(
        titled.map(({ name }) => name),
        universityKey,
        titles.map(({ key }) => key),
      ),
      ...generalTotals(university, department?.value),
    ]);
    const filled = totals.filter(({ total }) => total > 0);
    const departmentKey = department?.key ?? "";
    const rows = await shelvesRepo.newest(
      counts,
      filled.map(({ kind }) => ({ kind: kind.name, universityKey, departmentKey })),
      SHELF_SIZE,
    );
    const shelf = (kind: Kind, total: number, query: Record<string, string>, listTitle = ""): Shelf => ({
      kind: kind.name,
      total,
      items: rows
        .filter((row) => row.kind === kind.name)
        .slice(0, SHELF_SIZE)
        .map((row) => shown(kind, row)),
      path: `${kind.pages.lists[0]}?${new URLSearchParams(query)}`,
      listTitle,
    });
    const byTitle = titled.flatMap((kind) => {
      const own = counts.filter((count) => count.kind === kind.name);
      if (own.length === 0) return [];
      const [most] = own.toSorted((one, other) => other.items - one.items);
      const subject = titles.find(({ key }) => key === most?.subjectKey)?.value ?? "";
      const isOwn = universityKey !== "" && own.every((count) => count.universityKey === universityKey);
      const total = own.reduce((sum, { items }) => sum + items, 0);
      // A list filters by one title, and by one university or by none.
      const isWhole = isOwn && own.length === 1;
      const query = { subject, ...(isOwn ? { university } : {}) };
      return shelf(kind, total, query, isWhole ? "" : subject);
    });
    const byDepartment = filled.map(({ kind, total }) =>
      shelf(kind, total, { department: department?.value ?? "", university }),
    );
    const order = standaloneKinds.map(({ name }) => name);
    return [...byDepartment, ...byTitle].toSorted(
      (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind),
    );
  };
}

function shown(kind: Kind, { id, title, year, uploaderName, uploaderEmail }: ShelfRow): ShelfItem {
  const isFormer = uploaderEmail === formerMember.email;
  return {
    id,
    kind: kind.name,
    title: titleOf({ kind: kind.name, fields: { [kind.title]: title } }),
    path: `${kind.pages.details}/${id}`,
    year,
    uploader: isFormer ? messagesIn(siteLocale).formerMember : uploaderName,
  };
}
