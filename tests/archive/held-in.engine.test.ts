import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { User } from "../../src/shared/people/policy.ts";
import { driveLink, insertItem } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const FINAL = { code: "CSE 4503", subject: "Compilers", examType: "final", year: "2018" };
const BLANK = { term: "", set: "", university: "", semester: "" };

describe.each(engines)("the month of an exam on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  beforeAll(async () => {
    archive = await openTestArchive(engine);
    student = (await archive.signUp("Rahim")).actor;
    for (const heldIn of ["january", "december"])
      await insertItem(archive, "question", { fields: { ...FINAL, ...BLANK, heldIn } });
    await insertItem(archive, "question", { fields: { ...FINAL, ...BLANK, year: "2017", heldIn: "" } });
  });
  afterAll(() => archive.close());

  test("filters and the search tell two finals of one year apart by their months", async () => {
    const { resources, search } = archive.services;
    const listed = await resources.list(undefined, "question", { heldIn: "january" });
    expect(listed.rows.map(({ heldIn }) => heldIn)).toEqual(["january"]);
    const { rows } = await search.find(undefined, { text: "cse 4503 final 2018 december" });
    expect(rows[0]?.heldIn).toBe("december");
    const { suggestions } = await search.suggest(undefined, "compilers");
    expect(suggestions.map(({ heldIn }) => heldIn)).toContain("january");
  });

  test("a new paper needs a month only if nothing tells it from a paper in the archive", async () => {
    const { duplicates } = archive.services;
    const twins = await duplicates.haveTwins(student, [
      { ...FINAL, year: "2017" },
      { ...FINAL, year: "2017", heldIn: "january" },
      { ...FINAL, year: "2016" },
      { ...FINAL, heldIn: "june" },
      { code: "CSE 4503", year: "2017" },
    ]);
    expect(twins).toEqual([true, true, false, false, false]);
  });

  test("an import accepts the month in any spelling", async () => {
    const { actor: admin } = await archive.signUp("Admin", "admin");
    const source = (async function* () {
      yield Buffer.from(
        `_id,kind,department,subject,code,semester,year,driveLink,heldIn\n` +
          `i1,question,CSE,Imported,CSE 78,3,2018,${driveLink()},Jan 2018\n`,
      );
    })();
    expect(await archive.services.transfer.importCsv(admin, source)).toMatchObject({ stored: 1, bad: 0 });
    const { rows } = await archive.services.resources.list(admin, "question", { subject: "Imported" });
    expect(rows[0]?.heldIn).toBe("january");
  });
});
