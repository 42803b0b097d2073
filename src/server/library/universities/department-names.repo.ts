import { sql, type SqlBool } from "kysely";
import { departmentKey } from "../../../shared/courses/departments.ts";
import { universityNameKey } from "../../../shared/courses/universities.ts";
import { facets } from "../../../shared/facets/facets.ts";
import { statuses } from "../../../shared/items/status.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { type Database, type DepartmentMergeTable, listOf, type Query } from "../../platform/index.ts";
import { universitiesNamed, withUniversityName } from "./university-names.repo.ts";

type Engine = Database["engine"];

/** How many departments a filter can have, as in `listQuerySchema`. */
const MAX_DEPARTMENTS = 50;

/** A department with its normal form, as items have them. */
export interface PlacedDepartment {
  departmentKey: string;
  department: string;
}

/** The merged departments of one university. */
export interface MergedDepartments {
  /** The department that shows the items of a merged one, by the key of the merged one. */
  shown: Map<string, PlacedDepartment>;
  /** The names that were merged into a department, by its key. */
  aliases: Map<string, string[]>;
}

/** Reads the merged departments of universities, by the id of the university. A university without any is absent. */
export async function departmentsMerged(
  db: Query,
  engine: Engine,
  universityIds: readonly string[],
): Promise<Map<string, MergedDepartments>> {
  if (universityIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("departmentMerge")
    .selectAll()
    .where(sql<SqlBool>`"universityKey" in ${listOf(engine, [...new Set(universityIds)])}`)
    .orderBy("departmentKey")
    .execute();
  return byUniversity(rows);
}

function byUniversity(rows: readonly DepartmentMergeTable[]): Map<string, MergedDepartments> {
  const merged = new Map<string, MergedDepartments>();
  for (const { universityKey, departmentKey: key, department, shownKey, shownDepartment } of rows) {
    const own = merged.get(universityKey) ?? { shown: new Map(), aliases: new Map() };
    merged.set(universityKey, own);
    own.shown.set(key, { departmentKey: shownKey, department: shownDepartment });
    own.aliases.set(shownKey, [...(own.aliases.get(shownKey) ?? []), department]);
  }
  return merged;
}

/** Returns the department that shows the items of a department; without a merge, the department itself. */
export type ShownDepartment = (university: string | undefined, department: string) => string;

/** Reads all merges once, to look up the departments of many items by any name of their university. */
export async function shownDepartments({ read }: Pick<Database, "read">): Promise<ShownDepartment> {
  const rows = await read
    .selectFrom("departmentMerge as merge")
    .innerJoin("universityName as name", "name.universityId", "merge.universityKey")
    .select(["name.key", "merge.departmentKey", "merge.shownDepartment"])
    .execute();
  const shown = new Map(rows.map((row) => [`${row.key}\n${row.departmentKey}`, row.shownDepartment]));
  return (university = "", department) =>
    shown.size === 0
      ? department
      : (shown.get(`${universityNameKey(university)}\n${departmentKey(department)}`) ?? department);
}

/** Replaces names in filters, or in the fields of a form, by those of the university and department that items have. */
export const withPlaceNames = async <Given extends object>(
  db: Pick<Database, "read" | "engine">,
  given: Given,
): Promise<Given> => withShownDepartments(db, await withUniversityName(db, given));

/**
 * Replaces merged departments in filters, or in the fields of a form, by those that show their items. A filter without a
 * university keeps a department that has items at any university, so that a merge at one university changes it for nobody.
 */
async function withShownDepartments<Given extends object>(
  { read, engine }: Pick<Database, "read" | "engine">,
  given: Given,
): Promise<Given> {
  const { department, university } = given as { department?: unknown; university?: unknown };
  const typed = [department ?? []]
    .flat()
    .filter((one): one is string => typeof one === "string" && one !== "")
    .filter(({ length }) => length <= facets.department.field.max);
  if (typed.length === 0) return given;
  const keys = [...new Set(typed.map(departmentKey))];
  const rows = await read
    .selectFrom("departmentMerge")
    .select(["universityKey", "departmentKey", "shownKey", "shownDepartment"])
    .where(sql<SqlBool>`"departmentKey" in ${listOf(engine, keys)}`)
    .orderBy("shownKey")
    .execute();
  if (rows.length === 0) return given;
  const isOfOne = typeof university === "string" && university !== "";
  const own = isOfOne ? await idOf({ read, engine }, university) : undefined;
  const of = (one: string) =>
    rows.filter((row) => row.departmentKey === departmentKey(one) && (!isOfOne || row.universityKey === own));
  if (typeof department === "string") {
    const [shown] = isOfOne ? of(department) : [];
    return shown ? { ...given, department: shown.shownDepartment } : given;
  }
  const shownKeys = rows.map(({ shownKey }) => shownKey);
  const used = isOfOne ? undefined : await departmentsWithItems({ read, engine }, [...keys, ...shownKeys]);
  const all = typed.flatMap((one) => {
    if (used?.has(departmentKey(one))) return [one];
    // A department without items isn't offered, because another university may have merged it into the typed one.
    const merged = of(one).filter(({ shownKey }) => !used || used.has(shownKey));
    return merged.length === 0 ? [one] : merged.map(({ shownDepartment }) => shownDepartment);
  });
  const unique = new Map(all.map((one) => [departmentKey(one), one]));
  return { ...given, department: [...unique.values()].slice(0, MAX_DEPARTMENTS) };
}

async function idOf(
  { read, engine }: Pick<Database, "read" | "engine">,
  university: string,
): Promise<string | undefined> {
  if (university.length > facets.university.field.max) return undefined;
  return (await universitiesNamed(read, engine, [university])).get(universityNameKey(university))?.id;
}

/** Reads from stored totals which of these departments have items at any university. */
async function departmentsWithItems(
  { read, engine }: Pick<Database, "read" | "engine">,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await read
    .selectFrom("resourceTotal")
    .select("department")
    .distinct()
    .where(
      "kind",
      "in",
      kinds.map(({ name }) => name),
    )
    .where("status", "in", [...statuses])
    .where("facets", "=", facets.department.counted ?? 0)
    .where(sql<SqlBool>`department in ${listOf(engine, keys)}`)
    .where("n", ">", 0)
    .execute();
  return new Set(rows.map((row) => row.department));
}
