import type { Entry, ZipFile } from "yauzl";

/** The fixed part of a local file header, in bytes. */
const LOCAL_HEADER = 30;
/** The fixed part of an entry of the directory, in bytes. */
const DIRECTORY_ENTRY = 46;
/** The largest directory of a ZIP, in bytes. One of 2,000 papers with long names has 1 MB. */
const MAX_DIRECTORY_BYTES = 4_000_000;

/**
 * Says why the directory of a ZIP must not be parsed. yauzl has only read the record at the end of the ZIP, and will read
 * from the directory's start to the end of the file at most. So the bytes between them count, whatever sizes the record
 * claims.
 * @param mostEntries the largest number of entries
 * @returns undefined if the directory may be parsed
 */
export function directoryProblem(
  { entryCount, fileSize, readEntryCursor }: Pick<ZipFile, "entryCount" | "fileSize" | "readEntryCursor">,
  mostEntries: number,
): "entries" | "bytes" | "count" | undefined {
  if (entryCount > mostEntries) return "entries";
  // yauzl's types say that the position is a boolean.
  const bytes = fileSize - Number(readEntryCursor);
  if (bytes > MAX_DIRECTORY_BYTES) return "bytes";
  return entryCount * DIRECTORY_ENTRY > bytes ? "count" : undefined;
}

/** Whether entries of a ZIP share bytes, which makes a bomb without any large ratio. */
export function overlap(entries: Pick<Entry, "relativeOffsetOfLocalHeader" | "compressedSize">[]): boolean {
  let end = 0;
  return entries
    .toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
    .some(({ relativeOffsetOfLocalHeader: start, compressedSize }) => {
      const isShared = start < end;
      end = start + LOCAL_HEADER + compressedSize;
      return isShared;
    });
}
