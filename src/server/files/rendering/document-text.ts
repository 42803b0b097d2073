import type { DocumentType } from "../../../shared/files/paper.ts";
import { type OpenDocument, openDocument } from "./open-document.ts";
import { PaperRefused } from "./paper-refused.ts";
import { readXml, type XmlEvents } from "./read-xml.ts";

/** The limit for the XML of all texts, in bytes: a book of 1,000 pages has 10 MB. */
const MAX_XML = 40_000_000;
/** The limit for one text, in characters. */
const MAX_TEXT = 2_000_000;
/** Word repeats a text box for older programs, and keeps text in its old place if a move is tracked. */
const REPEATED = new Set(["Fallback", "moveFrom"]);
/** A field that starts a program. */
const HOSTILE_FIELD = /\bDDE(?:AUTO)?\b/i;
const HEADER = /^word\/header\d*\.xml$/;
/** Programs number the slides in their order. */
const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/;

/**
 * The text of a DOCX, or of each slide of a PPTX.
 * @throws PaperRefused file_embedded, file_too_heavy, or as `openDocument`
 */
export async function documentTexts(bytes: Buffer, type: DocumentType): Promise<string[]> {
  const document = await openDocument(bytes);
  const budget = { left: MAX_XML };
  const textOf = (name: string) => partText(document, name, budget);
  if (type.endsWith(".presentation")) {
    const slides = document.names.flatMap((name) => {
      const number = SLIDE.exec(name)?.[1];
      return number === undefined ? [] : [{ name, number: Number(number) }];
    });
    const texts: string[] = [];
    for (const { name } of slides.toSorted((a, b) => a.number - b.number)) texts.push(await textOf(name));
    return texts;
  }
  // The header of a paper often names the university. Word stores it up to three times.
  const headers = new Set<string>();
  for (const name of document.names.filter((one) => HEADER.test(one))) headers.add(await textOf(name));
  return [[...headers, await textOf(document.main)].filter(Boolean).join("\n")];
}

async function partText(document: OpenDocument, name: string, budget: { left: number }): Promise<string> {
  const reader = createTextReader();
  await readXml(within(document.read(name), budget), reader.events);
  return reader.text();
}

async function* within(chunks: AsyncIterable<Uint8Array>, budget: { left: number }) {
  for await (const chunk of chunks) {
    budget.left -= chunk.length;
    if (budget.left < 0) throw new PaperRefused("file_too_heavy");
    yield chunk;
  }
}

/** Collects the text of a part of Word or PowerPoint: lines, and cells divided by tabs. */
function createTextReader() {
  const pieces: string[] = [];
  let length = 0;
  let field = "";
  let repeated = 0;
  let [inText, inField, inTabs] = [false, false, false];
  const add = (text: string) => {
    if (repeated > 0 || length > MAX_TEXT) return;
    pieces.push(text);
    length += text.length;
  };
  const events: XmlEvents = {
    open(name) {
      if (REPEATED.has(name)) repeated += 1;
      else if (name === "t") inText = true;
      else if (name === "instrText") inField = true;
      else if (name === "tabs") inTabs = true;
      else if (name === "tab" && !inTabs) add("\t");
      else if (name === "br" || name === "cr") add("\n");
    },
    close(name) {
      if (REPEATED.has(name)) repeated -= 1;
      else if (name === "t") inText = false;
      else if (name === "instrText") inField = false;
      else if (name === "tabs") inTabs = false;
      else if (name === "p" || name === "tr") add("\n");
      else if (name === "tc") add("\t");
    },
    text(text) {
      if (inText) add(text);
      if (!inField) return;
      field = (field + text).slice(-1_000);
      if (HOSTILE_FIELD.test(field)) throw new PaperRefused("file_embedded");
    },
  };
  const text = () =>
    pieces
      .join("")
      .replaceAll(/\n\t/g, "\t")
      .replaceAll(/[^\S\n]+\n/g, "\n")
      .trim();
  return { events, text };
}
