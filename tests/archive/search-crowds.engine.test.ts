import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem, insertItems } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

describe.each(bothEngines)("many pending items on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  const pending = (kind: string, fields: (at: number) => Record<string, string>, count = 120) =>
    insertItems(
      archive,
      kind,
      Array.from({ length: count }, (_, at) => ({ status: "Pending" as const, fields: fields(at) })),
    );
  const suggested = async (text: string) =>
    (await archive.services.search.suggest(undefined, text)).suggestions
      .filter(({ type }) => type === "course")
      .map(({ code }) => code);

  test("pending items do not push an approved code out of the suggestions", async () => {
    await insertItem(archive, "question", { fields: { code: "CSE 2199" } });
    await pending("question", (at) => ({ code: `CSE 21${String(at).padStart(3, "0")}` }));
    expect(await suggested("cse 21")).toEqual(["CSE 2199"]);
  });

  test("pending items with the code of a course do not push the course out of the suggestions", async () => {
    await insertItem(archive, "question", { fields: { code: "CSE 2199" } });
    // More items than a search considers.
    await insertItems(
      archive,
      "question",
      Array.from({ length: 130 }, () => ({ fields: { code: "CSE 2191", subject: "Algebra" } })),
    );
    await pending("question", () => ({ code: "CSE 2199" }));
    expect(await suggested("cse 219")).toEqual(expect.arrayContaining(["CSE 2191", "CSE 2199"]));
  });

  test("newer pending items do not hide a title that begins with the typed text", async () => {
    const id = await insertItem(archive, "note", { fields: { topic: "Structures Z" } });
    await insertItems(
      archive,
      "note",
      Array.from({ length: 6 }, () => ({ fields: { topic: "Bridges of steel, and other structures" } })),
    );
    await pending("note", (at) => ({ topic: `Structures A ${at}` }));
    const { rows } = await archive.services.search.inList(
      undefined,
      { text: "structures", kind: "note" },
      { reach: 5 },
    );
    expect(rows[0]?.id).toBe(id);
  });
});
