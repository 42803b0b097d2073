import { expect, test } from "vitest";
import { createPageDetails } from "./proposals.ts";

const SHA = "1".repeat(64);

test("a page that arrives later is the only one that is analysed then", async () => {
  const texts = ["Course Code: CSE 2103", "Course Code: CSE 2105"];
  const analysed: string[] = [];
  const rows = () => texts.map((text, index) => ({ sha256: SHA, page: index + 1, text }));
  const pageDetails = createPageDetails(
    { countPages: async () => new Map([[SHA, texts.length]]), pageHeads: async () => rows() },
    (text) => {
      analysed.push(text);
      return { code: { value: text.slice(-8), confidence: 0.95 } };
    },
  );
  const codes = async () =>
    (await pageDetails([SHA], 60)).get(SHA)?.map(({ page, facts }) => [page, facts.code?.value]);

  await codes();
  await codes();
  expect(analysed).toEqual(texts);
  texts.push("Course Code: CSE 2107");
  expect(await codes()).toEqual([
    [1, "CSE 2103"],
    [2, "CSE 2105"],
    [3, "CSE 2107"],
  ]);
  expect(analysed).toEqual(texts);
});
