import { isAbsolute, relative, resolve } from "node:path";
import { problem } from "./backup-problem.ts";
import type { ListBounds } from "./bounds.ts";
import { createFolderPlace } from "./folder-place.ts";
import type { Place, PlaceBucket } from "./place.ts";
import { createS3Place } from "./s3-place.ts";

export interface PlaceOptions {
  /** The data folder of the archive, which can't contain the place. */
  dataFolder: string;
  /** The service for places such as `s3://bucket/prefix`. */
  bucket: PlaceBucket | undefined;
  /** The address of the bucket with the archive's own files, which can't contain the place either. */
  archiveBucket?: string | undefined;
  /** The bounds for listings; tests use smaller ones. */
  bounds?: ListBounds;
}

const SCHEME = /^[a-z0-9+.-]+:\/\//i;
/** No part of a prefix begins with a dot, because some services resolve `..`. */
const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/;

/**
 * Opens a place without reading or changing it.
 * @param name a folder, or `s3://bucket/prefix`
 * @throws BackupProblem placeName, bucketSettings, insideData
 */
export function openPlace(name: string, { dataFolder, bucket, archiveBucket, bounds }: PlaceOptions): Place {
  if (name.trim() === "") throw problem("placeName");
  const place = placeName(name);
  if (SCHEME.test(name)) {
    const [, bucketName, path = ""] = BUCKET.exec(name) ?? [];
    if (bucketName === undefined) throw problem("placeName");
    if (!bucket) throw problem("bucketSettings");
    const endpoint = `${bucket.service.replace(/\/+$/, "")}/${bucketName}`;
    if (archiveBucket?.replace(/\/+$/, "") === endpoint) throw problem("insideData", place);
    return createS3Place(place, bucket, endpoint, path.slice(1), bounds);
  }
  const inside = relative(resolve(dataFolder), place);
  if (!isAbsolute(inside) && inside.split(/[/\\]/)[0] !== "..") throw problem("insideData", place);
  return createFolderPlace(place, bounds);
}

/** The name of a place, which is the same for all ways to write it. @param name as the operator wrote it */
export const placeName = (name: string): string =>
  SCHEME.test(name) ? name.replace(/\/+$/, "") : resolve(name);
