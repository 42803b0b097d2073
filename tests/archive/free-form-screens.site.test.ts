import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { insertItem, payloadOf } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { type Client, openSite } from "../support/api/site.ts";

const subject = "Semesters as written";
let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let visitor: Client;
let written: string;
let without: string;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  site = openSite(archive, await builtPages());
  visitor = site.as();
  written = await insertItem(archive, "question", { fields: { subject, semester: "2-1" } });
  without = await insertItem(archive, "question", { fields: { subject, semester: "" } });
});
afterAll(async () => {
  expect(site.faults).toEqual([]);
  await archive.close();
});

/** The visible text of each match. */
const texts = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, found = ""]) =>
    found
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );

test("a card shows a semester in one form for every spelling, and leaves out an empty semester", async () => {
  const { text } = await visitor.get("/allQuestions");
  const facts = texts(text, /<p class="facts">([\s\S]*?)<\/p>/g);
  expect(facts.filter((fact) => fact.endsWith("· Level 2, Term 1"))).toHaveLength(1);
  expect(facts.filter((fact) => fact.endsWith("CSE"))).toHaveLength(1);
});

test("the page of a paper shows its semester once, and nothing for an empty semester", async () => {
  const linesOf = async (id: string) => {
    const { text } = await visitor.get(`/question-details/${id}`);
    return texts(text, /<p class="details-line">([\s\S]*?)<\/p>/g);
  };
  expect((await linesOf(written)).filter((line) => line.includes("Level 2, Term 1"))).toHaveLength(1);
  expect((await linesOf(without)).filter((line) => /Level|semester/.test(line))).toEqual([]);
});

test("the semester filter selects the same option for every spelling", async () => {
  for (const spelling of ["2-1", "L-2 T-1", "level 2, term 1"]) {
    const { text } = await visitor.get(`/allQuestions?semester=${encodeURIComponent(spelling)}`);
    expect(texts(text, /<option value="L2T1" selected="">([\s\S]*?)<\/option>/g)).toEqual([
      "Level 2, Term 1 (1)",
    ]);
    expect(text).toContain(`/question-details/${written}`);
    expect(text).not.toContain(`/question-details/${without}`);
  }
});

test("the form accepts a paper without a semester and a Drive link without https://", async () => {
  const { actor, cookie } = await archive.signUp("Contributor");
  const id = "1Form".padEnd(33, "x");
  const { semester: _none, ...fields } = payloadOf("question", {
    driveLink: `drive.google.com/file/d/${id}/view`,
  });
  const form = new URLSearchParams({ ...(fields as Record<string, string>), semester: "", fileKey: "" });
  const sent = await site.as(cookie).send("/dashboard/add-question", { method: "POST", body: form });
  expect(sent.status).toBeLessThan(400);
  const kept = await archive.db.read
    .selectFrom("resource")
    .select(["semester", "link"])
    .where("uploaderId", "=", actor.id)
    .execute();
  expect(kept).toEqual([{ semester: null, link: `https://drive.google.com/file/d/${id}/view` }]);
});
