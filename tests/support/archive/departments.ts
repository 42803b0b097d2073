import type { User } from "../../../src/shared/people/policy.ts";
import type { TestArchive } from "../platform/archive.ts";
import { DHAKA, DHAKA_KEY } from "./courses.ts";

/** Two departments of `DHAKA` that are one, with their keys. */
export const BANGLA = "পরিসংখ্যান";
export const ENGLISH = "Statistics";
export const ENGLISH_KEY = "statistics";

export const IN_DHAKA = { university: DHAKA_KEY };

/** The departments of all items, by item. */
export async function storedDepartments({ db }: TestArchive) {
  const rows = await db.read
    .selectFrom("resource")
    .select(["id", "department", "departmentKey", "title", "version", "searchText"])
    .execute();
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Merges a department of `DHAKA`, and moves all its items. */
export async function mergeDepartments(
  { services }: TestArchive,
  admin: User,
  department = BANGLA,
  into = ENGLISH,
): Promise<void> {
  await services.departments.merge(admin, { ...IN_DHAKA, department, into });
  await services.universities.reconcile();
}

/** Undoes a merge at `DHAKA`, and moves all items back. */
export async function undoDepartments(
  { services }: TestArchive,
  admin: User,
  department = BANGLA,
): Promise<void> {
  await services.departments.undoMerge(admin, { ...IN_DHAKA, department });
  await services.universities.reconcile();
}

/** The fields of a paper of a department at `DHAKA`. */
export const inDepartment = (department: string, university = DHAKA) => ({ university, department });

/** Adds a row to each table of merged departments, for an archive with a row in every table. */
export async function insertDepartmentRows(
  { db }: TestArchive,
  itemId: string,
  { text, createdAt }: { text: string; createdAt: number },
): Promise<void> {
  const row = { universityKey: text, departmentKey: "stat", department: text, shownKey: "s" };
  const into = { intoKey: "s", intoDepartment: "S", shownDepartment: "S", createdAt };
  await db.write
    .insertInto("departmentMerge")
    .values({ ...row, ...into })
    .execute();
  await db.write
    .insertInto("departmentMove")
    .values({ ...row, itemId })
    .execute();
}
