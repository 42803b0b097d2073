import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { sha256Of } from "../../src/server/files/storage/file-store.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { openSite } from "../support/api/site.ts";
import { HEIC_PAGE } from "../support/files/heic.ts";
import { DOCX, docxOf, PPTX, pptxOf } from "../support/files/office.ts";
import { insertPaper, readPapers } from "../support/files/paper-item.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const LINES = [
  "University of Dhaka",
  "CSE 2103 Data Structures",
  "Final Examination 2019",
  "Explain amortisation of <script>alert(1)</script> splay trees.",
];
const escaped = LINES.map((line) => line.replaceAll("<", "&lt;"));

describe.each(engines)("uploaded documents and converted pictures on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let student: User;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive, await builtPages());
    student = (await archive.signUp("Student")).actor;
  });
  afterEach(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  test.each([
    ["DOCX", DOCX, () => docxOf(escaped)],
    ["PPTX", PPTX, () => pptxOf([escaped.join(" ")])],
  ])("a %s is only ever downloaded, byte for byte, and no browser may run it", async (name, type, make) => {
    const bytes = await make();
    const { key } = await insertPaper(archive, student, bytes, { fields: { subject: "Heaps" } });
    const answer = await site.as().send(`/files/${key}`, {});
    const header = (one: string) => answer.headers.get(one) ?? "";
    expect(header("content-disposition")).toMatch(
      new RegExp(`^attachment; filename\\*=UTF-8''.*\\.${name.toLowerCase()}$`),
    );
    expect(header("content-type")).toBe(type);
    expect(header("x-content-type-options")).toBe("nosniff");
    expect(header("content-security-policy")).toBe("sandbox");
    const file = await archive.services.files.get(student, key);
    expect([file.sha256, file.uploadedSha256]).toEqual([sha256Of(bytes), null]);
    expect((await site.as().get(`/files/${key}/pages/1`)).status).toBe(404);
    expect((await site.as().get(`/files/${key}/pages/1?width=480`)).status).toBe(404);
  });

  test("the text of a DOCX is on its page, is found by search, and proposes details", async () => {
    const { path, key } = await insertPaper(archive, student, await docxOf(escaped));
    await readPapers(archive);
    const { facts } = await archive.services.recognition.proposal(student, key);
    expect(facts.code?.value).toBe("CSE 2103");
    expect(facts.year?.value).toBe("2019");
    const page = await site.as().get(path);
    expect(page.text).toContain("amortisation of &lt;script&gt;alert(1)&lt;/script&gt; splay trees");
    expect(page.text).not.toContain(`/files/${key}/pages/1`);
    expect((await site.as().get("/search?search=amortisation")).text).toContain(path);
    expect((await site.as().get("/allQuestions")).text).not.toContain(`/files/${key}/pages/1`);
  });

  test("a HEIC is served as JPEG, and the same HEIC is known again", async () => {
    const { key } = await insertPaper(archive, student, HEIC_PAGE);
    const answer = await site.as().send(`/files/${key}`, {});
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    const file = await archive.services.files.get(student, key);
    expect(file.uploadedSha256).toBe(sha256Of(HEIC_PAGE));
    const again = await archive.services.files.accept(student, HEIC_PAGE, "IMG_0001.HEIC");
    expect((await archive.services.files.get(student, again.key)).sha256).toBe(file.sha256);
    expect((await site.as().get(`/files/${key}/pages/1`)).status).toBe(200);
  });
});
