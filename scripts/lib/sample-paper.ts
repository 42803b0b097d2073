/** The look of a sample paper: clean from a printer, scanned, or photographed with a phone. */
export type Look = "print" | "scan" | "photo";

/** The content of a paper in the sample archive. */
export interface SamplePaper {
  /** The name of its file, as a person would name it. */
  name: string;
  look: Look;
  /** Index into `sampleItems`. */
  item: number;
  /** Index into `sampleAnswers`, if the paper answers that item. */
  answer?: number;
  /** HTML below the heading. */
  body: string;
  /** The time beside the marks in the heading of a question paper. */
  time?: string;
  marks?: string;
}

const BANGLA_DIGITS = "০১২৩৪৫৬৭৮৯";
const BANGLA_LETTERS = ["ক", "খ", "গ", "ঘ"];

export const isBangla = (text: string): boolean => /[\u0980-\u09FF]/.test(text);

export const banglaNumber = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => BANGLA_DIGITS[Number(digit)] as string);

/** A part of a question, and its marks as digits. */
export type Part = [text: string, marks: string];

/**
 * One numbered question; a single part has no letter.
 * @param parts in order, in one language
 */
export function question(number: number, ...parts: Part[]): string {
  const bangla = isBangla(parts[0]?.[0] ?? "");
  const digits = bangla ? banglaNumber(String(number)) : String(number);
  const letter = (index: number) => (bangla ? BANGLA_LETTERS[index] : String.fromCharCode(97 + index));
  const rows = parts.map(
    ([text, marks], index) => `<div class="part">
      <b class="letter">${parts.length > 1 ? `${bangla ? "" : "("}${letter(index)})` : ""}</b>
      <div class="text">${text}</div><b class="marks">${bangla ? banglaNumber(marks) : marks}</b></div>`,
  );
  return `<section class="question"><b class="number">${digits}${bangla ? "।" : "."}</b><div>${rows.join("")}</div></section>`;
}

/** A table with a heading row. @param rows cells as HTML */
export function table(head: string[], rows: string[][]): string {
  const cells = (row: string[], tag: string) =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<table>${cells(head, "th")}${rows.map((row) => cells(row, "td")).join("")}</table>`;
}
