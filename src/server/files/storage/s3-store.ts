import { S3mini } from "s3mini";
import { type FileStore, newAside, parseName, sha256Aside, sha256Of } from "./file-store.ts";
import { idleFetch } from "./idle-fetch.ts";

export interface S3Options {
  /** With the bucket as its path, such as `https://s3.example.org/proshno`. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** How long the service may take, in ms. */
export interface S3Timeouts {
  /** For a whole request, except a stream. */
  request: number;
  /** Of silence, while the reader of a stream waits for bytes. */
  idle: number;
}

/** 25 MB, the largest file, in 25 s is 8 Mbit/s. */
const TIMEOUTS: S3Timeouts = { request: 25_000, idle: 15_000 };
const ASIDE = "aside/";

/** An error of the service, in the system's word for a failing disk (`storageFailure`). */
function reached<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((cause: unknown) => {
    throw Object.assign(new Error(`The S3 service failed: ${String(cause)}`, { cause }), { code: "EIO" });
  });
}

/** Any S3-compatible service, for several app nodes; the same bytes are kept once. */
export function createS3Store(options: S3Options, timeouts = TIMEOUTS): FileStore {
  const s3 = new S3mini({ ...options, requestAbortTimeout: timeouts.request });
  const streams = new S3mini({ ...options, fetch: idleFetch(timeouts.idle) });

  /** An object, or where a killed process left it aside. */
  async function object<T>(sha256: string, read: (key: string) => Promise<T | null>): Promise<T> {
    const value = await reached((async () => (await read(sha256)) ?? (await readAside(sha256, read)))());
    if (value === null) throw Object.assign(new Error("No such bytes"), { code: "ENOENT" });
    return value;
  }

  async function readAside<T>(sha256: string, read: (key: string) => Promise<T | null>): Promise<T | null> {
    const [aside] = (await s3.listObjects("/", `${ASIDE}${sha256}.`)) ?? [];
    return aside ? read(aside.Key) : null;
  }

  /** @returns whether it was there */
  async function move(from: string, to: string): Promise<boolean> {
    const bytes = await s3.getObjectArrayBuffer(from);
    if (bytes === null) return false;
    await s3.putObject(to, new Uint8Array(bytes));
    await s3.deleteObject(from);
    return true;
  }

  return {
    async put(bytes) {
      const sha256 = sha256Of(bytes);
      await reached(s3.putObject(sha256, bytes));
      return sha256;
    },
    get: async (sha256) => new Uint8Array(await object(sha256, (key) => s3.getObjectArrayBuffer(key))),
    async stream(sha256, { start, end }) {
      const response = await object(sha256, (key) => rangeOf(key, start, end));
      return response.body as ReadableStream<Uint8Array>;
    },
    has: async (sha256) => (await reached(s3.objectExists(sha256))) === true,
    async setAside(sha256) {
      const aside = newAside(sha256);
      return (await reached(move(sha256, ASIDE + aside))) ? aside : undefined;
    },
    async bringBack(aside) {
      await reached(move(ASIDE + aside, sha256Aside(aside)));
    },
    async remove(aside) {
      await reached(s3.deleteObject(ASIDE + aside));
    },
    async *list() {
      for (const { Key, LastModified } of (await reached(s3.listObjects())) ?? []) {
        // The bucket may hold other things, which are not ours to judge.
        const known = parseName(Key.startsWith(ASIDE) ? Key.slice(ASIDE.length) : Key);
        if (known) yield { ...known, writtenAt: new Date(LastModified).getTime() };
      }
    },
    // The service keeps an object whole or not at all.
    removeParts: async () => {},
  };

  /** The last byte counts in for HTTP and out for s3mini. */
  async function rangeOf(key: string, start: number, end: number): Promise<Response | null> {
    if ((await s3.objectExists(key)) !== true) return null;
    return streams.getObjectRaw(key, false, start, end + 1);
  }
}
