import type { CourseKey, Shelf, ShelfItem } from "../../../shared/courses.ts";
import { titleOf } from "../../../shared/item-title.ts";
import { type Kind, kindNamed, standaloneKinds } from "../../../shared/kinds/index.ts";
import type { FacetName } from "../../../shared/facets.ts";
import type { ResourceRow, ResourcesRepo } from "../items/resources.repo.ts";
import { presentFacts } from "../items/resources.present.ts";
import type { Facts } from "./courses.repo.ts";
import type { ShelvesRepo } from "./shelves.repo.ts";

/** How many items of each shelf a page shows. */
const SHELF_SIZE = 3;
/** How many titles of a course find notes, books and labs. */
const MOST_TITLES = 5;

const has = (kind: Kind, facet: FacetName): boolean =>
  Object.values(kind.fields).some(({ column }) => column === facet);
const uncoded = standaloneKinds.filter((kind) => !has(kind, "code"));
/** The kinds that belong to a course by its title. */
const titled = uncoded.filter((kind) => has(kind, "subject"));
/** The kinds that belong to a course by its department. */
const general = uncoded.filter((kind) => !has(kind, "subject") && has(kind, "department"));

/** Creates a function that finds the items of a course that are not papers. */
export function createShelves({
  shelvesRepo,
  resourcesRepo,
}: {
  shelvesRepo: ShelvesRepo;
  resourcesRepo: Pick<ResourcesRepo, "list">;
}) {
  /** Notes, books and labs with a title of the course, of its university or of none. */
  async function byTitle({ universityKey }: CourseKey, university: string, facts: Facts): Promise<Shelf[]> {
    const titles = facts.title.slice(0, MOST_TITLES);
    const counts = await shelvesRepo.counts(
      titled.map(({ name }) => name),
      universityKey,
      titles.map(({ key }) => key),
    );
    const rows = await shelvesRepo.newest(counts, SHELF_SIZE);
    return titled.flatMap((kind) => {
      const own = counts.filter((count) => count.kind === kind.name);
      if (own.length === 0) return [];
      const [most] = own.toSorted((one, other) => other.items - one.items);
      const subject = titles.find(({ key }) => key === most?.subjectKey)?.value ?? "";
      const isOwn = universityKey !== "" && own.every((count) => count.universityKey === universityKey);
      return {
        kind: kind.name,
        total: own.reduce((total, { items }) => total + items, 0),
        items: rows
          .filter((row) => row.kind === kind.name)
          .slice(0, SHELF_SIZE)
          .map(shown),
        path: listPath(kind, { subject, ...(isOwn ? { university } : {}) }),
      };
    });
  }

  /** Syllabi of the course's department at its university. */
  async function byDepartment(university: string, department: string | undefined): Promise<Shelf[]> {
    if (university === "" || department === undefined) return [];
    const shelves = await Promise.all(
      general.map(async (kind): Promise<Shelf[]> => {
        const filter = { kind: kind.name, university, department: [department] };
        const [total, rows] = await Promise.all([
          shelvesRepo.total(filter),
          resourcesRepo.list(filter, undefined, { size: SHELF_SIZE, offset: 0 }),
        ]);
        if (rows.length === 0) return [];
        const path = listPath(kind, { department, university });
        return [{ kind: kind.name, total, items: rows.map(shown), path }];
      }),
    );
    return shelves.flat();
  }

  return async function shelvesOf(key: CourseKey, university: string, facts: Facts): Promise<Shelf[]> {
    const found = await Promise.all([
      byDepartment(university, facts.department[0]?.value),
      byTitle(key, university, facts),
    ]);
    const order = standaloneKinds.map(({ name }) => name);
    return found.flat().toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  };
}

function shown(row: ResourceRow): ShelfItem {
  const kind = kindNamed(row.kind);
  const {
    _id: id,
    fields,
    userName,
  } = presentFacts(row, {
    actor: undefined,
    origin: "",
    emails: "forReaders",
  });
  return {
    id,
    kind: kind.name,
    title: titleOf({ kind: kind.name, fields }),
    path: `${kind.pages.details}/${id}`,
    year: row.year,
    uploader: userName,
  };
}

const listPath = (kind: Kind, query: Record<string, string>): string =>
  `${kind.pages.lists[0]}?${new URLSearchParams(query)}`;
