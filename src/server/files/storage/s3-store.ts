import { S3mini } from "s3mini";
import { type FileStore, newAside, parseName, sha256Aside, sha256Of } from "./file-store.ts";
import { withoutPermit } from "../../platform/index.ts";
import { idleFetch } from "./idle-fetch.ts";

export interface S3Options {
  /** The address with the bucket as its path, such as `https://s3.example.org/proshno`. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Time limits for the service, in ms. */
export interface S3Timeouts {
  /** The limit for a whole request, except a stream. */
  request: number;
  /** How long the service may send nothing while the reader of a stream waits for bytes. */
  idle: number;
}

/** The largest file is 25 MB: 25 s are enough at 8 Mbit/s. */
const TIMEOUTS: S3Timeouts = { request: 25_000, idle: 15_000 };
const ASIDE = "aside/";

/**
 * Waits for an answer of the service without a place. An error gets the code for a failing disk (`storageFailure`).
 */
function reached<T>(answer: Promise<T>): Promise<T> {
  return withoutPermit(() => answer).catch((cause: unknown) => {
    throw Object.assign(new Error(`The S3 service failed: ${String(cause)}`, { cause }), { code: "EIO" });
  });
}

/** A store on an S3-compatible service, for several servers. It keeps equal bytes only once. */
export function createS3Store(options: S3Options, timeouts = TIMEOUTS): FileStore {
  const s3 = new S3mini({ ...options, requestAbortTimeout: timeouts.request });
  const streams = new S3mini({ ...options, fetch: idleFetch(timeouts.idle) });

  /** Finds an object by its name, or by the name under which a killed process set it aside. */
  async function object<T>(sha256: string, read: (key: string) => Promise<T | null>): Promise<T> {
    const value = await reached((async () => (await read(sha256)) ?? (await readAside(sha256, read)))());
    if (value === null)
      throw Object.assign(new Error("The S3 service has no such object"), { code: "ENOENT" });
    return value;
  }

  async function readAside<T>(sha256: string, read: (key: string) => Promise<T | null>): Promise<T | null> {
    const [aside] = (await s3.listObjects("/", `${ASIDE}${sha256}.`)) ?? [];
    return aside ? read(aside.Key) : null;
  }

  /** @returns whether the object existed */
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
    async check() {
      // `bucketExists` says no for a refused key too, so a listing tells the two apart. It is empty, so it is quick.
      const page = await reached(s3.listObjectsPaged("/", "no-such-object/", 1));
      if (!page) throw new Error("The S3 service has no such bucket");
    },
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
        // The bucket may contain foreign objects, which are ignored.
        const known = parseName(Key.startsWith(ASIDE) ? Key.slice(ASIDE.length) : Key);
        if (known) yield { ...known, writtenAt: new Date(LastModified).getTime() };
      }
    },
    removeParts: async () => {},
  };

  /** HTTP includes the last byte of a range, and s3mini excludes it. */
  async function rangeOf(key: string, start: number, end: number): Promise<Response | null> {
    if ((await s3.objectExists(key)) !== true) return null;
    return streams.getObjectRaw(key, false, start, end + 1);
  }
}
