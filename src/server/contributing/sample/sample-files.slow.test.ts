import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_THUMBNAIL_BYTES } from "../../files/rendering/thumbnail.ts";
import { createPapers, type PaperAnswer, type Papers } from "../../files/rendering/papers.ts";
import { sampleAnswers } from "./answers.ts";
import { sampleItems } from "./archive.ts";
import { readSampleFile, type SampleFile, sampleFiles } from "./sample-files.ts";
import type { SampleFields } from "./types.ts";

/**
 * The maximum size of all sample files together, in bytes. Every copy of the product contains these files.
 */
const MAX_TOTAL = 1_500_000;

async function valueOf<T>(answer: Promise<PaperAnswer<T>>): Promise<T> {
  const got = await answer;
  if ("refusal" in got) throw new Error(got.refusal);
  return got.value;
}

/** The details that a file's text must contain. */
function facts({ item, answer }: SampleFile): RegExp[] {
  const shown = sampleItems[item ?? sampleAnswers[answer ?? -1]?.question ?? -1];
  const { code, year } = (shown?.fields ?? {}) as Partial<SampleFields["question"]>;
  const bangla = [...(year ?? "")].map((digit) => "০১২৩৪৫৬৭৮৯"[Number(digit)]).join("");
  return [code, year && `${year}|${bangla}`]
    .filter((fact) => fact !== undefined)
    .map((fact) => new RegExp(fact));
}

describe("the sample's papers", () => {
  let papers: Papers;
  beforeAll(() => {
    papers = createPapers({ timeLimit: 60_000 });
  });
  afterAll(() => papers.close());

  it.each(sampleFiles)(
    "$file matches its entry in the index and its item, and has a small thumbnail",
    async (paper) => {
      const { type, pages, hash, print } = paper;
      const bytes = await readSampleFile(paper);
      expect(await valueOf(papers.inspect(bytes))).toMatchObject({ type, pages, orientation: 1 });
      expect(await valueOf(papers.fingerprint(bytes, 1))).toMatchObject({ hash, print });
      expect((await valueOf(papers.thumbnail(bytes))).bytes.length).toBeLessThanOrEqual(MAX_THUMBNAIL_BYTES);
      const text = (await valueOf(papers.texts(bytes))).map((page) => page.text).join("");
      // Scans and photos have no text.
      if (text !== "") for (const fact of facts(paper)) expect(text).toMatch(fact);
    },
  );

  it("belong to nineteen different items, include scans and photos, and are smaller than 1.5 MB in total", async () => {
    const shown = sampleFiles.map(({ item, answer }) => `${item} ${answer}`);
    expect(new Set(shown).size).toBe(19);
    const texts = await Promise.all(
      sampleFiles.map(async (paper) => valueOf(papers.texts(await readSampleFile(paper)))),
    );
    expect(texts.filter((pages) => pages.every(({ text }) => text === ""))).toHaveLength(9);
    const sizes = await Promise.all(sampleFiles.map(async (paper) => (await readSampleFile(paper)).length));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_TOTAL);
  });

  it("are the only files in their folder besides the index", () => {
    const names = readdirSync(new URL("files/", import.meta.url)).filter((name) => name !== "index.json");
    expect(names.sort()).toEqual(sampleFiles.map(({ file }) => file).sort());
  });
});
