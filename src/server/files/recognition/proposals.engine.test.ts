import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { headName } from "./proposals.ts";
import { readTextJob, recognisePageJob } from "./recognition-jobs.ts";
import { createRecognitionRepo } from "./recognition.repo.ts";

const sha = (digit: number) => String(digit).repeat(64);
const [BOOK, OTHER] = [sha(1), sha(2)];
const OWNER = "owner";

describe.each(engines)("the proposals of many papers on %s", (engine) => {
  let archive: TestArchive;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  const proposals = () => archive.services.recognition.proposals;
  const insertPages = async (sha256: string, pages: number[], text: (page: number) => string) => {
    const paper = { sha256, pages: 40, hash: null, print: null, seq: null, pageWords: "", createdAt: 1 };
    await archive.db.write
      .insertInto("paper")
      .values(paper)
      .onConflict((conflict) => conflict.column("sha256").doNothing())
      .execute();
    await archive.db.write
      .insertInto("pageText")
      .values(
        pages.map((page) => ({
          sha256,
          page,
          source: "embedded" as const,
          text: text(page),
          confidence: 100,
          lineBoxes: null,
        })),
      )
      .execute();
  };

  test("read only the pages of their heads", async () => {
    const pages = Array.from({ length: 40 }, (_, index) => index + 1);
    for (const sha256 of [BOOK, OTHER])
      await insertPages(sha256, pages, (page) => `Course Code: CSE ${1_000 + page}`);
    const repo = createRecognitionRepo(archive.db, 3_000);
    const heads = [3, 4, 39, 40].map((page) => ({ sha256: BOOK, page }));
    const read = await repo.headTexts([...heads, { sha256: OTHER, page: 1 }]);
    expect(read.map(({ sha256, page }) => `${sha256[0]} ${page}`).toSorted()).toEqual([
      "1 3",
      "1 39",
      "1 4",
      "1 40",
      "2 1",
    ]);
    const found = await proposals()([
      { sha256: BOOK, firstPage: 3 },
      { sha256: BOOK, firstPage: 39 },
      { sha256: OTHER, firstPage: 1 },
    ]);
    const code = (sha256: string, firstPage: number) =>
      found.get(headName({ sha256, firstPage }))?.facts.code?.value;
    expect([code(BOOK, 3), code(BOOK, 39), code(OTHER, 1)]).toEqual(["CSE 1003", "CSE 1039", "CSE 1001"]);
  });

  test("a page that arrives later is analysed alone, and the details of other pages stay", async () => {
    const { recognition } = archive.services;
    const details = async () => (await recognition.pageDetails([BOOK], 60)).get(BOOK) ?? [];
    const code = (page: number) => `Course Code: CSE ${1_000 + page}`;
    await insertPages(BOOK, [1, 3], code);
    const before = await details();
    await insertPages(BOOK, [2], code);
    const after = await details();
    expect(after.map(({ page, facts }) => [page, facts.code?.value])).toEqual([
      [1, "CSE 1001"],
      [2, "CSE 1002"],
      [3, "CSE 1003"],
    ]);
    expect([after[0], after[2]].every((page, index) => page === before[index])).toBe(true);
  });

  test("a page whose text is replaced is analysed again when another page arrives", async () => {
    const { recognition } = archive.services;
    const codes = async () =>
      (await recognition.pageDetails([BOOK], 60)).get(BOOK)?.map(({ facts }) => facts.code?.value);
    await insertPages(BOOK, [1], () => "Course Code: CSE 1001");
    expect(await codes()).toEqual(["CSE 1001"]);
    await archive.db.write.updateTable("pageText").set({ text: "Course Code: CSE 1009" }).execute();
    await insertPages(BOOK, [2], () => "Course Code: CSE 1002");
    expect(await codes()).toEqual(["CSE 1009", "CSE 1002"]);
  });

  test("the details of a paper wait only for the pages that name its exam", async () => {
    const { jobs } = archive.services;
    const isWaiting = async (firstPage: number) => {
      const head = { sha256: BOOK, firstPage };
      return (await proposals()([head])).get(headName(head))?.isWaiting;
    };
    await jobs.enqueue([readTextJob(BOOK, OWNER)]);
    expect(await isWaiting(1)).toBe(true);
    await archive.db.write.deleteFrom("job").execute();
    await insertPages(BOOK, [1, 2, 3, 4], () => "Course Code: CSE 1001");
    await jobs.enqueue([recognisePageJob({ sha256: BOOK, page: 5 }, OWNER)]);
    expect([await isWaiting(1), await isWaiting(3), await isWaiting(5)]).toEqual([false, false, true]);
    await jobs.enqueue([recognisePageJob({ sha256: BOOK, page: 2 }, OWNER)]);
    expect(await isWaiting(1)).toBe(true);
  });
});
