import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem, insertItems } from "../../../../tests/support/archive/factories.ts";
import {
  bothEngines,
  openTestArchive,
  TEST_PASSWORD,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { openCounted } from "../../../../tests/support/platform/counted.ts";
import type { User } from "../../../shared/people/policy.ts";

/** How many notes the person contributed. */
const NOTES = 45;
/** How many items one statement changes at most. */
const CHUNK = 20;

describe.each(bothEngines)("deleting an account with many contributions on %s", (engine) => {
  let archive: TestArchive;
  let counted: ReturnType<typeof openCounted>;
  let student: User;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    counted = openCounted(archive);
    student = (await archive.signUp("Student")).actor;
    await insertItems(
      archive,
      "note",
      Array.from({ length: NOTES }, () => ({ uploader: student })),
    );
  });
  afterEach(async () => {
    await counted.close();
    await archive.close();
  });

  const deletion = (contributions: "keep" | "remove") =>
    counted.statementsOf(() =>
      counted.services.deletion.deleteAccount(student, { contributions, passwordNow: TEST_PASSWORD }, VISIT),
    );
  const names = async () =>
    (await archive.db.read.selectFrom("resource").select(["userName", "uploaderId"]).execute()).map(
      ({ userName, uploaderId }) => [userName, uploaderId],
    );

  test("takes the name from a few items in each statement", async () => {
    const statements = await deletion("keep");
    expect(statements.filter((sql) => sql.startsWith('update "resource"'))).toHaveLength(
      Math.ceil(NOTES / CHUNK),
    );
    expect(await names()).toHaveLength(NOTES);
    expect((await names()).flat()).not.toContain("Student");
    expect((await names()).flat()).not.toContain(student.id);
  });

  test("removes a few items in each statement, and keeps a question with another person's answer", async () => {
    const question = await insertItem(archive, "question", { uploader: student });
    await insertItem(archive, "answer", { parentId: question });
    const statements = await deletion("remove");
    expect(statements.filter((sql) => sql.startsWith('delete from "resource"'))).toHaveLength(
      Math.ceil((NOTES + 1) / CHUNK),
    );
    expect((await names()).map(([, uploaderId]) => uploaderId)).toEqual([null, null]);
  });
});
