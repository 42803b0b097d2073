import { insertItem, unique } from "./factories.ts";
import type { TestArchive } from "../platform/archive.ts";

/** Adds an item whose university no admin has confirmed. @returns the id of the university */
export async function unknownUniversity(archive: TestArchive): Promise<string> {
  const name = `Unknown University ${unique()}`;
  await insertItem(archive, "note", { status: "Pending", fields: { university: name } });
  // The first call adds the name, and the second one finds nothing left to do.
  await archive.services.universities.reconcile();
  await archive.services.universities.reconcile();
  return name.toLowerCase();
}

/** A university of the table with an item. @returns one of its names */
export async function usedUniversity(archive: TestArchive): Promise<string> {
  await insertItem(archive, "note", { status: "Pending", fields: { university: "BUET" } });
  await archive.services.universities.reconcile();
  return "BUET";
}

/** The form of a university with an additional short name. */
export async function universityForm(archive: TestArchive, id: string): Promise<Record<string, string>> {
  const { name, banglaName, updatedAt } = await archive.db.read
    .selectFrom("university")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, name, banglaName, otherNames: `UU${unique()}`, updatedAt: String(updatedAt) };
}

/** Adds a university with items of the departments "Stat" and "Statistics". @returns its id */
export async function twoDepartments(archive: TestArchive): Promise<string> {
  const university = `University of Departments ${unique()}`;
  for (const department of ["Stat", "Statistics"])
    await insertItem(archive, "note", { status: "Pending", fields: { university, department } });
  await archive.services.universities.reconcile();
  await archive.services.universities.reconcile();
  return university.toLowerCase();
}

/** Stores the merge of a department without items, "Nothing", into "Statistics". */
export async function insertDepartmentMerge({ db }: TestArchive, universityKey: string): Promise<void> {
  const into = { intoKey: "statistics", intoDepartment: "Statistics" };
  const shown = { shownKey: "statistics", shownDepartment: "Statistics" };
  await db.write
    .insertInto("departmentMerge")
    .values({
      universityKey,
      departmentKey: "nothing",
      department: "Nothing",
      ...into,
      ...shown,
      createdAt: 1,
    })
    .execute();
}
