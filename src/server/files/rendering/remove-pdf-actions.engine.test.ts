import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  activePdfs,
  CANARY,
  packedPdf,
  paperObjects,
  quietPdfs,
} from "../../../../tests/support/files/active-pdfs.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { removePdfActions } from "./remove-pdf-actions.ts";
import { createPapers, type Papers } from "./papers.ts";
import { openPdf } from "./pdf.ts";

const HOSTILE =
  /\/(?:AA<<|JS|JavaScript|Launch|GoTo[ER]|SubmitForm|ImportData|Rendition|RichMedia[CS]|3DD|EF<<|Embedded|XFA\[|Next)/;

async function withoutActions(bytes: Buffer): Promise<Buffer | undefined> {
  return removePdfActions(bytes, await openPdf(bytes));
}

async function look(bytes: Buffer) {
  const pdf = await openPdf(bytes);
  return {
    pages: pdf.pages,
    text: pdf.text(1),
    picture: Buffer.from(pdf.draw(1, 300).data).toString("base64"),
  };
}

test.each(Object.entries(activePdfs))(
  "a PDF with %s loses this action, looks the same, and is not changed by a second removal",
  async (_name, make) => {
    const given = make();
    const kept = (await withoutActions(given)) as Buffer;
    const text = kept.toString("latin1");
    expect(text).not.toMatch(HOSTILE);
    expect(text).not.toContain(CANARY);
    expect(await look(kept)).toEqual(await look(given));
    expect(await withoutActions(kept)).toBeUndefined();
  },
);

test("removing the actions of the same PDF results in the same bytes every time", async () => {
  const make = activePdfs["named scripts"] as () => Buffer;
  expect(await withoutActions(make())).toEqual(await withoutActions(make()));
});

test.each(Object.entries(quietPdfs))("a PDF with %s is not changed", async (_name, make) => {
  expect(await withoutActions(make())).toBeUndefined();
});

test("a link to a site is kept when a script on the same page is removed", async () => {
  const link = "<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org/) >> >>";
  const script = "<< /Subtype /Link /Rect [0 0 9 9] /A << /S /JavaScript /JS (a) >> >>";
  const objects = paperObjects({ page: "/Annots [6 0 R 7 0 R]", objects: [link, script] });
  const text = (await withoutActions(packedPdf(objects)))?.toString("latin1");
  expect(text).toContain("/URI(https://example.org/)");
  expect(text).not.toContain("JavaScript");
});

test("a PDF that is too large after unpacking is refused", async () => {
  const pdf = await openPdf(packedPdf(paperObjects()));
  expect(() => pdf.copy(500)).toThrow("file_too_heavy");
  expect(pdf.copy().length).toBeGreaterThan(500);
});

describe("the removal of actions in the child process", () => {
  let papers: Papers;
  beforeAll(() => {
    papers = createPapers({ timeLimit: 60_000 });
  });
  afterAll(() => papers.close());

  const keptOf = async (given: Buffer) => {
    const answer = await papers.inspect(given);
    if ("refusal" in answer) throw new Error(answer.refusal);
    return answer.value.replacement ?? given;
  };

  test("keeps a PDF without actions byte for byte", async () => {
    const given = tinyPdf([{ lines: ["A paper"] }]);
    expect(await keptOf(given)).toBe(given);
  });

  test("keeps a PDF without its script", async () => {
    const kept = Buffer.from(await keptOf((activePdfs["named scripts"] as () => Buffer)()));
    expect(kept.toString("latin1")).not.toContain("JavaScript");
    expect(await papers.inspect(kept)).toEqual({
      value: { type: "application/pdf", pages: 1, orientation: 1 },
    });
  });

  /** A script and this number of objects, each 160 kB uncompressed but tiny when compressed. */
  const swollen = (count: number): Buffer => {
    const objects = Array.from({ length: count }, () => `<< /A (${"a".repeat(160_000)}) >>`);
    const all = objects.map((_none, index) => `${index + 6} 0 R`).join(" ");
    return packedPdf(paperObjects({ catalog: `/All [${all}] /OpenAction << /S /Launch /F (a) >>`, objects }));
  };

  test("refuses a PDF that is too large after its command is removed", async () => {
    expect(await papers.inspect(swollen(165))).toEqual({ refusal: "file_active" });
  });
});
