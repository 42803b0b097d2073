import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { insertItems } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";

describe.each(engines)("suggestions in a form on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  test("a form offers values from items of every kind, most used first, and each in one spelling", async () => {
    await insertItems(archive, "question", [
      { fields: { department: "Law", subject: "Torts", university: "BUET" } },
      { fields: { department: "law", subject: "Algebra", university: "buet" } },
      { fields: { department: "CSE", subject: "Algebra", university: "DU" } },
    ]);
    await insertItems(archive, "note", [
      { fields: { department: "LAW", subject: "algebra", university: "DU" } },
    ]);
    await insertItems(archive, "syllabus", [{ fields: { syllabusName: "Law", university: "DU" } }]);
    const { department, subject, university, courses } = await archive.services.resources.suggestions("note");
    expect(department?.map((value) => value.toLowerCase())).toEqual(["law", "cse"]);
    expect(subject?.map((value) => value.toLowerCase())).toEqual(["algebra", "torts"]);
    expect(university).toEqual([
      "University of Dhaka",
      "Bangladesh University of Engineering and Technology",
    ]);
    expect(courses).toBeUndefined();
  });

  test("a form offers a course once for all spellings of its code, with its most frequent title", async () => {
    const course = { department: "CSE", code: "CSE 2103", subject: "Data Structures" };
    await insertItems(archive, "question", [
      { fields: { ...course, code: "cse-2103", subject: "Structures" } },
      { fields: course },
      { fields: course },
      { fields: { department: "ece", code: "EEE 1101", subject: "Circuits" } },
    ]);
    expect((await archive.services.resources.suggestions("question")).courses).toEqual([
      course,
      { department: "ece", code: "EEE 1101", subject: "Circuits" },
    ]);
  });

  test("a form offers only values of approved items, and at most a hundred for each field", async () => {
    await insertItems(archive, "question", [
      { status: "Pending", fields: { department: "Secret", code: "SEC 1", subject: "Secret" } },
      { status: "Cancelled", fields: { department: "Hidden", code: "HID 1", subject: "Hidden" } },
      ...Array.from({ length: 120 }, (_, index) => ({
        fields: { subject: `Of ${index}`, code: `C ${index}` },
      })),
    ]);
    const { department, subject, courses } = await archive.services.resources.suggestions("question");
    expect(department).toEqual(["CSE"]);
    expect(subject).toHaveLength(100);
    expect(courses).toHaveLength(100);
    expect(JSON.stringify({ subject, courses })).not.toMatch(/Secret|Hidden|SEC|HID/);
  });
});

test("the pages of a new form and an edit form contain the suggestions, so they work without JavaScript", async () => {
  const archive = await openTestArchive("sqlite");
  const site = openSite(archive, await builtPages());
  const { actor, cookie } = await archive.signUp("Rahim");
  const fields = { department: "Law", code: "LAW 204", subject: "Torts", university: "DU" };
  const [id] = await insertItems(archive, "question", [{ uploader: actor, fields }]);
  for (const path of ["/dashboard/add-question", `/dashboard/edit/${id}`]) {
    const { text } = await site.as(cookie).get(path);
    const offered = (field: string) => {
      expect(text).toContain(`list="${field}-list"`);
      const [, list = ""] = new RegExp(`<datalist id="${field}-list">(.*?)</datalist>`).exec(text) ?? [];
      return [...list.matchAll(/value="([^"]*)"/g)].map(([, value]) => value);
    };
    expect(offered("department")).toEqual(["CSE", "EEE", "BBA", "Law"]);
    expect(offered("code")).toEqual(["LAW 204"]);
    expect(offered("subject")).toEqual(["Torts"]);
    expect(offered("university").slice(0, 2)).toEqual([
      "University of Dhaka",
      "Ahsania Mission University of Science and Technology",
    ]);
    // A browser offers the full name to a person who types a short name.
    expect(text).toMatch(/value="University of Dhaka" label="DU, [^"]*, ঢাকা বিশ্ববিদ্যালয়"/);
    expect(text).toContain('value="LAW 204" label="Torts"');
  }
  await archive.close();
});
