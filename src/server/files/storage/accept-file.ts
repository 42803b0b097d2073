import { type FileTable, isUncertain } from "../../platform/index.ts";
import type { Papers } from "../rendering/papers.ts";
import type { InspectedPaper } from "../rendering/paper-tasks.ts";
import { discardBytes, type NeededBytes, storeBytes } from "./discard-bytes.ts";
import { type FileStore, sha256Of } from "./file-store.ts";
import { fingerprintsOf } from "./paper-prints.ts";
import { taken } from "./taken.ts";
import type { NewPaper } from "./insert-papers.repo.ts";

export interface AcceptFileDependencies {
  filesRepo: NeededBytes;
  fileStore: FileStore;
  papers: Pick<Papers, "inspect" | "fingerprint">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** A file whose bytes are stored, without the rows that need them. */
export interface PreparedFile {
  bytes: Uint8Array;
  file: Pick<FileTable, "sha256" | "uploadedSha256" | "type" | "size" | "createdAt">;
  paper: NewPaper;
  /** The traits of a photo, for grouping; see `InspectedPaper`. */
  traits?: InspectedPaper["traits"];
}

const MAX_NAME = 200;

/** Accepts a file in two steps: its bytes first, and then the rows that need them. */
export function createAcceptFile({ filesRepo, fileStore, papers, clock }: AcceptFileDependencies) {
  return {
    /**
     * Lets a child process check a file and strip the metadata of a photo, and stores the bytes. The caller must then call `storeRows`.
     * @param owner id of the account whose turn this uses; "" for the archive itself
     * @throws DomainError unavailable, invalid_input with the reason at `file`
     */
    async prepare(given: Uint8Array, owner: string): Promise<PreparedFile> {
      const inspected = taken(await papers.inspect(given, { owner }));
      const bytes = inspected.replacement ?? given;
      const fingerprint = await fingerprintsOf(papers, bytes, inspected.pages, { owner });
      const createdAt = clock();
      const sha256 = await fileStore.put(bytes);
      const uploadedSha256 = bytes === given ? null : sha256Of(given);
      const file = { sha256, uploadedSha256, type: inspected.type, size: bytes.length, createdAt };
      const paper: NewPaper = { sha256, pages: inspected.pages, ...fingerprint, pageWords: "", createdAt };
      return { bytes, file, paper, ...(inspected.traits && { traits: inspected.traits }) };
    },

    /**
     * Runs the transaction that stores the rows of a prepared file. Then it makes sure that the bytes are there
     * or, without rows, removes them.
     * @returns the result of `store`
     */
    async storeRows<T>(
      { bytes, file: { sha256 } }: PreparedFile,
      store: () => Promise<T>,
      isStored: (result: T) => boolean,
    ): Promise<T> {
      const result = await store().catch(async (error: unknown) => {
        // If a file may need the bytes, or their removal fails, the sweeper handles them later.
        if (!isUncertain(error)) await discardBytes(fileStore, filesRepo, [sha256]).catch(() => {});
        throw error;
      });
      if (isStored(result)) await storeBytes(fileStore, sha256, bytes);
      else await discardBytes(fileStore, filesRepo, [sha256]);
      return result;
    },
  };
}

/**
 * The last part of a path, without unprintable characters. Only people see this name; addresses use the key.
 */
export function cleanName(name: string): string {
  const last = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  return (
    last
      .replace(/[\p{C}<>:"|?*]/gu, "")
      .trim()
      .slice(0, MAX_NAME) || "file"
  );
}
