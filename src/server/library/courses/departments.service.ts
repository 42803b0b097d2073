import { contains } from "../../../shared/moderating/areas.ts";
import { departmentKey, departmentLabel, departmentValue } from "../../../shared/courses/departments.ts";
import { departmentSlug } from "../../../shared/courses/courses.ts";
import { namedDepartment } from "../../../shared/courses/department-names.ts";
import { type Allowed, authorize } from "../../../shared/people/authorize.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import { departmentMergeSchema, mergedDepartmentSchema } from "../../../shared/schemas/university.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { words } from "../../../shared/text/words.ts";
import type { ModeratorWithAreas } from "../../people/index.ts";
import type { DepartmentMergeTable } from "../../platform/index.ts";
import { type DepartmentsRepo, MAX_ALIASES, type UsedDepartment } from "../universities/departments.repo.ts";
import type { UniversitiesService } from "../universities/universities.service.ts";
import type { BrowseRepo } from "./browse.repo.ts";

export interface DepartmentsDependencies {
  departmentsRepo: DepartmentsRepo;
  browseRepo: Pick<BrowseRepo, "departments">;
  universities: Pick<UniversitiesService, "get" | "reconcile">;
  /** All moderators with their areas. */
  moderators: () => Promise<ModeratorWithAreas[]>;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** A department of a university for admins. */
export interface ListedDepartment extends UsedDepartment {
  /** The number of courses with Approved papers of the department. */
  courses: number;
  /** The names that were merged into it. */
  aliases: string[];
}

export interface DepartmentsPage {
  university: { id: string; name: string };
  departments: ListedDepartment[];
  /** Departments whose names mean the same, as the table of short names and translations has it. */
  likely: [ListedDepartment, ListedDepartment][];
  merges: Pick<DepartmentMergeTable, "departmentKey" | "department" | "shownDepartment">[];
}

/** The changes that a merge would make, which an admin confirms. */
export interface MergePreview {
  from: ListedDepartment;
  into: ListedDepartment;
  /** The moderators who will also decide on the items of the department that stays, or of the one that goes. */
  gainInto: string[];
  gainFrom: string[];
}

/** The batches of items that an admin waits for. The schedule updates the other items within a minute. */
const BATCH = 25;
/** How many likely pairs a page offers. */
const MAX_LIKELY = 20;

/** The departments of universities. Admins merge those that are one, and undo it. */
export function createDepartmentsService({
  departmentsRepo,
  browseRepo,
  universities,
  moderators,
  clock,
}: DepartmentsDependencies) {
  async function listed(by: Allowed<"manageUniversities">, university: string) {
    const [used, merges, { departments }] = await Promise.all([
      departmentsRepo.list(by, university),
      departmentsRepo.merges(by, university),
      browseRepo.departments(university),
    ]);
    const courses = new Map(departments.map(({ key, courses: count }) => [key, count]));
    const merged = new Set(merges.map((one) => one.departmentKey));
    const all = used.map((one): ListedDepartment => {
      const aliases = merges.filter(({ shownKey }) => shownKey === one.key);
      return {
        ...one,
        courses: courses.get(one.key) ?? 0,
        aliases: aliases.map(({ department }) => departmentLabel(department)),
      };
    });
    // Until `reconcile` has moved its items, a merged department still has some.
    return { merges, departments: all.filter(({ key }) => !merged.has(key)).toSorted(byName) };
  }

  return {
    /**
     * Returns the departments of a university, its merges, and likely pairs.
     * @param id of the university
     * @throws DomainError sign_in_required, forbidden, not_found
     */
    async list(actor: Actor, id: string): Promise<DepartmentsPage> {
      const by = authorize(actor, "manageUniversities");
      const { name } = await universities.get(actor, id);
      const { departments, merges } = await listed(by, id);
      return { university: { id, name }, departments, merges, likely: likelyPairs(departments) };
    },

    /**
     * Returns what a merge would change.
     * @param input as for `merge`
     * @throws DomainError sign_in_required, forbidden, invalid_input, not_found
     */
    async preview(actor: Actor, input: unknown): Promise<MergePreview> {
      const by = authorize(actor, "manageUniversities");
      const { university, department: key, into: typed } = validate(mergedDepartmentSchema, input);
      const { departments, merges } = await listed(by, university);
      const from = departments.find((one) => one.key === key);
      if (!from) throw new DomainError("not_found");
      const merged = merges.find((one) => one.departmentKey === departmentKey(typed));
      const intoKey = merged?.shownKey ?? departmentKey(typed);
      if (intoKey === key) throw invalid("into", "sameDepartment");
      const name = merged?.shownDepartment ?? departmentValue(typed);
      const isAlias = merges.some(({ shownKey }) => shownKey === intoKey);
      const empty = isAlias ? { key: intoKey, name, items: 0, courses: 0, aliases: [] } : undefined;
      const into = departments.find((one) => one.key === intoKey) ?? empty;
      if (!into) throw invalid("into", "noDepartment");
      const place = (areaDepartment: string) => ({ areaUniversity: university, areaDepartment });
      const all = (await moderators()).map(({ email, displayName, areas }) => ({
        name: `${displayName} (${email})`,
        hasFrom: areas.some((area) => contains(area, place(key))),
        hasInto: areas.some((area) => contains(area, place(intoKey))),
      }));
      const gain = (isOne: (one: (typeof all)[number]) => boolean) =>
        all.filter(isOne).map((one) => one.name);
      return {
        from,
        into,
        gainInto: gain(({ hasFrom, hasInto }) => hasFrom && !hasInto),
        gainFrom: gain(({ hasFrom, hasInto }) => hasInto && !hasFrom),
      };
    },

    /**
     * Merges a department into another one of the same university: its name becomes an alias of the other one. Courses with
     * the same code in both already are one course, because a course is a university and a code.
     * @param input `university`, its id; `department`, the normal form of the one that goes; and `into`, any name of the one
     * that stays
     * @returns the name of the one that stays
     * @throws DomainError sign_in_required, forbidden, invalid_input, not_found
     */
    async merge(actor: Actor, input: unknown): Promise<string> {
      const by = authorize(actor, "manageUniversities");
      const merged = await departmentsRepo.merge(validate(mergedDepartmentSchema, input), {
        by,
        at: clock(),
      });
      if (merged === "gone") throw new DomainError("not_found");
      if (merged === "unknown") throw invalid("into", "noDepartment");
      if (merged === "same") throw invalid("into", "sameDepartment");
      if (merged === "tooMany") throw invalid("into", "tooMany", String(MAX_ALIASES));
      await universities.reconcile({ most: BATCH });
      return departmentLabel(merged.department);
    },

    /**
     * Undoes a merge: the department gets its items back.
     * @param input `university`, its id, and `department`, the normal form of the merged department
     * @returns the name of the department
     * @throws DomainError sign_in_required, forbidden, invalid_input, not_found
     */
    async undoMerge(actor: Actor, input: unknown): Promise<string> {
      const by = authorize(actor, "manageUniversities");
      const undone = await departmentsRepo.undo(validate(departmentMergeSchema, input), { by, at: clock() });
      if (undone === undefined) throw new DomainError("not_found");
      await universities.reconcile({ most: BATCH });
      return departmentLabel(undone);
    },
  };
}

const byName = (one: UsedDepartment, other: UsedDepartment): number =>
  departmentLabel(one.name).localeCompare(departmentLabel(other.name), "en");

/** Finds pairs of departments whose names mean the same. The one with fewer items comes first. */
function likelyPairs(departments: readonly ListedDepartment[]): [ListedDepartment, ListedDepartment][] {
  const meaning = ({ name }: ListedDepartment) => {
    const label = departmentLabel(name);
    const text = words(label).join(" ");
    return namedDepartment(text)?.join("|") ?? departmentSlug(label);
  };
  const alike = [...Map.groupBy(departments, meaning).values()].filter(({ length }) => length > 1);
  return alike
    .flatMap((group): [ListedDepartment, ListedDepartment][] => {
      const [largest, ...others] = group.toSorted((one, other) => other.items - one.items);
      return largest ? others.map((other) => [other, largest]) : [];
    })
    .slice(0, MAX_LIKELY);
}
