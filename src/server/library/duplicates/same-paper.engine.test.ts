import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem } from "../../../../tests/support/archive/factories.ts";
import { ENGLISH_HEAD, scan } from "../../../../tests/support/files/scan.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { THUMBNAIL } from "../../../shared/files/files.ts";
import type { User } from "../../../shared/people/policy.ts";

const COVER = {
  lines: ["", "", "", "Meghna University", "", "Question papers of the final examination", "", "2019"],
};

/** A page with its own questions, of its own lengths. */
const questions = (paper: number) => ({
  lines: Array.from({ length: 24 }, (_none, index) => {
    const words = [
      "heaps",
      "queues and stacks",
      "hashing",
      "trees",
      "a graph",
      "sorting in place",
      "recursion",
    ];
    const picked = Array.from(
      { length: 2 + ((index * paper) % 5) },
      (_one, word) => words[(index + word * paper) % 7],
    );
    return `${index + 1}. Explain ${picked.join(" and ")}.`;
  }),
});

describe.each(engines)("the same paper in another file, on %s", (engine) => {
  let archive: TestArchive;
  let owner: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    owner = (await archive.signUp("Owner")).actor;
  });
  afterEach(() => archive.close());

  const upload = (bytes: Uint8Array) => archive.services.files.accept(owner, bytes, "paper");
  const stored = async (bytes: Uint8Array) => {
    const { key } = await upload(bytes);
    const fields = { driveLink: undefined as unknown as string };
    const id = await insertItem(archive, "note", {
      status: "Approved",
      uploader: owner,
      fileKey: key,
      fields,
    });
    return { id, key };
  };
  const found = async (bytes: Uint8Array) => {
    const { items } = await archive.services.duplicates.find(owner, "note", {
      fileKey: (await upload(bytes)).key,
    });
    return items.map(({ row, reasons }) => [row.id, ...reasons]);
  };

  test("is found behind a cover page, and without the cover page of the other file", async () => {
    const { id } = await stored(tinyPdf([questions(1), questions(2)]));
    const behind = await stored(tinyPdf([COVER, questions(3), questions(4)]));
    expect(await found(tinyPdf([COVER, questions(1), questions(2)]))).toEqual([[id, "samePage"]]);
    expect(await found(tinyPdf([COVER, {}, questions(1)]))).toEqual([[id, "samePage"]]);
    expect(await found(tinyPdf([questions(3), questions(4)]))).toEqual([[behind.id, "samePage"]]);
  });

  test("is not a different paper with the same cover page", async () => {
    await stored(tinyPdf([COVER, questions(1)]));
    expect(await found(tinyPdf([COVER, questions(2)]))).toEqual([]);
    expect(await found(tinyPdf([COVER, questions(3), questions(4)]))).toEqual([]);
  });

  test("is found in a photo that is turned by 90°, 180° or 270°", async () => {
    const topics = ["heaps and tries", "how a queue is kept in an array", "why quicksort is fast", "hashing"];
    const page = await scan([
      ...ENGLISH_HEAD,
      ...topics,
      ...topics.map((topic) => `Define ${topic} in short.`),
    ]);
    const { id } = await stored(page);
    for (const turn of [90, 180, 270])
      expect(await found(await sharp(page).rotate(turn).jpeg().toBuffer())).toEqual([[id, "samePage"]]);
  });

  test("is found in a file of an earlier version after its thumbnail was drawn", async () => {
    const { id, key } = await stored(tinyPdf([COVER, questions(1)]));
    await archive.db.write.updateTable("paper").set({ pageHashes: null, pagePrints: null }).execute();
    expect(await found(tinyPdf([questions(1), questions(2)]))).toEqual([]);
    const file = await archive.services.files.get(owner, key);
    await archive.services.files.page(file, 1, THUMBNAIL);
    expect(await found(tinyPdf([questions(1)]))).toEqual([[id, "samePage"]]);
  });
});
