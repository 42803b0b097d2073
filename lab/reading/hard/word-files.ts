import type { Page } from "playwright-core";
import { contentTypes, DOCX, officeZip, paragraph, wordXml } from "../../../tests/support/files/office.ts";

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const cell = (text: string): string => `<w:tc>${paragraph(escaped(text))}</w:tc>`;

/** A DOCX with the lines of a sheet. @param isTable the heading is a table with one row for each line */
export async function wordFile(tab: Page, isTable: boolean): Promise<Buffer> {
  const { heading, body } = await tab.evaluate(linesOfSheet);
  const table = `<w:tbl>${heading.map((cells) => `<w:tr>${cells.map(cell).join("")}</w:tr>`).join("")}</w:tbl>`;
  const plain = heading.map((cells) => paragraph(escaped(cells.join("    ")))).join("");
  const questions = body.map((line) => paragraph(escaped(line))).join("");
  return officeZip({
    "[Content_Types].xml": contentTypes({ "word/document.xml": `${DOCX}.main+xml` }),
    "word/document.xml": wordXml(`${isTable ? table : plain}${questions}`),
  });
}

/** Runs in the browser: the cells of each line of the heading, and the lines below it. */
function linesOfSheet(): { heading: string[][]; body: string[] } {
  const textOf = (node: Element) => (node.textContent ?? "").replaceAll(/\s+/g, " ").trim();
  const lines = [...document.querySelectorAll("header > *")].map((line) =>
    (line.children.length > 1 ? [...line.children] : [line]).map(textOf),
  );
  return { heading: lines, body: [...document.querySelectorAll(".rule, .q")].map(textOf) };
}
