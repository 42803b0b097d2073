import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { User } from "../../src/shared/people/policy.ts";
import { createPapers, type Papers } from "../../src/server/files/rendering/papers.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { manySquares } from "../support/files/bombs-pdf.ts";
import { insertPaper } from "../support/files/paper-item.ts";
import { openSite } from "../support/api/site.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";

const PAPER = tinyPdf([{ lines: ["Page one"] }, { lines: ["Page two"] }]);

describe.each(engines)("a flood of hostile PDFs from one account on %s", (engine) => {
  let archive: TestArchive;
  let papers: Papers;
  let student: User;
  let pageOf: (page: number) => string;
  let decided: string[];
  let flood: Promise<unknown>[];

  beforeEach(async () => {
    // A limit that a student's upload meets even on a slow machine.
    papers = createPapers({ timeLimit: 300_000 });
    archive = await openTestArchive(engine, { papers });
    const [flooder, author] = [await archive.signUp("Flooder"), await archive.signUp("Author")];
    student = (await archive.signUp("Student")).actor;
    const { key } = await insertPaper(archive, author.actor, PAPER);
    pageOf = (page) => `/files/${key}/pages/${page}?width=1000`;
    decided = [];
    // Each upload takes longer than the test.
    flood = Array.from({ length: 6 }, (_, index) =>
      archive.services.files
        .accept(flooder.actor, manySquares(50_000 + index), "hostile.pdf")
        .catch(() => decided.push("hostile")),
    );
  });
  afterEach(async () => {
    await papers.close();
    await Promise.all(flood);
    await archive.close();
  });

  test("the server accepts another person's upload before it has checked the first hostile one", async () => {
    await archive.services.files.accept(student, tinyPdf([{ lines: ["Mine"] }]), "paper.pdf");
    expect(decided).toEqual([]);
  });

  test("a reader gets the image of a page before the server has checked the first hostile upload", async () => {
    const reader = openSite(archive).as();
    const answers = await Promise.all([1, 2].map((page) => reader.get(pageOf(page))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(decided).toEqual([]);
  });
});
