import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { S3mini, S3ServiceError } from "s3mini";
import { type BackupProblem, problem } from "./backup-problem.ts";
import { isOwnKey } from "./keys.ts";
import type { Place, PlaceBucket } from "./place.ts";

/** The time limit for a request without content, in ms. */
const TIMEOUT = 60_000;
/** The time limit for a request with content, in ms. Four files of 25 MB then need 1.3 Mbit/s. */
const TRANSFER_TIMEOUT = 600_000;
/** The pauses before a failed request is sent again, in ms. */
const PAUSES = [500, 2_000];
/** How many bytes one request reads. */
const RANGE = 8_000_000;
const PAGE = 1_000;
const DENIED = new Set([401, 403]);

/**
 * A place in a bucket.
 * @param name the place as the operator named it
 * @param endpoint the address of an existing bucket
 * @param prefix the part of the bucket, without slashes at its ends
 */
export function createS3Place(
  name: string,
  { service: _service, ...access }: PlaceBucket,
  endpoint: string,
  prefix: string,
): Place {
  const s3 = new S3mini({ ...access, endpoint, requestAbortTimeout: TIMEOUT });
  const transfers = new S3mini({ ...access, endpoint, requestAbortTimeout: TRANSFER_TIMEOUT });
  const root = prefix === "" ? "" : `${prefix}/`;

  /** Sends a request again after a failure that may pass, and turns an error of the service into a sentence. */
  async function reached<T>(request: () => Promise<T>, pauses = PAUSES): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await request();
      } catch (error) {
        const failure = failureOf(error);
        const pause = pauses[tries];
        if (pause === undefined || !isTemporary(failure)) throw sentenceOf(failure);
        await sleep(pause);
      }
    }
  }

  function sentenceOf({ status, code }: Failure): BackupProblem {
    if (code === "NoSuchBucket") return problem("noBucket", name);
    if (code === "RequestTimeTooSkewed") return problem("wrongClock", name);
    if (status !== undefined && DENIED.has(status)) return problem("bucketDenied", name);
    return problem("placeFailed", name, code);
  }

  /** The size of an object; undefined if it doesn't exist. */
  const sizeOf = (key: string): Promise<number | undefined> =>
    reached(() =>
      s3.getContentLength(root + key).catch((error: unknown) => {
        if (failureOf(error).status !== 404) throw error;
        return undefined;
      }),
    );

  async function* rangesOf(key: string, size: number): AsyncIterable<Uint8Array> {
    for (let start = 0; start < size; start += RANGE) {
      const end = Math.min(start + RANGE, size);
      yield await reached(async () => {
        const answer = await transfers.getObjectRaw(root + key, false, start, end);
        return new Uint8Array(await answer.arrayBuffer());
      });
    }
  }

  return {
    name,
    work: undefined,

    async prepare() {
      // `bucketExists` answers no for a refused key too, so a listing tells the cases apart.
      const page = await reached(() => s3.listObjectsPaged("/", `${root}backups/`, 1));
      if (!page) throw problem("noBucket", name);
    },

    async *list(under) {
      let token: string | undefined;
      do {
        const from = token;
        const page = await reached(() => s3.listObjectsPaged("/", root + under, PAGE, from));
        // The answer is empty if the bucket doesn't exist.
        if (!page) throw problem("noBucket", name);
        for (const { Key, Size, LastModified } of page.objects ?? []) {
          const key = Key.slice(root.length);
          const writtenAt = new Date(LastModified).getTime();
          if (isOwnKey(key)) yield { key, bytes: Number(Size), writtenAt };
        }
        token = page.nextContinuationToken;
      } while (token);
    },

    async read(key) {
      const size = await sizeOf(key);
      return size === undefined ? undefined : rangesOf(key, size);
    },

    async put(key, bytes) {
      await reached(() => transfers.putObject(root + key, bytes));
    },

    async putFile(key, path) {
      const { size } = await stat(path);
      const file = await openAsBlob(path);
      // The client sends each part of a large object again by itself.
      await reached(() => transfers.putAnyObject(root + key, file), PAUSES.slice(1));
      // The service may join the parts of a large object after it has answered that all is well.
      if ((await sizeOf(key)) !== size) throw problem("placeFailed", name, key);
    },

    async remove(key) {
      await reached(() => s3.deleteObject(root + key));
    },

    // The service keeps no incomplete objects, except parts that a rule of the bucket can remove.
    removeParts: async () => {},
  };
}

interface Failure {
  /** The status of the response; undefined if there was none. */
  status: number | undefined;
  /** The service's or the system's name for the error. */
  code: string;
}

/** Some errors of the client hide the service's error in their cause. */
function failureOf(error: unknown): Failure {
  const { cause, message, name } = error as Error & { cause?: NodeJS.ErrnoException };
  const refusal = [error, cause].find((one) => one instanceof S3ServiceError);
  if (refusal) {
    // The client reads the code only from one of the usual content types.
    const [, code = `HTTP ${refusal.status}`] = /<Code>(\w+)<\/Code>/.exec(refusal.body ?? "") ?? [];
    return { status: refusal.status, code };
  }
  if (name === "TimeoutError") return { status: undefined, code: "ETIMEDOUT" };
  const { code = message } = error as NodeJS.ErrnoException;
  return { status: undefined, code: cause?.code ?? code };
}

const isTemporary = ({ status }: Failure): boolean => status === undefined || status === 429 || status >= 500;
