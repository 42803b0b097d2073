import type { Entry } from "yauzl";

/** The fixed part of a local file header, in bytes. */
const LOCAL_HEADER = 30;

/** Whether entries of a ZIP share bytes, which makes a bomb without any large ratio. */
export function overlap(entries: Entry[]): boolean {
  let end = 0;
  return entries
    .toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
    .some(({ relativeOffsetOfLocalHeader: start, compressedSize }) => {
      const isShared = start < end;
      end = start + LOCAL_HEADER + compressedSize;
      return isShared;
    });
}
