import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { insertPaper, readPapers } from "../support/files/paper-item.ts";
import { BANGLA_HEAD } from "../support/files/scan.ts";
import { type Client, openSite } from "../support/api/site.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";

const CANARY = "zygomorphic";
/** Enough letters for a page to count as text. */
const printed = (word: string) => ({ lines: ["Explain in your own words, with a drawing, what is", word] });
const SCANNED = { lines: ["- 2 -"] };

describe.each(engines)("the text of a paper on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let student: User;
  let admin: User;
  let visitor: Client;
  let owner: Client;
  let other: Client;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive, await builtPages());
    const signedUp = await archive.signUp("Student");
    student = signedUp.actor;
    admin = (await archive.signUp("Admin", "admin")).actor;
    owner = site.as(signedUp.cookie);
    other = site.as((await archive.signUp("Other")).cookie);
    visitor = site.as();
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  const textIn = (html: string) => /<section class="paper-texts"[^]*?<\/section>/.exec(html)?.[0] ?? "";

  test("is visible to the people who may open the item, in every status", async () => {
    const { id, path } = await insertPaper(archive, student, tinyPdf([printed(CANARY)]), {
      status: "Pending",
    });
    await readPapers(archive);
    const seen = async () => {
      const answers: boolean[] = [];
      for (const reader of [visitor, other, owner]) {
        for (const address of [`${path}?view=text`, `${path}.data?view=text`]) {
          answers.push((await reader.get(address)).text.includes(CANARY));
        }
      }
      return answers;
    };
    expect(await seen()).toEqual([false, false, false, false, true, true]);
    expect((await visitor.get(`${path}?view=text`)).status).toBe(404);
    await archive.services.resources.setStatus(admin, "question", id, { status: "Approved" });
    expect(await seen()).toEqual([true, true, true, true, true, true]);
    expect((await visitor.get(path)).text).not.toContain(CANARY);
    await archive.services.resources.setStatus(admin, "question", id, { status: "Cancelled" });
    expect(await seen()).toEqual([false, false, false, false, true, true]);
  });

  test("has a heading for each page and no images, and its canonical address is the item's", async () => {
    const bytes = tinyPdf([printed("heaps"), printed("queues")]);
    const { path } = await insertPaper(archive, student, bytes);
    await readPapers(archive);
    const { text: html } = await visitor.get(`${path}?view=text`);
    expect(textIn(html)).toMatch(/<h2>Page 1<\/h2>[^]*heaps[^]*<h2>Page 2<\/h2>[^]*queues/);
    expect(textIn(html)).not.toMatch(/machine|so far/);
    expect(html).not.toContain("<img");
    expect(html).not.toContain("/pages/1");
    expect(html).toContain(`<link rel="canonical" href="${archive.origin}${path}"/>`);
    expect(html).toContain(`<a href="${path}?view=text" aria-current="page">Text</a>`);
    expect((await visitor.get(path)).text).toContain(`<a href="${path}" aria-current="page">Pages</a>`);
  });

  test("shows how many pages were read, and the language and confidence of a page that was read by machine", async () => {
    const { path } = await insertPaper(archive, student, tinyPdf([printed("stacks"), SCANNED]));
    await readPapers(archive);
    const before = textIn((await visitor.get(`${path}?view=text`)).text);
    expect(before).toContain("1 of 2 pages read so far");
    expect(before).toMatch(/<h2>Page 2<\/h2><p class="by">We haven.{1,6}t read this page yet\./);
    const bangla = BANGLA_HEAD.join("\n");
    await readPapers(archive, async () => ({ text: bangla, lines: [], confidence: 71 }));
    const after = textIn((await visitor.get(`${path}?view=text`)).text);
    expect(after).not.toContain("so far");
    expect(after).toContain("may contain errors");
    expect(after).toMatch(/<h2>Page 1<\/h2><div class="prose">Explain/);
    expect(after).toMatch(/<h2>Page 2<\/h2><p class="by">Read by machine, 71% confidence<\/p>/);
    expect(after).toContain(`<div class="prose" lang="bn">${bangla}</div>`);
  });

  test("has a message if no text could be read", async () => {
    const { path } = await insertPaper(archive, student, tinyPdf([{ lines: ["~"] }]));
    await readPapers(archive, async () => ({ text: " \n", lines: [], confidence: 3 }));
    const text = textIn((await visitor.get(`${path}?view=text`)).text);
    expect(text).toContain("read any text on these pages.");
    expect(text).not.toContain("<h2>");
  });

  test("is split into parts of 30 pages, and a part number that is too high shows the last part", async () => {
    const pages = Array.from({ length: 31 }, (_, index) => printed(`word${index + 1}`));
    const { path } = await insertPaper(archive, student, tinyPdf(pages));
    await readPapers(archive);
    const first = textIn((await visitor.get(`${path}?view=text`)).text);
    expect([first.includes("word30"), first.includes("word31")]).toEqual([true, false]);
    expect(first).toContain(`href="${path}?view=text&amp;page=2"`);
    for (const page of ["2", "99"]) {
      const last = textIn((await visitor.get(`${path}?view=text&page=${page}`)).text);
      expect([last.includes("word30"), last.includes("word31")]).toEqual([false, true]);
    }
    for (const page of ["0", "-1", "x", "1e9", ""]) {
      const answer = textIn((await visitor.get(`${path}?view=text&page=${page}`)).text);
      expect(answer).toContain("<h2>Page 1</h2>");
    }
  });

  test("is not on the page of an item without a file", async () => {
    const { id } = await insertPaper(archive, student, tinyPdf([printed("trees")]));
    await archive.db.write.updateTable("resource").set({ fileKey: null }).where("id", "=", id).execute();
    const { status, text } = await visitor.get(`/question-details/${id}?view=text`);
    expect(status).toBe(200);
    expect(textIn(text)).toBe("");
    expect(text).not.toContain('class="paper-views"');
  });
});
