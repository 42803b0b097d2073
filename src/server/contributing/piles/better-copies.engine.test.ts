import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertPile, PILE } from "../../../../tests/support/api/sample-pile.ts";
import { insertItem, type ItemOptions } from "../../../../tests/support/archive/factories.ts";
import { addFile, drainPiles, paperLines } from "../../../../tests/support/archive/pile-world.ts";
import { savedAnew } from "../../../../tests/support/files/saved-anew.ts";
import { A4, tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";
import { up } from "../../platform/db/migrations/202611291410-pile-copies.ts";

const LINES = paperLines("CSE 2103");
const FIELDS = {
  code: "CSE 2103",
  year: "2019",
  examType: "final",
  subject: "Structures",
  department: "CSE",
};
const HIDDEN = { code: "invalid_input", fields: { betterCopyOf: { code: "originalHidden" } } };

describe.each(bothEngines)("a better copy on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let other: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    student = (await archive.signUp("Student")).actor;
    other = (await archive.signUp("Other")).actor;
  });
  afterEach(() => archive.close());

  const piles = () => archive.services.piles;
  const insert = (status: ItemOptions["status"] & string, kind = "question", fields = {}) =>
    insertItem(archive, kind, { status, uploader: other, fields: { ...FIELDS, ...fields } });
  /** Inserts a public item of the other person with a file of this paper. */
  async function insertPublic(): Promise<string> {
    const bytes = tinyPdf([{ lines: LINES, size: A4 }]);
    const { key } = await archive.services.files.accept(other, bytes, "old.pdf");
    const fields = { ...FIELDS, driveLink: undefined as unknown as string };
    return insertItem(archive, "question", { status: "Approved", uploader: other, fileKey: key, fields });
  }
  /** Opens a pile with a new copy of the same paper. */
  async function openCopy(bytes = savedAnew(LINES)) {
    const id = await piles().create(student);
    await addFile(archive, student, id, bytes, "new.pdf");
    await drainPiles(archive);
    const row = async () => {
      const [only] = (await piles().get(student, id)).rows;
      if (!only) throw new Error("The pile is empty");
      return only;
    };
    const { id: rowId } = await row();
    return {
      id,
      rowId,
      row,
      set: (change: object) => piles().setRows(student, id, { rows: [rowId], ...change }),
    };
  }
  const own = () =>
    archive.db.read
      .selectFrom("resource")
      .select(["status", "betterCopyOf"])
      .where("uploaderId", "=", student.id)
      .execute();

  test("a row that looks like a public item can be sent as a better copy of it", async () => {
    const item = await insertPublic();
    const { id, row, set } = await openCopy();
    expect(await row()).toMatchObject({
      status: "duplicate",
      duplicate: { itemId: item, mayBeBetter: true },
    });
    await set({ betterCopyOf: item });
    expect(await row()).toMatchObject({ status: "ready", betterCopyOf: item });
    await set({ sendAnyway: false });
    expect(await row()).toMatchObject({ status: "duplicate", betterCopyOf: undefined });
    await set({ betterCopyOf: item });
    expect(await piles().send(student, id, {})).toEqual({ sending: 1, failed: {} });
    await drainPiles(archive);
    expect((await row()).status).toBe("sent");
    expect(await own()).toEqual([{ status: "Pending", betterCopyOf: item }]);
  });

  test("a row fails with the reason if the item is removed before the row is sent as a better copy of it", async () => {
    const item = await insertPublic();
    const { id, row, set } = await openCopy();
    await set({ betterCopyOf: item });
    await archive.db.write
      .updateTable("resource")
      .set({ status: "Cancelled" })
      .where("id", "=", item)
      .execute();
    await piles().send(student, id, {});
    await drainPiles(archive);
    expect(await row()).toMatchObject({ status: "failed", failure: { betterCopyOf: expect.any(String) } });
    expect(await own()).toEqual([]);
    await set({ sendAnyway: true });
    expect(await row()).toMatchObject({ status: "ready", betterCopyOf: undefined });
  });

  test("a row that is split is compared with the archive again, and the new row too", async () => {
    const item = await insertPublic();
    const more = { lines: ["2. Draw a heap of nine numbers, and remove its root."], size: A4 };
    const { id, rowId, set } = await openCopy(tinyPdf([{ lines: LINES, size: A4 }, more]));
    await set({ betterCopyOf: item });
    await piles().split(student, id, { row: rowId, at: [2] });
    const rows = async () => (await piles().get(student, id)).rows;
    const unset = { sendAnyway: false, betterCopyOf: undefined };
    expect(await rows()).toMatchObject([unset, unset]);
    await piles().setRows(student, id, { rows: "all", values: FIELDS });
    await piles().send(student, id, { rows: [rowId] });
    await drainPiles(archive);
    expect((await rows())[0]).toMatchObject({ status: "duplicate", duplicate: { itemId: item } });
    expect(await own()).toEqual([]);
  });

  test("a row of a new kind is no longer a better copy, and the new kind decides what it can be", async () => {
    const item = await insertPublic();
    const { row, set } = await openCopy();
    await set({ betterCopyOf: item });
    await set({ kind: "question" });
    expect(await row()).toMatchObject({ status: "ready", betterCopyOf: item });
    await set({ kind: "note" });
    expect(await row()).toMatchObject({ status: "duplicate", betterCopyOf: undefined });
    await set({ kind: "question", betterCopyOf: item });
    expect(await row()).toMatchObject({ status: "ready", betterCopyOf: item });
    await expect(set({ kind: "note", betterCopyOf: item })).rejects.toMatchObject(HIDDEN);
  });

  test("a row with the same bytes, or of another kind, can't be a better copy", async () => {
    await insertPublic();
    const { row, set } = await openCopy();
    await set({ kind: "note" });
    expect((await row()).duplicate?.mayBeBetter).toBeUndefined();
    const id = await piles().create(student);
    await addFile(archive, student, id, tinyPdf([{ lines: LINES, size: A4 }]), "same.pdf");
    const [same] = (await piles().get(student, id)).rows;
    expect(same?.duplicate).toMatchObject({ reason: "sameFile" });
    expect(same?.duplicate?.mayBeBetter).toBeUndefined();
  });

  test("a student can't name an item that they can't see, and each such item gets the same answer", async () => {
    const item = await insertPublic();
    const { row, set } = await openCopy();
    const hidden = [
      await insert("Pending"),
      await insert("Cancelled"),
      await insert("Approved", "note", { topic: "Heaps" }),
      "f".repeat(24),
    ];
    for (const betterCopyOf of [...hidden, await insert("Approved", "question", { year: "2018" })])
      await expect(set({ betterCopyOf })).rejects.toMatchObject(HIDDEN);
    expect(await row()).toMatchObject({ status: "duplicate", betterCopyOf: undefined });
    const driveLink = "https://drive.google.com/file/d/1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/view";
    const create = (betterCopyOf: string) =>
      archive.services.resources.create(
        student,
        "question",
        { ...FIELDS, driveLink, betterCopyOf },
        VISIT.client,
      );
    const answers = [];
    for (const id of hidden) answers.push(await create(id).catch((error: unknown) => error));
    for (const answer of answers) expect(answer).toMatchObject(HIDDEN);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await own()).toEqual([]);
    await create(item);
    expect(await own()).toEqual([{ status: "Pending", betterCopyOf: item }]);
  });

  test("the migration adds columns to old rows, and the release before can still add rows", async () => {
    await insertPile(archive, student.id, [1]);
    for (const name of ["alike", "betterCopyOf"])
      await archive.db.write.schema.alterTable("pileRow").dropColumn(name).execute();
    await up(archive.db.write as unknown as Kysely<unknown>);
    const columns = `"pileId", position, kind, label, fields, state, "sendAnyway", version`;
    await sql`insert into "pileRow" (id, ${sql.raw(columns)})
      select ${"d".repeat(24)}, ${sql.raw(columns)} from "pileRow"`.execute(archive.db.write);
    const { rows } = await piles().get(student, PILE);
    expect(rows.map(({ status }) => status)).toEqual(["ready", "ready"]);
  });
});
