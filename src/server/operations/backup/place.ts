import type { S3Options } from "../../files/index.ts";

/** An object of a place. */
export interface Stored {
  key: string;
  /** The size in bytes. */
  bytes: number;
  /** Epoch milliseconds. */
  writtenAt: number;
}

/**
 * Where backups are kept: a folder, or a part of a bucket. Every method throws a BackupProblem. The content of a place may be
 * hostile: no method follows a link in it, and each one ends after a bounded amount of work (`bounds.ts`).
 */
export interface Place {
  /** The place as the operator named it. */
  name: string;
  /** A folder of the place for unfinished work; undefined if the place has no folder. */
  work: string | undefined;
  /** Creates the place if it doesn't exist. */
  prepare(): Promise<void>;
  /** The objects of backups (`isOwnKey`) whose keys begin with a prefix that ends with `/`, in no order. */
  list(prefix: string): AsyncIterable<Stored>;
  /**
   * The bytes of an object in chunks, but not more than one byte above a limit, so that a longer object shows itself.
   * @param maxBytes the limit
   * @returns undefined if there is no such object; a link or a pipe counts as missing
   */
  read(key: string, maxBytes: number): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Writes a small object completely or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Writes an object from a local file, which it may move. */
  putFile(key: string, path: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Removes incomplete objects that are older than `before` (epoch milliseconds). Killed processes leave them. */
  removeParts(before: number): Promise<void>;
}

/** The S3 service of a place, without a bucket. */
export type PlaceBucket = Omit<S3Options, "endpoint"> & { service: string };
