import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addFile, drainPiles, paper } from "../../../../tests/support/archive/pile-world.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { insertItem } from "../../../../tests/support/archive/factories.ts";
import type { User } from "../../../shared/people/policy.ts";

describe.each(engines)("sent rows of piles on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let id: string;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    student = (await archive.signUp("Student")).actor;
    id = await archive.services.piles.create(student);
  });
  afterEach(() => archive.close());

  const piles = () => archive.services.piles;
  const rows = async () => (await piles().get(student, id)).rows;

  test("keep all details and the file of their items, and take nothing from a later contribution", async () => {
    const key = await addFile(archive, student, id, paper("CSE 2103"), "final.pdf");
    await drainPiles(archive);
    const [before] = await rows();
    await piles().setRows(student, id, { rows: "all", values: { set: "B", semester: "3" } });
    await piles().send(student, id, {});
    await drainPiles(archive);
    await insertItem(archive, "question", {
      uploader: student,
      fields: { department: "Law", university: "Sample University" },
    });
    const [sent] = await rows();
    const values = (fields: object) =>
      Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value as string]));
    expect(values(sent?.fields ?? {})).toEqual({ ...values(before?.fields ?? {}), set: "B", semester: "3" });
    expect(sent).toMatchObject({ missing: [], duplicate: undefined, files: [{ key, pages: 1 }] });
    await archive.db.write
      .deleteFrom("resource")
      .where("id", "=", sent?.itemId ?? "")
      .execute();
    const [gone] = await rows();
    expect(gone).toMatchObject({ status: "sent", files: [], itemId: undefined, itemStatus: undefined });
    expect(values(gone?.fields ?? {})).toEqual({ set: "B", semester: "3" });
  });
});
