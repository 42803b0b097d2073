import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { isLargePdf, MAX_PAPER_BYTES } from "../../../shared/file-limits.ts";
import type { Problem } from "../../../shared/errors.ts";
import { MAX_ZIP_ENTRIES } from "../../../shared/pile-limits.ts";
import { overlap } from "../../files/index.ts";
import { cleanLabel } from "./pile-labels.ts";

/** The most entries of any kind: files, folders, and the hidden files that macOS adds to each file. */
const MAX_DIRECTORY = 4 * MAX_ZIP_ENTRIES;
/** The most bytes that a whole ZIP may unpack to. Papers hardly shrink in a ZIP. */
const MAX_UNPACKED = 2_000_000_000;
/** A file that unpacks to more than this number of times its size is a bomb. */
const MAX_RATIO = 200;
/** Below this size, in bytes, a good ratio is no danger. */
const SMALL = 1_000_000;
/** The flags of an entry whose name is in CP437. */
const CP437 = 0;
const NESTED = /\.(?:zip|7z|rar|tar|t?gz|bz2|xz|jar)$/i;
/** Files that systems put into folders, without a person's knowledge. */
const HIDDEN = /(?:^|\/)(?:__MACOSX(?:\/|$)|\.(?!\.?(?:\/|$))|Thumbs\.db$|desktop\.ini$)/i;

/** The ZIP as a whole is refused. */
export class ZipRefused extends Error {
  readonly problem: Problem;

  constructor(code: Problem["code"], param?: string) {
    super(code);
    this.name = "ZipRefused";
    this.problem = { code, ...(param !== undefined && { param }) };
  }
}

/** A file of a ZIP. Hidden files and folders are left out. */
export interface ZipEntry {
  /** Its name with its folders, only to show it. */
  label: string;
  /** The size within the ZIP, in bytes. */
  packed: number;
  /** The size outside the ZIP, in bytes. */
  size: number;
  /** Whether it is a PDF that must become smaller first; then `save` takes it out, and `read` refuses it. */
  isLargePdf: boolean;
  /** Why the file can't be taken out; undefined if it can. */
  problem: Problem | undefined;
  /**
   * Unpacks the file into memory.
   * @param signal stops the reading
   * @throws ZipRefused zipEntryBroken; the system's error; the signal's reason
   */
  read(signal: AbortSignal): Promise<Uint8Array>;
  /**
   * Unpacks the file to the disk.
   * @param signal stops the writing
   * @throws ZipRefused zipEntryBroken; the system's error; the signal's reason
   */
  save(path: string, signal: AbortSignal): Promise<void>;
}

/**
 * Opens a ZIP on disk. Only its directory is read, and nothing is written: names are labels, never paths.
 * @throws the system's error; ZipRefused if the ZIP can't be read, has too many files, or is made to harm
 */
export async function openZip(path: string): Promise<{ entries: ZipEntry[]; close: () => void }> {
  // Names are decoded here, because yauzl would stop at the first bad one.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((error: unknown) => {
    throw isOfSystem(error) ? error : new ZipRefused("zipUnreadable");
  });
  try {
    const entries = await directoryOf(zip);
    return { entries: entries.map((entry) => entryOf(zip, entry)), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof ZipRefused || isOfSystem(error) ? error : new ZipRefused("zipUnreadable");
  }
}

/** Whether an error is about the disk and not about the ZIP. */
const isOfSystem = (error: unknown): boolean => typeof (error as { code?: unknown }).code === "string";

async function directoryOf(zip: ZipFile): Promise<{ entry: Entry; name: string }[]> {
  if (zip.entryCount > MAX_DIRECTORY) throw new ZipRefused("zipEntries", String(zip.entryCount));
  const all: { entry: Entry; name: string }[] = [];
  for await (const entry of zip.eachEntry()) {
    all.push({ entry, name: nameOf(entry) });
    if (all.length > MAX_DIRECTORY) throw new ZipRefused("zipEntries", String(zip.entryCount));
  }
  if (overlap(all.map(({ entry }) => entry))) throw new ZipRefused("zipOverlap");
  const files = all.filter(({ name }) => !name.endsWith("/") && !HIDDEN.test(name));
  if (files.length > MAX_ZIP_ENTRIES) throw new ZipRefused("zipEntries", String(files.length));
  const unpacked = files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (unpacked > MAX_UNPACKED) throw new ZipRefused("zipSize");
  return files;
}

/** The name in UTF-8 if the bytes are UTF-8, otherwise in CP437, as the format has it. */
function nameOf({ fileNameRaw, extraFields }: Entry): string {
  const raw = Buffer.from(fileNameRaw);
  try {
    // Some programs write UTF-8, such as Bangla names, without saying so. CP437 text is hardly ever valid UTF-8.
    return new TextDecoder("utf-8", { fatal: true }).decode(raw).replaceAll("\\", "/");
  } catch {
    return getFileNameLowLevel(CP437, raw, extraFields, false);
  }
}

function entryOf(zip: ZipFile, { entry, name }: { entry: Entry; name: string }): ZipEntry {
  return {
    label: labelOf(name),
    packed: entry.compressedSize,
    size: entry.uncompressedSize,
    isLargePdf: isLargePdf(name, entry.uncompressedSize),
    problem: problemOf(entry, name),
    read: (signal) => read(zip, entry, signal),
    save: (path, signal) => save(zip, entry, path, signal),
  };
}

/** The name with its folders. A path out of the ZIP loses its dots, and no name is ever used as a path. */
export const labelOf = (name: string): string =>
  cleanLabel(
    name
      .replace(/^[A-Za-z]:/, "")
      .split("/")
      .map((part) => part.trim())
      .filter((part) => part !== "" && part !== "." && part !== "..")
      .join("/"),
  ) || "?";

function problemOf(entry: Entry, name: string): Problem | undefined {
  const { uncompressedSize: size, compressedSize: packed } = entry;
  if (entry.isEncrypted()) return { code: "zipEncrypted" };
  if (NESTED.test(name)) return { code: "zipNested" };
  if (!entry.canDecodeFileData()) return { code: "zipMethod" };
  if (size > MAX_PAPER_BYTES && !isLargePdf(name, size)) return { code: "file_too_large" };
  if (size > SMALL && size > packed * MAX_RATIO) return { code: "zipSize" };
  return undefined;
}

/** The declared size is checked before, and yauzl ends the stream with an error if the real size differs. */
async function read(zip: ZipFile, entry: Entry, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const stream = await zip.openReadStreamPromise(entry);
    const stop = () => stream.destroy(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        size += chunk.length;
        if (size > MAX_PAPER_BYTES) throw new ZipRefused("zipEntryBroken");
        chunks.push(chunk);
      }
    } finally {
      signal.removeEventListener("abort", stop);
      stream.destroy();
    }
    return Buffer.concat(chunks);
  } catch (error) {
    signal.throwIfAborted();
    throw asRefusal(error);
  }
}

async function save(zip: ZipFile, entry: Entry, path: string, signal: AbortSignal): Promise<void> {
  try {
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path), { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw asRefusal(error);
  }
}

/** A fault of the disk, such as a full one, is not the ZIP's fault, so the job tries again. */
const asRefusal = (error: unknown): unknown =>
  error instanceof Error && "syscall" in error ? error : new ZipRefused("zipEntryBroken");
