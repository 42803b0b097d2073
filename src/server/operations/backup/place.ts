import { isAbsolute, relative, resolve } from "node:path";
import type { S3Options } from "../../files/index.ts";
import { problem } from "./backup-problem.ts";
import { createFolderPlace } from "./folder-place.ts";
import { createS3Place } from "./s3-place.ts";

/** An object of a place. */
export interface Stored {
  key: string;
  /** The size in bytes. */
  bytes: number;
  /** Epoch milliseconds. */
  writtenAt: number;
}

/** Where backups are kept: a folder, or a part of a bucket. Every method throws a BackupProblem. */
export interface Place {
  /** The place as the operator named it. */
  name: string;
  /** A folder of the place for unfinished work; undefined if the place has no folder. */
  work: string | undefined;
  /** Creates the place if it doesn't exist. */
  prepare(): Promise<void>;
  /** The objects whose keys begin with a prefix that ends with `/`, in no order. */
  list(prefix: string): AsyncIterable<Stored>;
  /** The bytes of an object in chunks; undefined if it doesn't exist. */
  read(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
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

export interface PlaceOptions {
  /** The data folder of the archive, which can't contain the place. */
  dataFolder: string;
  /** The service for places such as `s3://bucket/prefix`. */
  bucket: PlaceBucket | undefined;
}

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/+(.*?))?\/*$/;

/**
 * Opens a place without reading or changing it.
 * @param name a folder, or `s3://bucket/prefix`
 * @throws BackupProblem placeName, bucketSettings, insideData
 */
export function openPlace(name: string, { dataFolder, bucket }: PlaceOptions): Place {
  if (/^[a-z0-9+.-]+:\/\//i.test(name)) {
    const [, bucketName, prefix = ""] = BUCKET.exec(name) ?? [];
    if (bucketName === undefined) throw problem("placeName");
    if (!bucket) throw problem("bucketSettings");
    return createS3Place(name, bucket, bucketName, prefix);
  }
  if (name.trim() === "") throw problem("placeName");
  const folder = resolve(name);
  const inside = relative(resolve(dataFolder), folder);
  if (!isAbsolute(inside) && inside.split(/[/\\]/)[0] !== "..") throw problem("insideData", folder);
  return createFolderPlace(folder);
}
