import { expect } from "vitest";
import { enCourseAdmin } from "../../../src/shared/messages/en-course-admin.ts";
import { departmentPath } from "../../../src/shared/courses/courses.ts";
import { enDepartments } from "../../../src/shared/messages/en-departments.ts";
import { enUniversities } from "../../../src/shared/messages/en-universities.ts";
import { kindNamed } from "../../../src/shared/kinds/index.ts";
import { insertItem } from "../archive/factories.ts";
import type { TestArchive } from "../platform/archive.ts";
import type { Persona } from "./journey-world.ts";

/** An admin confirms a university that a person typed, and merges another one into it. @returns the list's text */
export async function confirmUniversity(admin: Persona, archive: TestArchive, js: boolean): Promise<string> {
  const { page, goto, press, waitForToast } = admin;
  const words = enUniversities.universities;
  const [typed, other] = [`Sampel Hill University ${js}`, `Hill Univ of Sample ${js}`];
  const renamed = `Sample Hill University ${js}`;
  await insertItem(archive, "note", { fields: { university: typed } });
  await insertItem(archive, "note", { fields: { university: other } });
  await archive.services.universities.reconcile();
  await goto("/admin-dashboard/universities");
  await admin.heading(words.title);
  await page.getByRole("link", { name: words.checkOf(typed) }).click();
  await admin.heading(typed);
  await page.fill("#name", renamed);
  await page.fill("#otherNames", `SHU ${js}`);
  await press(words.saveAndConfirm);
  await waitForToast(words.saved);
  await page.getByRole("link", { name: words.checkOf(other) }).click();
  await admin.heading(other);
  await page.fill("#into", `shu ${js}`);
  await press(words.merge);
  await waitForToast(words.merged);
  await goto(`${kindNamed("note").pages.lists[0]}?university=${encodeURIComponent(other)}`);
  const list = page.locator("main", { hasText: renamed });
  await list.waitFor();
  return renamed;
}

/** An admin merges two departments of a university, and undoes it. @returns the departments that the page lists at the end */
export async function manageDepartments(admin: Persona, archive: TestArchive, js: boolean): Promise<string> {
  const { page, goto, press, waitForToast } = admin;
  const words = enDepartments;
  const [from, into] = ["Dept. of Astronomy", "Astronomy"];
  const university = `Sky University ${js}`;
  for (const department of [from, into])
    await insertItem(archive, "question", { fields: { university, department, code: "AST 1" } });
  await archive.services.universities.reconcile();
  await goto(`/admin-dashboard/universities?id=${encodeURIComponent(university.toLowerCase())}`);
  await admin.heading(university);
  await page.getByRole("link", { name: words.open }).click();
  await admin.heading(words.title(university));
  await page.getByRole("link", { name: words.mergeOf(from) }).click();
  await admin.heading(words.mergeTitle(from));
  await page.fill("#into", "Nothing");
  await press(words.see);
  await page.waitForSelector("#into-problem");
  await page.fill("#into", into);
  await press(words.see);
  await page.getByText(words.moves(1, 1, into)).waitFor();
  await press(words.confirm(from, into));
  await waitForToast(words.merged);
  await page.reload();
  const [old, path] = [from, into].map((name) => departmentPath(university, name));
  await press(words.undoOf(from));
  await waitForToast(words.undone);
  await goto(old ?? "");
  await admin.heading(from);
  await goto(path ?? "");
  await admin.heading(into);
  await goto(`/admin-dashboard/departments?university=${encodeURIComponent(university.toLowerCase())}`);
  return page.locator("main").innerText();
}

/**
 * An admin merges two courses, undoes it, renames one, records an exam that was not held, takes it back, and changes the
 * months of terms. @returns the heading of the renamed course
 */
export async function manageCourses(admin: Persona, archive: TestArchive, js: boolean): Promise<string> {
  const { page, goto, press, waitForToast, heading } = admin;
  const words = enCourseAdmin;
  const codes = js ? ["JSC 2103", "JSC 203"] : ["PLN 2103", "PLN 203"];
  const [code = "", other = ""] = codes;
  for (const each of codes)
    await insertItem(archive, "question", {
      fields: { university: "BUET", code: each, subject: "Data Structures" },
    });
  const short = other.replace(" ", "");
  await goto("/admin-dashboard/courses");
  await heading(words.title);
  await page.fill("#university", "buet");
  await page.fill("#code", other.toLowerCase());
  await press(words.find);
  await heading(`${other} Data Structures`);
  await page.fill("#into", "NOBODY 1");
  await press(words.merge);
  await page.waitForSelector("#into-problem");
  await page.fill("#into", code);
  await press(words.merge);
  await waitForToast(words.merged);
  await heading(`${code} Data Structures`);
  await page.fill("#year", "2015");
  await press(words.record);
  await waitForToast(words.recorded);
  await press(words.takeBackOf("Final 2015"));
  await waitForToast(words.takenBack);
  await goto("/admin-dashboard/courses");
  await press(words.undoOf(short));
  await waitForToast(words.undone);
  await expect.poll(() => page.getByRole("button", { name: words.undoOf(short) }).count()).toBe(0);
  await page.locator("#summer").selectOption("8");
  await press(words.saveMonths);
  await waitForToast(words.monthsSaved);
  await goto(`/admin-dashboard/courses?university=buet&code=${short}`);
  await page.fill("#title", "Data Structures and Algorithms");
  await press(words.rename);
  await waitForToast(words.renamed);
  const renamed = `${other} Data Structures and Algorithms`;
  await heading(renamed);
  return renamed;
}
