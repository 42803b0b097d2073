import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DHAKA, DHAKA_KEY, insertPaper } from "../support/archive/courses.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

describe.each(engines)("titles of courses by their codes on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  const titleOf = async (university: string, code: string) =>
    (await archive.services.courseTitles.lookUp([{ university, code }]))({ university, code });

  test("a title is the only one if all papers of the course at this university have it", async () => {
    await insertPaper(archive, { code: "CSE 2103", subject: "Data Structures", university: "BUET" });
    await insertPaper(archive, { code: "CSE-2103", subject: "data structures", university: "BUET" });
    await insertPaper(archive, { code: "CSE 2103", subject: "Compilers", university: DHAKA });
    for (const name of ["BUET", "Bangladesh University of Engineering and Technology"])
      expect(await titleOf(name, "cse2103"), name).toEqual({
        title: expect.stringMatching(/^data structures$/i),
        isOnly: true,
      });
    expect(await titleOf("BUET", "CSE 2104")).toBeUndefined();
    expect(await titleOf("Nowhere University", "CSE 2103")).toBeUndefined();
  });

  test("the most frequent of several titles is not the only one, until an admin gives the course a title", async () => {
    const { actor: admin } = await archive.signUp("Admin", "admin");
    for (const subject of ["Algorithms", "Algorithms", "Algorithm Design"])
      await insertPaper(archive, { code: "CSE 207", subject });
    expect(await titleOf(DHAKA, "CSE 207")).toEqual({ title: "Algorithms", isOnly: false });
    await archive.services.courseChanges.rename(admin, {
      universityKey: DHAKA_KEY,
      codeNorm: "CSE207",
      code: "CSE 207",
      title: "Design of Algorithms",
    });
    expect(await titleOf(DHAKA, "CSE 207")).toEqual({ title: "Design of Algorithms", isOnly: true });
  });

  test("a paper that waits or is hidden gives no title", async () => {
    await insertPaper(archive, { code: "CSE 209", subject: "Secret" }, { status: "Pending" });
    expect(await titleOf(DHAKA, "CSE 209")).toBeUndefined();
  });
});
