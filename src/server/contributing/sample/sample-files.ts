import { readFile } from "node:fs/promises";
import { type FileTable, randomKey } from "../../platform/index.ts";
import type { FileStore, NewPaper } from "../../files/index.ts";
import index from "./files/index.json" with { type: "json" };

/** A paper of a sample item or answer. scripts/make-sample-papers.ts creates these files. */
export interface SampleFile {
  /** The name in the folder `files`. */
  file: string;
  /** The file name that readers see, as if the contributor had uploaded the file under this name. */
  name: string;
  type: string;
  /** The index in `sampleItems`. */
  item?: number;
  /** The index in `sampleAnswers`. */
  answer?: number;
  /**
   * The page count and fingerprints are stored here, so that loading the sample doesn't have to open the
   * file.
   */
  pages: number;
  hash: string;
  print: string;
}

export const sampleFiles: SampleFile[] = index;

export const readSampleFile = ({ file }: SampleFile): Promise<Uint8Array> =>
  readFile(new URL(`files/${file}`, import.meta.url));

/** The stored data of an uploaded file. */
export interface StoredPaper {
  file: FileTable;
  paper: NewPaper;
}

/**
 * Stores the file of a sample item or answer.
 * @param by the property that holds the index: `item` or `answer`
 * @param position the index of the item or answer
 * @param createdAt epoch milliseconds
 * @returns undefined if the item or answer has no file
 */
export async function storeSampleFile(
  fileStore: FileStore,
  by: "item" | "answer",
  position: number,
  { uploaderId, createdAt }: Pick<FileTable, "uploaderId" | "createdAt">,
): Promise<StoredPaper | undefined> {
  const shown = sampleFiles.find((candidate) => candidate[by] === position);
  if (!shown) return undefined;
  const { name, type, pages, hash, print } = shown;
  const bytes = await readSampleFile(shown);
  const sha256 = await fileStore.put(bytes);
  return {
    file: { key: randomKey(), sha256, type, size: bytes.length, uploaderId, name, createdAt },
    paper: { sha256, pages, hash, print, pageWords: "", createdAt },
  };
}
