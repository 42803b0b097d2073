import {
  type PdfDictionary,
  type PdfEntry,
  type PdfReader,
  type PdfValue,
  plainText,
  readPdf,
} from "./pdf-syntax.ts";

/** The actions of ISO 32000-2, table 201, except the actions that only move within the document. */
const HOSTILE_ACTIONS = new Set([
  "GoToE",
  "GoToR",
  "ImportData",
  "JavaScript",
  "Launch",
  "Movie",
  "Rendition",
  "RichMediaExecute",
  "Sound",
  "SubmitForm",
  "Thread",
]);
const ACTIONS = new Set([
  ...HOSTILE_ACTIONS,
  "GoTo",
  "GoTo3DView",
  "GoToDp",
  "Hide",
  "Named",
  "ResetForm",
  "SetOCGState",
  "Trans",
  "URI",
]);
/**
 * Only hostile objects have these keys: named scripts and files, XFA forms, and media or 3D models that run
 * scripts.
 */
const HOSTILE_KEYS = new Set([
  "3DD",
  "Collection",
  "EmbeddedFiles",
  "JavaScript",
  "OnInstantiate",
  "RichMediaContent",
  "RichMediaSettings",
]);
/** Keys under which annotations hold or name a file. */
const ANNOTATION_KEYS = new Map([
  ["FileAttachment", ["FS"]],
  ["Movie", ["A", "Movie"]],
  ["Sound", ["Sound"]],
]);
const FILE_KEYS = new Set(["F", "UF", "DOS", "Mac", "Unix"]);
const HARMLESS_SCHEMES = new Set(["http", "https", "mailto", "tel"]);

/** A range of the file; `end` is exclusive. */
interface Stretch {
  start: number;
  end: number;
}

/**
 * Finds the actions of a PDF and the files in it. Links to websites and to places in the document are
 * allowed.
 * @param text a PDF as `copyPdf` writes it, in Latin-1
 * @returns the ranges to fill with blanks
 * @throws PdfSyntaxError
 */
export function actionsIn(text: string): Stretch[] {
  const pdf = readPdf(text);
  const found: Stretch[] = [];
  pdf.eachDictionary((dictionary) => {
    if (isHostileAction(dictionary, pdf, text)) {
      found.push({ start: dictionary.start + 2, end: dictionary.end - 2 });
      return;
    }
    for (const [key, { start, value }] of dictionary.entries)
      if (isHostileEntry(key, dictionary, pdf)) found.push({ start, end: value.end });
  });
  return found;
}

function isHostileAction(dictionary: PdfDictionary, pdf: PdfReader, text: string): boolean {
  const type = nameOf("S", dictionary, pdf);
  if (type === undefined) return false;
  if (type !== "URI") return HOSTILE_ACTIONS.has(type);
  const uri = pdf.resolve(dictionary.entries.get("URI")?.value);
  return uri?.kind === "text" && !isHarmlessAddress(plainText(text.slice(uri.start, uri.end)));
}

function isHostileEntry(key: string, dictionary: PdfDictionary, pdf: PdfReader): boolean {
  if (HOSTILE_KEYS.has(key)) return true;
  const value = pdf.resolve(dictionary.entries.get(key)?.value);
  switch (key) {
    case "OpenAction":
      return !isPlace(value, pdf);
    // Fonts and pictures also use these keys, so the value decides.
    case "AA":
      return (
        value?.kind === "dictionary" && [...value.entries.values()].some((entry) => isAction(entry, pdf))
      );
    case "EF":
      return value?.kind === "dictionary" && [...value.entries.keys()].every((name) => FILE_KEYS.has(name));
    case "XFA":
      return value?.kind === "array" || (value?.kind === "dictionary" && value.isStream);
    // A stream whose data is in another file.
    case "F":
      return dictionary.isStream && (value?.kind === "text" || value?.kind === "dictionary");
    case "Ref":
      return dictionary.isStream;
    default:
      return ANNOTATION_KEYS.get(nameOf("Subtype", dictionary, pdf) ?? "")?.includes(key) ?? false;
  }
}

function nameOf(key: string, { entries }: PdfDictionary, pdf: PdfReader): string | undefined {
  const value = pdf.resolve(entries.get(key)?.value);
  return value?.kind === "name" ? value.name : undefined;
}

function isAction({ value }: PdfEntry, pdf: PdfReader): boolean {
  const found = pdf.resolve(value);
  return found?.kind === "dictionary" && ACTIONS.has(nameOf("S", found, pdf) ?? "");
}

/** Whether the value of OpenAction only shows a page of the document. */
function isPlace(value: PdfValue | undefined, pdf: PdfReader): boolean {
  if (value?.kind === "array") return true;
  return value?.kind === "dictionary" && nameOf("S", value, pdf) === "GoTo" && !value.entries.has("Next");
}

/**
 * @param bytes of the address as a Latin-1 string: UTF-16 with a byte order mark, or one byte per character
 */
function isHarmlessAddress(bytes: string): boolean {
  const address = bytes.replace(/^\xfe\xff/, "").replaceAll(/[\0-\x20]/g, "");
  const scheme = /^([a-z][a-z0-9+-]*):(?!\d)/i.exec(address)?.[1];
  return !address.startsWith("\\\\") && (scheme === undefined || HARMLESS_SCHEMES.has(scheme.toLowerCase()));
}
