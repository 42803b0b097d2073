import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { openSite } from "../support/api/site.ts";
import { kindNamed } from "../../src/shared/kinds/index.ts";
import { drainPiles, paper, paperLines } from "../support/archive/pile-world.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const LIST = "/dashboard/contribute";

describe.each(engines)("piles without JavaScript on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let student: ReturnType<ReturnType<typeof openSite>["as"]>;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive, await builtPages());
    student = site.as((await archive.signUp("Student")).cookie);
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  const post = (path: string, fields: Record<string, string>, files: [string, Uint8Array][] = []) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    for (const [name, bytes] of files) body.append("files", new File([Buffer.from(bytes)], name));
    return student.send(path, { method: "POST", body });
  };
  const rowOf = (html: string, label: string) =>
    new RegExp(`\\?row=([0-9a-f]{24})" aria-label="Change the details of [^"]*${label}`).exec(html)?.[1] ??
    "";

  test("a person begins a pile with files and links, mends a row, answers for all, and sends", async () => {
    const begun = await post(LIST, { act: "add", links: "https://example.edu/one.pdf\nno link" }, [
      ["final.pdf", paper("CSE 2103")],
      ["notes.txt", Buffer.from("Only text")],
    ]);
    expect(begun.status).toBe(303);
    const path = begun.headers.get("location") ?? "";
    expect(path).toMatch(/^\/dashboard\/contribute\/[0-9a-f]{24}$/);
    expect(await drainPiles(archive)).toEqual([]);
    expect((await student.get(LIST)).text).toContain(`href="${path}"`);
    expect((await student.get("/dashboard")).text).toContain(`href="${path}"`);

    const { text: page } = await student.get(path);
    expect(page).toContain("CSE 2103 Sample Structures");
    expect(page).toContain("We accept PDF, JPEG");
    expect(page.split(">no link<"), "the name of a row without details is there once").toHaveLength(2);
    const link = rowOf(page, "one.pdf");
    const form = (await student.get(`${path}?row=${link}`)).text;
    expect(form).toContain('name="code"');
    const wrong = await post(`${path}?row=${link}`, {
      act: "save",
      row: link,
      kind: "question",
      year: "1234",
    });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('id="year-problem"');
    const values = { code: "CSE 9999", subject: "Linked", department: "CSE", year: "2020", semester: "" };
    expect((await post(path, { act: "save", row: link, kind: "question", ...values })).status).toBe(303);
    expect((await post(path, { act: "save", row: link, kind: "forum", ...values })).status).toBe(400);
    expect((await post(path, { act: "save", row: link, kind: "note", ...values })).status).toBe(303);
    expect((await student.get(path)).text).toContain(kindNamed("note").words.en.one);
    expect((await post(path, { act: "save", row: link, kind: "question", ...values })).status).toBe(303);
    const answers = { university: "Sample University", term: "fall" };
    expect((await post(path, { act: "answers", ...answers })).status).toBe(303);
    expect((await post(path, { act: "send" })).status).toBe(303);
    expect(await drainPiles(archive)).toEqual([]);

    const sent = (await student.get(path)).text;
    const items = await archive.db.read.selectFrom("resource").selectAll().orderBy("code").execute();
    expect(items.map(({ code, term, status }) => [code, term, status])).toEqual([
      ["CSE 2103", "fall", "Pending"],
      ["CSE 9999", "fall", "Pending"],
    ]);
    for (const { id } of items) expect(sent).toContain(`href="/question-details/${id}"`);
    expect((await post(path, { act: "remove" })).headers.get("location")).toBe(LIST);
    expect((await student.get(path)).status).toBe(404);
  });

  test("a person keeps or splits a PDF of two exams, and begins and ends the sending of the rest", async () => {
    const exams = tinyPdf([{ lines: paperLines("CSE 3103", 2019) }, { lines: paperLines("CSE 3105", 2020) }]);
    const begun = await post(LIST, { act: "add", links: "https://example.edu/rest.pdf" }, [
      ["exams.pdf", exams],
    ]);
    const path = begun.headers.get("location") ?? "";
    expect(await drainPiles(archive)).toEqual([]);
    const pile = async () => JSON.parse((await student.get(`/api/piles/${path.split("/").at(-1)}`)).text);
    const { text: page } = await student.get(path);
    const row = rowOf(page, "CSE 3103");
    const form = (await student.get(`${path}?row=${row}`)).text;
    expect(form).toContain("This PDF seems to contain 2 exams");
    expect(form).toContain('name="at" value="2"');
    expect((await post(path, { act: "keepWhole", row })).status).toBe(303);
    expect((await pile()).rows[0]).toMatchObject({ status: "ready" });
    expect((await pile()).rows[0]).not.toHaveProperty("proposedSplit");
    expect((await post(path, { act: "split", row, at: "2" })).status).toBe(303);
    expect((await pile()).rows).toHaveLength(3);
    expect((await post(path, { act: "send", rest: "on" })).status).toBe(303);
    expect((await pile()).sendRest).toBe(true);
    expect((await student.get(path)).text).toContain('value="stopRest"');
    expect((await post(path, { act: "stopRest" })).status).toBe(303);
    expect((await pile()).sendRest).toBe(false);
    expect(await drainPiles(archive)).toEqual([]);
    const stopped = (await student.get(path)).text;
    expect(stopped).not.toContain("Send 0 papers");
    expect(stopped).toContain('<input type="hidden" name="rest" value="on"/>');
    expect((await post(path, { act: "remove" })).headers.get("location")).toBe(LIST);
  });

  test("a form without a file and without a link says so at the field", async () => {
    const refused = await post(LIST, { act: "add" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('id="files-problem"');
    expect((await student.get("/api/piles")).body).toEqual([]);
  });

  test("the data of a pile are sent again only if they changed", async () => {
    const path = (await post(LIST, { act: "add", links: "https://example.edu/two.pdf" })).headers.get(
      "location",
    );
    const first = await student.get(`${path}/rows`);
    const etag = first.headers.get("etag") ?? "";
    expect(first.body.rows).toMatchObject([{ label: "https://example.edu/two.pdf", status: "missing" }]);
    const again = () => student.send(`${path}/rows`, { headers: { "if-none-match": etag } });
    expect((await again()).status).toBe(304);
    await post(path ?? "", { act: "add", links: "https://example.edu/three.pdf" });
    expect((await again()).status).toBe(200);
  });

  test("the page and the API of a row show the line that a detail was read from, only to its owner", async () => {
    const begun = await post(LIST, { act: "add", links: "" }, [["cut.pdf", paper("CSE 2117")]]);
    const path = begun.headers.get("location") ?? "";
    expect(await drainPiles(archive)).toEqual([]);
    const { text: page } = await student.get(path);
    const { text: form } = await student.get(`${path}?row=${rowOf(page, "CSE 2117")}`);
    const pictures = [...form.matchAll(/<img[^>]*class="pile-line"[^>]*src="([^"]*)"/g)].map(
      ([, src]) => src,
    );
    const pile = JSON.parse((await student.get(`/api/piles/${path.split("/").at(-1)}`)).text);
    const { code } = pile.rows[0].fields;
    expect(code).toMatchObject({ from: "file", page: 1, line: expect.any(Number) });
    expect(code.picture).toBe(`/files/${pile.rows[0].files[0].key}/pages/1?line=${code.line}`);
    expect(pictures).toContain(code.picture);
    expect((await student.get(code.picture)).headers.get("content-type")).toBe("image/webp");
    const other = site.as((await archive.signUp("Other")).cookie);
    for (const stranger of [site.as(), other]) expect((await stranger.get(code.picture)).status).toBe(404);
  });
});
