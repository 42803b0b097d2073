import type { Readable } from "node:stream";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { isLargePdf, MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import type { Problem } from "../../../shared/problems/errors.ts";
import { MAX_ZIP_ENTRIES } from "../../../shared/files/pile-limits.ts";
import { directoryProblem, overlap } from "../rendering/zip-directory.ts";
import type { ZipListing } from "./zip-messages.ts";
import { ZipRefused } from "./zip-refused.ts";

/** The most entries of any kind: files, folders, and the hidden files that macOS adds to each file. */
const MAX_DIRECTORY = 4 * MAX_ZIP_ENTRIES;
/** The most bytes that a whole ZIP may unpack to. Papers hardly shrink in a ZIP. */
const MAX_UNPACKED = 2_000_000_000;
/** A file that unpacks to more than this number of times its size is a bomb. */
const MAX_RATIO = 200;
/** Below this size, in bytes, a good ratio is no danger. */
const SMALL = 1_000_000;
/** The longest name that is kept, in characters. A label shows its first 300. */
export const MAX_NAME = 1_000;
/** The flags of an entry whose name is in CP437. */
const CP437 = 0;
const NESTED = /\.(?:zip|7z|rar|tar|t?gz|bz2|xz|jar)$/i;
/** Files that systems put into folders, without a person's knowledge. */
const HIDDEN = /(?:^|\/)(?:__MACOSX(?:\/|$)|\.(?!\.?(?:\/|$))|Thumbs\.db$|desktop\.ini$)/i;

/** Keeps of an entry much less than its names, comments and extra fields can have. */
interface KeptEntry {
  listing: ZipListing;
  relativeOffsetOfLocalHeader: number;
  compressedSize: number;
  uncompressedSize: number;
  isCompressed: boolean;
}

/** A ZIP on disk whose directory was read. Only the limited child process opens one. */
export interface ZipOnDisk {
  entries: ZipListing[];
  /**
   * Unpacks a file piece by piece.
   * @param index its place in `entries`
   * @throws ZipRefused zipEntryBroken; the system's error
   */
  unpack(index: number): AsyncGenerator<Uint8Array, void>;
  close(): void;
}

/**
 * Opens a ZIP on disk. Only its directory is read: names are labels, never paths.
 * @throws the system's error; ZipRefused if the ZIP can't be read, has too many files, or is made to harm
 */
export async function openZipFile(path: string): Promise<ZipOnDisk> {
  // Names are decoded here, because yauzl would stop at the first bad one.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((error: unknown) => {
    throw isOfSystem(error) ? error : new ZipRefused("zipUnreadable");
  });
  try {
    const kept = await filesOf(zip);
    return {
      entries: kept.map(({ listing }) => listing),
      unpack: (index) => unpack(zip, kept[index]),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof ZipRefused || isOfSystem(error) ? error : new ZipRefused("zipUnreadable");
  }
}

/** Whether an error is about the disk and not about the ZIP. */
const isOfSystem = (error: unknown): boolean => typeof (error as { code?: unknown }).code === "string";

async function filesOf(zip: ZipFile): Promise<KeptEntry[]> {
  const problem = directoryProblem(zip, MAX_DIRECTORY);
  if (problem === "entries") throw new ZipRefused("zipEntries", String(zip.entryCount));
  if (problem) throw new ZipRefused(problem === "bytes" ? "zipDirectory" : "zipUnreadable");
  const all: KeptEntry[] = [];
  const files: KeptEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    const kept = keptOf(entry, name);
    all.push(kept);
    if (!name.endsWith("/") && !HIDDEN.test(name)) files.push(kept);
  }
  if (overlap(all)) throw new ZipRefused("zipOverlap");
  if (files.length > MAX_ZIP_ENTRIES) throw new ZipRefused("zipEntries", String(files.length));
  const unpacked = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
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

function keptOf(entry: Entry, name: string): KeptEntry {
  const { relativeOffsetOfLocalHeader, compressedSize, uncompressedSize } = entry;
  const problem = problemOf(entry, name);
  const listing: ZipListing = {
    // A part of a string would keep the whole string in memory.
    name: Buffer.from(name.slice(0, MAX_NAME)).toString(),
    packed: compressedSize,
    size: uncompressedSize,
    isLargePdf: isLargePdf(name, uncompressedSize),
    ...(problem && { problem }),
  };
  const isCompressed = entry.compressionMethod !== 0;
  return { listing, relativeOffsetOfLocalHeader, compressedSize, uncompressedSize, isCompressed };
}

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
async function* unpack(zip: ZipFile, entry: KeptEntry | undefined): AsyncGenerator<Uint8Array, void> {
  if (!entry || entry.listing.problem) throw new ZipRefused("zipEntryBroken");
  try {
    const { compressedSize, uncompressedSize, isCompressed } = entry;
    // yauzl's type wants a whole entry, but reads only where the local header is and how long the data are.
    const header = await zip.readLocalFileHeaderPromise(entry as unknown as Entry, { minimal: true });
    const from = header.fileDataStart;
    // The promise version of yauzl 3.4.0 calls another function.
    const stream = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStreamLowLevel(
        from,
        compressedSize,
        0,
        compressedSize,
        isCompressed,
        uncompressedSize,
        (error, opened) => (error ? reject(error) : resolve(opened)),
      );
    });
    try {
      for await (const piece of stream as AsyncIterable<Uint8Array>) yield piece;
    } finally {
      stream.destroy();
    }
  } catch (error) {
    // A fault of the disk is not the ZIP's fault, so the job tries again.
    throw error instanceof Error && "syscall" in error ? error : new ZipRefused("zipEntryBroken");
  }
}
