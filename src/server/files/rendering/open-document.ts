import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { type DocumentType, MAX_UNPACKED_DOCUMENT } from "../../../shared/files/paper.ts";
import { PaperRefused } from "./paper-refused.ts";
import { readXml } from "./read-xml.ts";
import { directoryProblem, overlap } from "./zip-directory.ts";

/** A DOCX or PPTX: a ZIP of parts (ECMA-376, part 2). */
export interface OpenDocument {
  type: DocumentType;
  /** The name of the part with the text, or with the list of slides. */
  main: string;
  /** The names of all parts. */
  names: string[];
  /** Unpacks a part piece by piece. @throws PaperRefused file_unreadable if its size is not as declared */
  read(name: string): AsyncIterable<Uint8Array>;
}

const MAX_PARTS = 5_000;
/** A document that unpacks to more than this number of times its size is a bomb. Text shrinks to a tenth. */
const MAX_RATIO = 200;
/** Below this size, in bytes, a good ratio is no danger. */
const SMALL = 1_000_000;
const CONTENT_TYPES = "[Content_Types].xml";
/** The content types of the main parts. */
const MAIN: Record<string, DocumentType> = {
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml":
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml":
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};
const MACROS = /macroenabled|vbaproject|vbadata|activex/i;

/**
 * Opens a ZIP that should be a DOCX or PPTX. It reads the directory and the types of the parts.
 * @throws PaperRefused file_zip, file_other_document, file_macros, file_unpacks_too_large, file_unreadable
 */
export async function openDocument(bytes: Buffer): Promise<OpenDocument> {
  const { zip, entries } = await directoryOf(bytes);
  const names = [...entries.keys()];
  if (!entries.has(CONTENT_TYPES))
    throw new PaperRefused(entries.has("mimetype") ? "file_other_document" : "file_zip");
  const read = (name: string) => unpack(zip, entries.get(name));
  const types: [name: string, type: string][] = [];
  await readXml(read(CONTENT_TYPES), {
    open(_tag, { PartName = "", ContentType = "" }) {
      types.push([PartName.replace(/^\//, ""), ContentType]);
    },
  });
  if ([...names, ...types.map(([, type]) => type)].some((one) => MACROS.test(one)))
    throw new PaperRefused("file_macros");
  const mains = types.filter(([name, type]) => entries.has(name) && Object.hasOwn(MAIN, type));
  const [[main, mainType] = ["", ""]] = mains;
  const type = MAIN[mainType];
  if (!type || mains.length > 1) throw new PaperRefused("file_other_document");
  return { type, main, names, read };
}

async function directoryOf(bytes: Buffer): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const entries = new Map<string, Entry>();
  const seen = new Set<string>();
  const zip = await fromBufferPromise(bytes).catch(unreadable);
  try {
    const problem = directoryProblem(zip, MAX_PARTS);
    if (problem === "entries") throw new PaperRefused("file_unpacks_too_large");
    if (problem) throw new PaperRefused(problem === "bytes" ? "file_too_heavy" : "file_unreadable");
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry;
      if (seen.has(name.toLowerCase()) || entry.isEncrypted() || !entry.canDecodeFileData()) unreadable();
      seen.add(name.toLowerCase());
      if (!name.endsWith("/")) entries.set(name, entry);
    }
  } catch (error) {
    throw error instanceof PaperRefused ? error : new PaperRefused("file_unreadable");
  }
  const all = [...entries.values()];
  if (overlap(all)) unreadable();
  const unpacked = all.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const most = Math.min(MAX_UNPACKED_DOCUMENT, Math.max(SMALL, MAX_RATIO * bytes.length));
  if (unpacked > most) throw new PaperRefused("file_unpacks_too_large");
  return { zip, entries };
}

/** yauzl ends the stream with an error if the real size differs from the declared one. */
async function* unpack(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Uint8Array> {
  if (!entry) return unreadable();
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    throw error instanceof PaperRefused ? error : new PaperRefused("file_unreadable");
  }
}

function unreadable(): never {
  throw new PaperRefused("file_unreadable");
}
