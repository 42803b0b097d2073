import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FONT, onePage, tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { contentOf } from "./page-content.ts";
import { openPdf } from "./pdf.ts";

const resources = `/Font << /F ${FONT} >>`;
const SAMPLES = new URL("../../contributing/sample/files/", import.meta.url);

async function textOf(pdf: Uint8Array): Promise<string> {
  return (await openPdf(pdf)).text(1).text;
}

test("a head that its file has last comes first", async () => {
  const operators = [
    "BT /F 12 Tf 72 600 Td (1. Define a stack.) Tj ET",
    "BT /F 14 Tf 72 760 Td (Sample University) Tj ET",
    "BT /F 12 Tf 72 740 Td (Course Code: CSE 2103) Tj ET",
    "BT /F 12 Tf 400 740 Td (Time: 3 hours) Tj ET",
  ];
  expect(await textOf(onePage(operators.join(" "), { resources }))).toBe(
    "Sample University\nCourse Code: CSE 2103   Time: 3 hours\n1. Define a stack.",
  );
});

test("the size of letters counts, also if it is in a matrix", async () => {
  const scaled = "BT /F 1 Tf 12 0 0 12 72 700 Tm (Question 1) Tj 7 0 Td (5 marks) Tj ET";
  expect(await textOf(onePage(scaled, { resources }))).toBe("Question 1   5 marks");
});

test.each([
  [90, "0 1 -1 0 100 72", "0 1 -1 0 200 72"],
  [180, "-1 0 0 -1 500 100", "-1 0 0 -1 500 200"],
  [270, "0 -1 1 0 500 700", "0 -1 1 0 400 700"],
])("a page that is turned by %i degrees is read as readers see it", async (degrees, first, second) => {
  const operators = `BT /F 12 Tf ${second} Tm (Define a stack) Tj ET BT /F 12 Tf ${first} Tm (Sample University) Tj ET`;
  const pdf = onePage(operators, { resources, page: `/Rotate ${degrees}` });
  expect(await textOf(pdf)).toBe("Sample University\nDefine a stack");
});

test("a line along the edge of a page stays one line", async () => {
  const operators =
    "BT /F 12 Tf 0 1 -1 0 40 300 Tm (Do not write in this margin) Tj ET BT /F 12 Tf 72 700 Td (Sample University) Tj ET";
  const text = await textOf(onePage(operators, { resources }));
  expect(text.split("\n").toSorted()).toEqual(["Do not write in this margin", "Sample University"]);
});

test("the words of a Bangla paper have no spaces inside", async () => {
  const text = (await textOf(readFileSync(new URL("question-32.pdf", SAMPLES)))).normalize("NFC");
  expect(text).toContain("১ম সেমিস্টার চূড়ান্ত পরীক্ষা ২০২৬".normalize("NFC"));
  expect(text).toContain("কোর্স কোড: STA 105   কোর্সের নাম: পরিসংখ্যান পরিচিতি".normalize("NFC"));
});

const WORDS = "Course Code: CSE 2103";
test.each([
  ["that is upright", "1 0 0 1 100 700", ""],
  ["that is turned by 90 degrees", "0 1 -1 0 100 72", "/Rotate 90"],
  ["that is turned by 180 degrees", "-1 0 0 -1 500 100", "/Rotate 180"],
  ["that is turned by 270 degrees", "0 -1 1 0 500 700", "/Rotate 270"],
  ["that is cropped", "1 0 0 1 180 600", "/CropBox [150 100 550 750]"],
])("a line of a page %s has its place where readers see its letters", async (_name, matrix, page) => {
  const pdf = await openPdf(onePage(`BT /F 12 Tf ${matrix} Tm (${WORDS}) Tj ET`, { resources, page }));
  const [box] = pdf.text(1).boxes;
  const { data, width, height } = pdf.draw(1, 1_000);
  const grey = data.filter((_value, at) => at % 4 === 0);
  const ink = contentOf({ data: grey, width, height });
  const [left = 0, top = 0, across = 0, down = 0] = box ?? [];
  expect(left * width).toBeLessThan(ink.left + 1);
  expect(top * height).toBeLessThan(ink.top + 1);
  expect((left + across) * width).toBeGreaterThan(ink.right - 1);
  expect((top + down) * height).toBeGreaterThan(ink.bottom - 1);
  expect(across * width).toBeLessThan((ink.right - ink.left) * 1.1);
  expect(down * height).toBeLessThan((ink.bottom - ink.top) * 2);
});

test("each line of a text layer has a place", async () => {
  const operators = "BT /F 12 Tf 72 700 Td (Sample University) Tj 0 -20 Td (CSE 2103) Tj ET";
  const { text, boxes } = (await openPdf(onePage(operators, { resources }))).text(1);
  expect(text.split("\n")).toEqual(["Sample University", "CSE 2103"]);
  expect(boxes.map((box) => box?.length)).toEqual([4, 4]);
});

const visible = "BT /F 12 Tf 72 700 Td (Seen) Tj ET";
const PICTURE = "q 200 0 0 200 100 500 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q";
test.each([
  ["outside the page", "BT /F 12 Tf 72 900 Td (Hidden) Tj ET", "", false],
  [
    "outside the visible part of the page",
    "BT /F 12 Tf 72 100 Td (Hidden) Tj ET",
    "/CropBox [0 400 595 842]",
    false,
  ],
  ["in white on white", "1 g BT /F 12 Tf 150 600 Td (Hidden) Tj ET", "", false],
  ["in white on a dark area", "0 g 100 580 200 40 re f 1 g BT /F 12 Tf 150 600 Td (Hidden) Tj ET", "", true],
  [
    "in white beside a dark area",
    "0 g 100 580 200 40 re f 1 g BT /F 12 Tf 150 500 Td (Hidden) Tj ET",
    "",
    false,
  ],
  ["that is invisible", "BT /F 12 Tf 3 Tr 150 600 Td (Hidden) Tj ET", "", false],
  [
    "that is invisible on a picture, as in a scan",
    `${PICTURE} BT /F 12 Tf 3 Tr 150 600 Td (Hidden) Tj ET`,
    "",
    true,
  ],
  ["that is too small to read", "BT /F 1 Tf 150 600 Td (Hidden) Tj ET", "", false],
])("text %s is read only if readers can see it", async (_name, operators, page, isRead) => {
  const text = await textOf(onePage(`${visible} ${operators}`, { resources, page }));
  expect(text).toContain("Seen");
  expect(text.includes("Hidden")).toBe(isRead);
});

test("text in Bijoy becomes Unicode, and text in another font stays", async () => {
  const bijoy = "BT /B 14 Tf 72 760 Td (XvKv wek\xa6we`\xa8vjq) Tj 0 -20 Td (P~ovš\xcd cix\xb6v 2019) Tj ET";
  const latin = "BT /F 12 Tf 72 700 Td (Course Code: CSE 2103) Tj ET";
  const fonts = `/Font << /F ${FONT} /B << /Type /Font /Subtype /TrueType /BaseFont /SutonnyMJ /Encoding /WinAnsiEncoding >> >>`;
  const { text, isBroken } = (
    await openPdf(onePage(`${bijoy.replace("š", "\x9a")} ${latin}`, { resources: fonts }))
  ).text(1);
  expect(text.normalize("NFC")).toBe(
    "ঢাকা বিশ্ববিদ্যালয়\nচূড়ান্ত পরীক্ষা ২০১৯\nCourse Code: CSE 2103".normalize("NFC"),
  );
  expect(isBroken).toBe(false);
});

test("a page without text has none", async () => {
  expect(await textOf(tinyPdf([{}]))).toBe("");
});
