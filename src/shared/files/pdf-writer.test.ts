import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";
import { expect, test } from "vitest";
import { writePdf } from "./pdf-writer.ts";

const RED = { r: 200, g: 0, b: 0 };
const BLUE = { r: 0, g: 0, b: 200 };

const jpeg = async (width: number, height: number, background: typeof RED) => ({
  bytes: new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  ),
  width,
  height,
});

const written = async () => {
  const pages = [await jpeg(300, 400, RED), await jpeg(400, 200, BLUE)];
  return Buffer.from(await writePdf(pages).arrayBuffer());
};

test("each picture fills a page with the width of A4, upright or landscape", async () => {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await written());
  const pages = [...document.pages()];
  const sizes = pages.map((page) => page.getOriginalSize());
  expect(sizes.map(({ originalWidth, originalHeight }) => [originalWidth, originalHeight])).toEqual([
    [expect.closeTo(595.28, 1), expect.closeTo(793.71, 1)],
    [expect.closeTo(841.89, 1), expect.closeTo(420.95, 1)],
  ]);
  const drawn = await Promise.all(pages.map((page) => page.render({ scale: 1 })));
  const corners = drawn.map(({ data }) => [0, data.length - 4].map((at) => [...data.subarray(at, at + 3)]));
  const near = (...colour: number[]) => colour.map((value) => expect.closeTo(value, -1));
  expect(corners).toEqual([
    [near(200, 0, 0), near(200, 0, 0)],
    [near(0, 0, 200), near(0, 0, 200)],
  ]);
  document.destroy();
  library.destroy();
});

test("the table at the end of a PDF gives the position of each object", async () => {
  const text = (await written()).toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const [, size = "", rows = ""] = /^xref\n0 (\d+)\n([^t]*)trailer/.exec(text.slice(start)) ?? [];
  const entries = rows.match(/.{20}/gs) ?? [];
  expect(entries).toHaveLength(Number(size));
  expect(entries[0]).toBe("0000000000 65535 f \n");
  for (const [number, entry] of entries.entries()) {
    if (number === 0) continue;
    expect(text.slice(Number(entry.slice(0, 10))).startsWith(`${number} 0 obj\n`)).toBe(true);
  }
  for (const [, length, body] of text.matchAll(/\/Length (\d+) >>\nstream\n([^]*?)\nendstream/g))
    expect(body).toHaveLength(Number(length));
});
