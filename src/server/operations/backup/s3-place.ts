import { open } from "node:fs/promises";
import { S3mini, S3ServiceError, type UploadPart } from "s3mini";
import { problem } from "./backup-problem.ts";
import type { Place, PlaceBucket } from "./place.ts";

/** The time limit for one request, in ms. A part of 8 MB then needs 1.1 Mbit/s. */
const TIMEOUT = 60_000;
/** The size of a part, in bytes. The protocol allows 10,000 parts, so an object may have 80 GB. */
const PART_BYTES = 8_000_000;
const PAGE = 1_000;

/**
 * A place in a bucket.
 * @param name the place as the operator named it
 * @param bucketName an existing bucket
 * @param prefix the part of the bucket, without slashes at its ends
 */
export function createS3Place(
  name: string,
  { service, ...access }: PlaceBucket,
  bucketName: string,
  prefix: string,
): Place {
  const endpoint = `${service.replace(/\/+$/, "")}/${bucketName}`;
  const s3 = new S3mini({ ...access, endpoint, requestAbortTimeout: TIMEOUT });
  const root = prefix === "" ? "" : `${prefix}/`;

  /** Turns an error of the service into a sentence. */
  async function reached<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      const { status, serviceCode } = error instanceof S3ServiceError ? error : listingFailure(error);
      if (status === 404 || serviceCode === "NoSuchBucket") throw problem("noBucket", name);
      if (status === 401 || status === 403) throw problem("bucketDenied", name);
      throw problem("placeFailed", name, serviceCode ?? reasonOf(error));
    });
  }

  async function* rangesOf(key: string, size: number): AsyncIterable<Uint8Array> {
    for (let start = 0; start < size; start += PART_BYTES) {
      const end = Math.min(start + PART_BYTES, size);
      const bytes = reached(s3.getObjectRaw(key, false, start, end).then((answer) => answer.arrayBuffer()));
      yield new Uint8Array(await bytes);
    }
  }

  async function upload(key: string, path: string): Promise<void> {
    const file = await open(path, "r");
    const id = await s3.getMultipartUploadId(key);
    try {
      const parts: UploadPart[] = [];
      for (;;) {
        const buffer = Buffer.alloc(PART_BYTES);
        const { bytesRead } = await file.read(buffer, 0, PART_BYTES, parts.length * PART_BYTES);
        // An upload needs one part, even if the file is empty.
        if (bytesRead === 0 && parts.length > 0) break;
        parts.push(await s3.uploadPart(key, id, buffer.subarray(0, bytesRead), parts.length + 1));
        if (bytesRead < PART_BYTES) break;
      }
      await s3.completeMultipartUpload(key, id, parts);
    } catch (error) {
      await s3.abortMultipartUpload(key, id).catch(() => {});
      throw error;
    } finally {
      await file.close();
    }
  }

  return {
    name,
    work: undefined,

    async prepare() {
      // `bucketExists` answers no for a refused key too, so a listing tells the cases apart.
      const page = await reached(s3.listObjectsPaged("/", `${root}backups/`, 1));
      if (!page) throw problem("noBucket", name);
    },

    async *list(under) {
      let token: string | undefined;
      do {
        const page = await reached(s3.listObjectsPaged("/", root + under, PAGE, token));
        // The answer is empty if the bucket doesn't exist.
        if (!page) throw problem("noBucket", name);
        for (const { Key, Size, LastModified } of page.objects ?? []) {
          const writtenAt = new Date(LastModified).getTime();
          yield { key: Key.slice(root.length), bytes: Number(Size), writtenAt };
        }
        token = page.nextContinuationToken;
      } while (token);
    },

    async read(key) {
      if ((await reached(s3.objectExists(root + key))) !== true) return undefined;
      return rangesOf(root + key, await reached(s3.getContentLength(root + key)));
    },

    async put(key, bytes) {
      await reached(s3.putObject(root + key, bytes));
    },

    putFile: (key, path) => reached(upload(root + key, path)),

    async remove(key) {
      await reached(s3.deleteObject(root + key));
    },

    // The service keeps no incomplete objects, except parts that a rule of the bucket can remove.
    removeParts: async () => {},
  };
}

/** A failed listing has its status only in its message. */
function listingFailure(error: unknown): { status?: number; serviceCode?: string } {
  const [, status, serviceCode] = /status (\d{3}): (\w+)/.exec(String(error)) ?? [];
  return status && serviceCode ? { status: Number(status), serviceCode } : {};
}

function reasonOf(error: unknown): string {
  const { code, cause, message } = error as { code?: string; cause?: { code?: string }; message?: string };
  return cause?.code ?? code ?? message ?? String(error);
}
