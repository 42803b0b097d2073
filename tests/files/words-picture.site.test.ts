import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limitRates } from "../../src/server/platform/limits/rates.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { openSite } from "../support/api/site.ts";
import { insertPaper } from "../support/files/paper-item.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

describe.each(engines)("the picture of an item's code, exam and year on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let visitor: ReturnType<ReturnType<typeof openSite>["as"]>;
  let student: User;
  let cookie: string;

  beforeEach(async () => {
    const rates = { ...limitRates, page: { address: { tries: 2, per: 3_600_000 } } };
    archive = await openTestArchive(engine, { rates });
    site = openSite(archive);
    visitor = site.as();
    ({ actor: student, cookie } = await archive.signUp("Student"));
  });
  afterEach(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  const known = (path: string, etags: string) =>
    visitor.send(path, { headers: { "if-none-match": etags } }).then(({ status }) => status);

  const LINES = ["Course Code: CSE 2103", "Final Examination 2024", "Improvement Examination 2025"];
  const fields = { code: "CSE 2103", examType: "final", year: "2024" };
  async function insertExam() {
    const { id, key: file } = await insertPaper(archive, student, tinyPdf([{ lines: LINES }]), { fields });
    const { sha256 } = await archive.services.files.get(student, file);
    await archive.services.recognition.readText(sha256, student.id);
    return { id, path: (words: string) => `/files/${file}/pages/1?words=${words}` };
  }
  const change = (id: string, values: { examType?: string; year?: number }) =>
    archive.db.write.updateTable("resource").set(values).where("id", "=", id).execute();

  test("the server sends the same picture for every address, and a new picture after an edit", async () => {
    const { id, path } = await insertExam();
    const first = await visitor.get(path("a"));
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    const etag = first.headers.get("etag") ?? "";
    // The limit of this address is two drawn pages, so other addresses draw nothing.
    for (const words of ["b", "CSE 9999", ""]) {
      const other = await visitor.get(path(words));
      expect([other.status, other.headers.get("etag")]).toEqual([200, etag]);
    }
    await change(id, { examType: "improvement", year: 2025 });
    const edited = await visitor.get(path("a"));
    expect(edited.headers.get("etag")).not.toBe(etag);
    expect(await known(path("a"), etag)).toBe(200);
  });

  test("the picture is transparent if the paper doesn't print them, and the server draws nothing", async () => {
    const { id, path } = await insertExam();
    await change(id, { year: 2019 });
    for (let time = 0; time < 4; time += 1) {
      const answer = await visitor.get(path("a"));
      expect([answer.status, answer.text.length < 60]).toEqual([200, true]);
    }
  });

  test("the server searches the text of a paper once, and counts the search towards the limit of an address", async () => {
    const { id, path } = await insertExam();
    const etag = (await visitor.get(path("a"))).headers.get("etag") ?? "";
    // The server that remembers the search doesn't see this text.
    const text = archive.db.write.updateTable("pageText").set({ text: "Another text" });
    await text.execute();
    for (const words of ["a", "b", "c"]) expect(await known(path(words), etag)).toBe(304);
    const statusAfter = async (year: number) => {
      await change(id, { year });
      return (await visitor.get(path("a"))).status;
    };
    expect([await statusAfter(2025), await statusAfter(2026), await statusAfter(2024)]).toEqual([
      200, 429, 200,
    ]);
  });

  test("only readers who may open the file get the picture", async () => {
    const { id, path } = await insertExam();
    await archive.db.write.updateTable("resource").set({ status: "Pending" }).where("id", "=", id).execute();
    expect((await visitor.get(path("a"))).status).toBe(404);
    expect((await site.as(cookie).get(path("a"))).status).toBe(200);
  });
});
