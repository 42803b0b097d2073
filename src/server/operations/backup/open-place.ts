import { isAbsolute, relative, resolve } from "node:path";
import { problem } from "./backup-problem.ts";
import { createFolderPlace } from "./folder-place.ts";
import type { Place, PlaceBucket } from "./place.ts";
import { createS3Place } from "./s3-place.ts";

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
