import { createHash } from "node:crypto";
import { problem } from "./backup-problem.ts";
import { BOUNDS, MANIFEST_BYTES } from "./bounds.ts";
import { checkManifest, FORMAT, type Manifest, VERSION } from "./manifest.ts";

/** A manifest whose content fits its SHA-256, and the MAC that only `checkMac` has compared. */
export interface ReadManifest {
  manifest: Manifest;
  /** The SHA-256 of the content without the MAC, in hex. */
  sum: string;
  /** The MAC of this SHA-256, in hex; undefined if the backup was made without a passphrase or by release 0.2.0. */
  mac: string | undefined;
}

const FILES = '"files":[';
const MISSING = '],"missing":[';
const SECRET = '],"secret":';
const FILE = /\{"sha256":"([0-9a-f]{64})","bytes":(\d{1,8})\}(?:,(?=\{)|(?=\]))/y;
const SHA256 = /"([0-9a-f]{64})"(?:,(?=")|(?=\]))/y;
const END = /(?:,"mac":"([0-9a-f]{64})")?,"sha256":"([0-9a-f]{64})"\}$/;
/** The length of the SHA-256 at the end. */
const SUM = `,"sha256":"${"0".repeat(64)}"}`.length;
/** No entry of a list is longer than this number of characters. */
const ENTRY = 110;

/**
 * Reads a manifest in the exact form of `writeManifest`, entry by entry, so that a hostile one needs little memory: a
 * general parser makes 20 bytes of one.
 * @param id of the backup, from the name of the file
 * @throws BackupProblem newer if a later version of Proshno has changed the format; damagedManifest
 */
export async function readManifest(chunks: AsyncIterable<Uint8Array>, id: string): Promise<ReadManifest> {
  const text = createCursor(chunks, id);
  const sum = createHash("sha256");
  const damaged = (part: string) => problem("damagedManifest", id, part);

  const head = await text.until(FILES, BOUNDS.head);
  if (head === undefined) throw damaged("the part before its files");
  checkFormat(head, id);
  sum.update(head, "latin1");
  const files: Manifest["files"] = [];
  for await (const [entry, sha256 = "", digits] of text.entries(FILE, MISSING, BOUNDS.files)) {
    const bytes = Number(digits);
    if (bytes > BOUNDS.fileBytes) throw damaged(`files.${files.length}.bytes`);
    files.push({ sha256: own(sha256), bytes });
    sum.update(entry, "latin1");
  }
  sum.update(MISSING, "latin1");
  const missing: string[] = [];
  for await (const [entry, sha256 = ""] of text.entries(SHA256, SECRET, BOUNDS.files)) {
    missing.push(own(sha256));
    sum.update(entry, "latin1");
  }
  const rest = await text.rest(BOUNDS.tail);
  const [end, mac, written] = END.exec(rest ?? "") ?? [];
  if (rest === undefined || end === undefined) throw damaged("its end");
  const tail = `${SECRET}${rest.slice(0, -end.length)}}`;
  const found = sum.copy().update(tail, "latin1").digest("hex");
  const all = sum.update(`${SECRET}${rest.slice(0, -SUM)}}`, "latin1").digest("hex");
  if (all !== written) throw damaged("sha256");

  const manifest = checkManifest(parse(`${head}${MISSING}${tail}`), id);
  if (typeof manifest === "string") throw damaged(manifest);
  if ((mac !== undefined) !== (manifest.format === FORMAT && manifest.secret !== null)) throw damaged("mac");
  return { manifest: { ...manifest, files, missing }, sum: found, mac };
}

/** Copies a part of a text, because V8's part of a text keeps the whole one in memory. */
const own = (text: string): string => Buffer.from(text, "latin1").toString("latin1");

/** @throws BackupProblem newer */
function checkFormat(head: string, id: string): void {
  const [, format = "0"] = /^\{"format":(\d{1,6}),/.exec(head) ?? [];
  if (Number(format) <= FORMAT) return;
  const [, version = ""] = /,"version":"([^"]{1,64})"/.exec(head) ?? [];
  throw problem("newer", id, VERSION.test(version) ? version : "?");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a long text piece by piece, and keeps only the piece that was not read yet. */
function createCursor(chunks: AsyncIterable<Uint8Array>, id: string) {
  const source = chunks[Symbol.asyncIterator]();
  let [left, read, isOver] = ["", 0, false];

  /** Adds a chunk. Each byte becomes one character, so that the SHA-256 of the text is that of the bytes. */
  async function fill(): Promise<void> {
    const { done, value } = await source.next();
    if (done) {
      isOver = true;
      return;
    }
    read += value.length;
    if (read > MANIFEST_BYTES) throw await stopped("its length");
    left += Buffer.from(value.buffer, value.byteOffset, value.length).toString("latin1");
  }

  async function stopped(part: string) {
    await source.return?.();
    return problem("damagedManifest", id, part);
  }

  return {
    /** The text up to and with a mark; undefined if the mark is not within a number of characters. */
    async until(mark: string, limit: number): Promise<string | undefined> {
      while (!left.slice(0, limit).includes(mark) && left.length < limit && !isOver) await fill();
      const end = left.slice(0, limit).indexOf(mark) + mark.length;
      if (end < mark.length) {
        await source.return?.();
        // A later format may have another form.
        checkFormat(left.slice(0, limit), id);
        return undefined;
      }
      const found = left.slice(0, end);
      left = left.slice(end);
      return found;
    },

    /** The entries of a list up to the mark after it, which is passed over. @throws BackupProblem damagedManifest */
    async *entries(pattern: RegExp, mark: string, limit: number): AsyncIterable<RegExpExecArray> {
      let [at, count] = [0, 0];
      for (;;) {
        if (left.length - at < ENTRY && !isOver) {
          left = left.slice(at);
          at = 0;
          await fill();
          continue;
        }
        if (left.startsWith(mark, at)) break;
        pattern.lastIndex = at;
        const entry = pattern.exec(left);
        if (!entry) throw await stopped(`the entry ${count} of a list`);
        if (++count > limit) throw await stopped("the number of its files");
        at += entry[0].length;
        yield entry;
      }
      left = left.slice(at + mark.length);
    },

    /** All that is left; undefined if this is more than a number of characters. */
    async rest(limit: number): Promise<string | undefined> {
      while (!isOver && left.length <= limit) await fill();
      if (isOver) return left.length <= limit ? left : undefined;
      await source.return?.();
      return undefined;
    },
  };
}
