import { readFile } from "node:fs/promises";
import { type FileTable, randomKey } from "../../platform/index.ts";
import type { FileStore, NewPaper } from "../../files/index.ts";
import index from "./files/index.json" with { type: "json" };

/** A paper that an item or an answer of the sample shows; scripts/make-sample-papers.ts makes them. */
export interface SampleFile {
  /** In the folder `files`. */
  file: string;
  /** As its contributor uploaded it. */
  name: string;
  type: string;
  /** Index into `sampleItems`. */
  item?: number;
  /** Index into `sampleAnswers`. */
  answer?: number;
  /** As they were found when it was made, so that a first start opens no file. */
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
 * Stores the file of a part of the sample.
 * @param by which of the two lists @param position in it
 * @param createdAt epoch milliseconds
 * @returns undefined if it has none
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
