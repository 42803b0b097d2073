import { expect, test } from "vitest";
import type { User } from "../../src/shared/people/policy.ts";
import { openCachedSite } from "../support/api/cached-site.ts";
import { DHAKA_KEY, DHAKA_SLUG, insertPaper } from "../support/archive/courses.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const PATH = `/api/courses/${DHAKA_SLUG}/cse2103`;
const KEY = { universityKey: DHAKA_KEY, codeNorm: "CSE2103" };

test.each(engines)("courses on %s are answered from memory, and never after a change", async (engine) => {
  const archive: TestArchive = await openTestArchive(engine);
  const admin: User = (await archive.signUp("Admin", "admin")).actor;
  const site = await openCachedSite(archive);
  const id = await insertPaper(archive, { year: "2019", term: "fall" });
  await insertPaper(archive, { year: "2020", term: "fall" });
  await insertPaper(archive, { year: "2022", term: "fall" });
  const lists = ["/api/courses", `/api/courses/${DHAKA_SLUG}`, `/api/courses/${DHAKA_SLUG}?department=cse`];
  /** Reads a path until its response comes from memory. @returns its text */
  const read = async (path: string): Promise<string> => {
    const first = await site.get(path);
    site.fromMemory.length = 0;
    expect(await site.get(path)).toEqual(first);
    expect(site.fromMemory).toEqual([path]);
    return first.text;
  };
  for (const path of lists) expect(await read(path)).toContain("papers");
  expect(await read(PATH)).toContain(id);
  const exam = { ...KEY, year: "2021", examType: "final", term: "fall" };
  const { courseChanges, resources } = archive.services;
  await courseChanges.recordNotHeld(admin, exam);
  expect(await read(PATH)).toContain("notHeld");
  await courseChanges.takeBackNotHeld(admin, exam);
  expect(await read(PATH)).not.toContain("notHeld");
  await courseChanges.rename(admin, { ...KEY, code: "CSE 2103", title: "Another title" });
  for (const path of [PATH, lists[1] as string]) expect(await read(path)).toContain("Another title");
  await resources.setStatus(admin, "question", id, { status: "Cancelled" });
  expect(await read(PATH)).not.toContain(id);
  expect(await read(lists[0] as string)).toContain('"papers":2');
  expect(site.faults).toEqual([]);
  await site.close();
  await archive.close();
});

test("calls of courses refuse unknown and repeated parameters, and find nothing for odd ones", async () => {
  const archive = await openTestArchive("sqlite");
  await insertPaper(archive);
  const site = await openCachedSite(archive);
  const statusOf = async (path: string) => (await site.get(path)).status;
  const list = `/api/courses/${DHAKA_SLUG}`;
  for (const query of ["extra=1", "after=a&after=b", "department=a&department=b", "__proto__=1"])
    expect([query, await statusOf(`${list}?${query}`)]).toEqual([query, 400]);
  for (const query of ["", "?after=", "?department=", "?after=%00", `?after=${"x".repeat(500)}`])
    expect([query, await statusOf(list + query)]).toEqual([query, 200]);
  for (const path of [
    `${list}?department=%00`,
    `${list}?department=nobody`,
    "/api/courses/nobody",
    "/api/courses/%00",
    `/api/courses/${"x".repeat(1_000)}/cse2103`,
    `${list}/${"x".repeat(60)}`,
    `${list}/%00`,
  ])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  expect((await site.get(`/api/courses/DU/CSE-2103`)).text).toContain('"code":"CSE 2103"');
  expect(site.faults).toEqual([]);
  await site.close();
  await archive.close();
});
