import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DHAKA, DHAKA_KEY, insertPaper } from "../../../../tests/support/archive/courses.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";
import { EARLIER_YEARS } from "../../../shared/courses/wanted.ts";

const FALL = { examType: "final", term: "fall", year: "2024" };
const EXAM = { university: DHAKA, code: "CSE 2103", ...FALL };

describe.each(engines)("refused requests for missing papers on %s", (engine) => {
  let archive: TestArchive;
  let one: User;
  let two: User;

  beforeEach(async () => {
    archive = await openTestArchive(engine, { clock: () => Date.UTC(2026, 10, 25) });
    one = (await archive.signUp("One")).actor;
    two = (await archive.signUp("Two")).actor;
    await insertPaper(archive, { year: "2023", term: "fall" });
  });
  afterEach(() => archive.close());

  const wanted = () => archive.services.wanted;
  const ask = (by: User, changes: object = {}) => wanted().ask(by, { ...EXAM, ...changes }, VISIT.client);

  test("an unknown course, a wrong exam, a future exam and one that was not held are refused", async () => {
    await expect(ask(one, { code: "CSE 9999" })).rejects.toMatchObject({ code: "not_found" });
    await expect(ask(one, { examType: "party" })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(ask(one, { year: "1066" })).rejects.toMatchObject({ code: "invalid_input" });
    const conflict = (code: string) => ({ code: "conflict", fields: { paper: { code } } });
    await expect(ask(one, { year: "2026" })).rejects.toMatchObject(conflict("examNotYet"));
    const exam = { universityKey: DHAKA_KEY, codeNorm: "CSE2103", year: 2024, examType: "final" };
    await archive.db.write
      .insertInto("examNotHeld")
      .values({ ...exam, term: "", createdAt: 1 })
      .execute();
    await expect(ask(one)).rejects.toMatchObject(conflict("examNotHeld"));
  });

  test("a paper of one term overrides the record that no exam of the year was held", async () => {
    const exam = { universityKey: DHAKA_KEY, codeNorm: "CSE2103", year: 2024, examType: "final" };
    await ask(one);
    await archive.db.write
      .insertInto("examNotHeld")
      .values({ ...exam, term: "", createdAt: 1 })
      .execute();
    expect((await wanted().list(undefined, {}, 0)).count).toBe(0);
    await insertPaper(archive, { ...FALL, term: "spring" });
    expect((await wanted().list(undefined, {}, 0)).count).toBe(1);
    expect(await ask(two)).toMatchObject({ wanted: 2 });
  });

  test("a paper is refused if it is more than ten years older than the oldest paper of its course", async () => {
    const refused = ask(one, { year: String(2023 - EARLIER_YEARS - 1) });
    await expect(refused).rejects.toMatchObject({ fields: { paper: { code: "examTooOld" } } });
    expect(await ask(one, { year: String(2023 - EARLIER_YEARS) })).toMatchObject({ wanted: 1 });
  });
});
