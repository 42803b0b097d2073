import { MB } from "../../../shared/text/bytes.ts";

/**
 * The most that a place can have. Everything in a place may be hostile, so each number and each text of it has a bound
 * before it is used.
 */
export const BOUNDS = {
  /** The backups of a place. A backup each hour fills this in a year. */
  backups: 10_000,
  /** The files of one backup, and the files that are missing in it. */
  files: 1_000_000,
  /** The size of one file in bytes. The archive stores no file above 25 MB. */
  fileBytes: 32 * MB,
  /** The size of a database in bytes, packed or unpacked: 16 TB. */
  databaseBytes: 16_000_000 * MB,
  /** The part of a manifest before its files, and the part after them, in characters. */
  head: 256_000,
  tail: 4_000,
};

/** The size in bytes that a manifest has at most. An entry of a file has up to 100 bytes. */
export const MANIFEST_BYTES = 200 * BOUNDS.files;

/** The bounds for the listing of a place. */
export interface ListBounds {
  /** The entries of a listing, also those that belong to the operator. */
  entries: number;
  /** The pages of a bucket's listing. A page usually has 1,000 entries. */
  pages: number;
  /** The pages without an entry that follow each other. */
  emptyPages: number;
}

export const LIST_BOUNDS: ListBounds = { entries: 3 * BOUNDS.files, pages: 20_000, emptyPages: 100 };

/** How often a database of release 0.2.0, whose manifest doesn't name the unpacked size, may grow while it is unpacked. */
const UNNAMED_GROWTH = 200;
const UNNAMED_FLOOR = 1_000 * MB;

/** The most bytes into which a database is unpacked. @param packed its size in the place, in bytes */
export const unpackedBound = ({
  bytes,
  unpacked,
}: {
  bytes: number;
  unpacked?: number | undefined;
}): number => unpacked ?? UNNAMED_FLOOR + bytes * UNNAMED_GROWTH;
