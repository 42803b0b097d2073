import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { driveLink, insertItem, payloadOf } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { photo } from "../support/files/photo.ts";
import { type Client, openSite } from "../support/api/site.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";

const ADD = "/dashboard/add-notes";

/** A page without the places where a long name may break. */
const withoutBreaks = (html: string): string => html.replaceAll(/<wbr ?\/?>/g, "");

describe.each(engines)("forms with a file, without JavaScript, on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let student: Client;
  let admin: Client;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive, await builtPages());
    student = site.as((await archive.signUp("Student")).cookie);
    admin = site.as((await archive.signUp("Admin", "admin")).cookie);
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  /** Posts a form as a browser does; its file control is empty if no file is chosen. */
  function post(path: string, fields: Record<string, unknown>, bytes: Uint8Array = Buffer.of(), name = "") {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) body.set(field, String(value));
    body.set("file", new File([Buffer.from(bytes)], name));
    return student.send(path, { method: "POST", body });
  }
  const note = (fields: Record<string, string>) => payloadOf("note", { driveLink: "", ...fields });
  const keyIn = (html: string) => /name="fileKey" value="([0-9a-f]{32})"/.exec(html)?.[1] ?? "";
  const own = async () => (await student.get("/api/mynotes/student@example.edu")).body;

  /** Contributes a note with this file. @returns the note as the call returns it */
  async function contributed(topic: string, bytes: Uint8Array) {
    expect((await post(ADD, note({ topic }), bytes, "scan.pdf")).status).toBe(303);
    return (await own()).find((item: { topic: string }) => item.topic === topic);
  }

  test("a file replaces the link, and everyone can read the file when the item is approved", async () => {
    const { _id, driveLink: address } = await contributed("Trees", tinyPdf([{ lines: ["One"] }, {}, {}]));
    const path = new URL(address).pathname;
    expect(path).toMatch(/^\/files\/[0-9a-f]{32}\/Trees\.pdf$/);
    expect((await site.as().get(path)).status).toBe(404);
    await admin.put(`/api/notesStatusUpdate/${_id}`, { status: "Approved" });
    const pages = path.replace("Trees.pdf", "pages");

    const list = (await site.as().get("/allNotes")).text;
    expect(list).toContain(">Trees</strong><small>Note</small>");
    expect(list).toContain(`href="${path}"`);
    const details = (await site.as().get(`/note-details/${_id}`)).text;
    expect(details).toMatch(/Download 1 kB/);
    expect(details).toMatch(
      new RegExp(`<img src="${pages}/1"[^>]* width="1000" height="1414" loading="eager"`),
    );
    expect(details).toMatch(new RegExp(`<img src="${pages}/3"[^>]* loading="lazy"`));
    expect(details).toContain("Page 3 of 3");
    expect(details).not.toContain("<iframe");
    expect(details).not.toContain('value="brokenLink"');
    expect((await site.as().get(`${pages}/3`)).headers.get("content-type")).toBe("image/webp");
  });

  test("a refused form keeps the uploaded file until the student removes it", async () => {
    const refused = await post(ADD, note({ topic: "" }), await photo(10), "mid term.jpg");
    expect(refused.status).toBe(400);
    expect(withoutBreaks(refused.text)).toContain("mid term.jpg, 1 kB, already uploaded");
    const fileKey = keyIn(refused.text);
    const again = await post(ADD, note({ topic: "", fileKey }));
    expect(keyIn(again.text)).toBe(fileKey);
    const left = await post(ADD, note({ topic: "Left out", fileKey, leaveFileOut: "yes" }));
    expect([left.status, keyIn(left.text)]).toEqual([400, ""]);
    expect(left.text).toContain('id="driveLink-problem"');
    expect((await post(ADD, note({ topic: "Kept", fileKey }))).status).toBe(303);
    const used = await post(ADD, note({ topic: "Once more", fileKey }));
    expect([used.status, keyIn(used.text)]).toEqual([400, ""]);
    expect(used.text).toContain('id="fileKey-problem"');
  });

  test("a new file replaces the one that the form kept, and a link and a file together are refused", async () => {
    const refused = await post(ADD, note({ topic: "" }), await photo(20), "first.jpg");
    const replaced = await post(
      ADD,
      note({ topic: "", fileKey: keyIn(refused.text) }),
      await photo(21),
      "second.jpg",
    );
    expect(withoutBreaks(replaced.text)).toContain("second.jpg, 1 kB, already uploaded");
    expect(withoutBreaks(replaced.text)).not.toContain("first.jpg");
    const both = await post(ADD, note({ driveLink: driveLink(), fileKey: keyIn(replaced.text) }));
    expect(both.status).toBe(400);
    expect(both.text).toContain("You entered a link and chose a file");
    expect(withoutBreaks(both.text)).toContain("second.jpg, 1 kB, already uploaded");
  });

  test("a form with a file that isn't a paper is refused at the field, and keeps the typed text", async () => {
    const refused = await post(ADD, note({ topic: "Sorting" }), Buffer.from("MZ a program"), "paper.pdf");
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/id="fileKey-problem"[^]*We accept PDF, JPEG/);
    expect(refused.text).toContain('value="Sorting"');
  });

  test("a file that is too large is refused before it is read, and the page shows the limit and links back to the form", async () => {
    const { status, text } = await post(`${ADD}?from=list`, note({}), Buffer.alloc(28_000_000), "big.pdf");
    expect(status).toBe(413);
    expect(text).toContain("A paper can be up to 25 MB, and a photo or cover up to 10 MB.");
    expect(text).toContain(`href="${ADD}?from=list"`);
  });

  test("an edit replaces a link with a file, keeps the file, and replaces it with a link again", async () => {
    const link = driveLink();
    expect((await post(ADD, note({ topic: "Edited", driveLink: link }))).status).toBe(303);
    const find = async () => (await own()).find((item: { topic: string }) => item.topic === "Edited");
    const { _id } = await find();
    const edit = `/dashboard/edit/${_id}`;
    const version = async () =>
      /name="version" value="(\d+)"/.exec((await student.get(edit)).text)?.[1] ?? "";
    const save = async (fields: Record<string, string>, bytes?: Uint8Array) =>
      post(edit, { ...note({ topic: "Edited", ...fields }), version: await version() }, bytes, "new.jpg");

    expect((await save({ driveLink: link }, await photo(30))).status).toBe(303);
    const { driveLink: address } = await find();
    const path = new URL(address).pathname;
    expect((await student.get(path)).status).toBe(200);
    const form = (await student.get(edit)).text;
    expect(form).toContain(`<a href="${path}">Download 1 kB</a>`);
    expect(form).not.toContain(`value="${address}"`);

    expect((await save({})).status).toBe(303);
    expect((await find()).driveLink).toBe(address);
    expect((await save({ driveLink: link })).status).toBe(303);
    expect((await find()).driveLink).toBe(link);
    expect((await student.get(path)).status).toBe(404);
  });

  test("a visitor who sends a file goes to the login page, and the file isn't read", async () => {
    const id = await insertItem(archive, "question");
    let read = 0;
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          read += 1;
          controller.enqueue(new Uint8Array(65_536));
          if (read === 400) controller.close();
        },
      });
    const send = (path: string, headers: Record<string, string>) =>
      site.as().send(path, {
        method: "POST",
        headers: { "content-type": "multipart/form-data; boundary=x", ...headers },
        body: body(),
        duplex: "half",
      } as RequestInit);
    const path = `/question-details/${id}`;
    for (const at of [path, "/dashboard/add-notes"]) {
      const answer = await send(at, { "content-length": String(400 * 65_536) });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        302,
        `/login?from=${encodeURIComponent(at)}`,
      ]);
    }
    expect(read).toBeLessThan(10);
    // The server buffers at most a small form if a request has no Content-Length.
    expect((await send(path, { "transfer-encoding": "chunked" })).status).toBe(413);
    expect(read).toBeLessThan(40);
  });

  test("a student uploads an answer as a file of two megabytes", async () => {
    const id = await insertItem(archive, "question");
    const bytes = tinyPdf([{ content: `%${"x".repeat(2_000_000)}` }]);
    const path = `/question-details/${id}`;
    expect((await post(path, { solveNumber: "1" }, bytes, "solved.pdf")).status).toBe(303);
    expect((await site.as().get(path)).text).toMatch(
      /See Answer<!-- --> \(<!-- -->1 page[\s\S]*Download 2\.0 MB/,
    );
  });
});
