import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { S3mini, S3ServiceError } from "s3mini";
import { type BackupProblem, problem } from "./backup-problem.ts";
import { boundedFetch, EndlessListing, OddResponse } from "./bounded-fetch.ts";
import { LIST_BOUNDS, type ListBounds } from "./bounds.ts";
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
/** The longest token of a page, in characters. */
const TOKEN = 4_000;
const DENIED = new Set([401, 403]);
/** How much of a service's own words a sentence shows, in characters. */
const SHOWN = 200;

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
  bounds: ListBounds = LIST_BOUNDS,
): Place {
  const options = { ...access, endpoint, fetch: boundedFetch };
  const s3 = new S3mini({ ...options, requestAbortTimeout: TIMEOUT });
  const transfers = new S3mini({ ...options, requestAbortTimeout: TRANSFER_TIMEOUT });
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

  function sentenceOf({ status, code, isEndless }: Failure): BackupProblem {
    if (isEndless) return problem("placeTooLarge", name);
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
        const { body } = await transfers.getObjectRaw(root + key, false, start, end);
        return rangeOf(body, end - start);
      });
    }
  }

  /**
   * Begins a listing. The client asks for page after page by itself, so each response is counted where it arrives.
   * @returns a function that lists up to `max` objects from a token on
   */
  function beginListing(under: string) {
    const count = createCounter(bounds);
    const pages = new S3mini({
      ...options,
      requestAbortTimeout: TIMEOUT,
      fetch: (input: RequestInfo | URL, init?: RequestInit) => boundedFetch(input, init, count),
    });
    return async (max: number, from?: string) => {
      const page = await reached(() => pages.listObjectsPaged("/", root + under, max, from));
      // The answer is empty if the bucket doesn't exist.
      if (!page) throw problem("noBucket", name);
      return page;
    };
  }

  return {
    name,
    work: undefined,

    async prepare() {
      // `bucketExists` answers no for a refused key too, so a listing tells the cases apart.
      await beginListing("backups/")(1);
    },

    async *list(under) {
      const listed = beginListing(under);
      let token: string | undefined;
      do {
        const page = await listed(PAGE, token);
        for (const { Key, Size, LastModified } of page.objects ?? []) {
          const key = String(Key).slice(root.length);
          const [bytes, writtenAt] = [Number(Size), new Date(LastModified).getTime()];
          if (isOwnKey(key) && key.startsWith(under) && Number.isSafeInteger(bytes) && bytes >= 0)
            yield { key, bytes, writtenAt };
        }
        token = page.nextContinuationToken || undefined;
      } while (token !== undefined);
    },

    async read(key, maxBytes) {
      const size = await sizeOf(key);
      return size === undefined ? undefined : rangesOf(key, Math.min(size, maxBytes + 1));
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

/**
 * Adds up what the pages of a listing bring. A hostile service lists without an end, or gives a token again and again.
 * @returns gets the text of each page, and throws EndlessListing
 */
function createCounter(bounds: ListBounds): (xml: string) => void {
  const tokens = new Map<string, number>();
  let [pages, entries, empty] = [0, 0, 0];
  return (xml) => {
    const found = xml.split("<Key>").length - 1;
    pages += 1;
    entries += found;
    empty = found === 0 ? empty + 1 : 0;
    const [, token] = /<NextContinuationToken>([^<]*)</.exec(xml) ?? [];
    if (!token) return;
    // A page is asked for again after a failure.
    const times = (tokens.get(token) ?? 0) + 1;
    tokens.set(token, times);
    if (
      times > PAUSES.length + 1 ||
      token.length > TOKEN ||
      pages > bounds.pages ||
      entries > bounds.entries ||
      empty > bounds.emptyPages
    )
      throw new EndlessListing("The list never ends.");
  };
}

/** The bytes of a range. @throws OddResponse if the service sends more than we asked for */
async function rangeOf(body: ReadableStream<Uint8Array> | null, bytes: number): Promise<Uint8Array> {
  const range = new Uint8Array(bytes);
  let at = 0;
  for await (const chunk of body ?? []) {
    if (at + chunk.length > bytes) throw new OddResponse("The range is too long.");
    range.set(chunk, at);
    at += chunk.length;
  }
  return range.subarray(0, at);
}

interface Failure {
  /** The status of the response; undefined if there was none. */
  status: number | undefined;
  /** The service's or the system's name for the error. */
  code: string;
  /** Whether it is a listing that never ends. */
  isEndless?: boolean;
}

/** Stands for the status of a response that we don't ask for again. */
const ODD = 200;

/** Some errors of the client hide the service's error in their cause. */
function failureOf(error: unknown): Failure {
  const { cause, message, name } = error as Error & { cause?: NodeJS.ErrnoException };
  const refusal = [error, cause].find((one) => one instanceof S3ServiceError);
  if (refusal) {
    // The client reads the code only from one of the usual content types.
    const [, code = `HTTP ${refusal.status}`] = /<Code>(\w{1,100})<\/Code>/.exec(refusal.body ?? "") ?? [];
    return { status: refusal.status, code };
  }
  const odd = [error, cause].find((one) => one instanceof OddResponse);
  if (odd) return { status: ODD, code: odd.message, isEndless: odd instanceof EndlessListing };
  if (name === "TimeoutError") return { status: undefined, code: "ETIMEDOUT" };
  const { code = message.slice(0, SHOWN) } = error as NodeJS.ErrnoException;
  return { status: undefined, code: cause?.code ?? code };
}

const isTemporary = ({ status }: Failure): boolean => status === undefined || status === 429 || status >= 500;
