import { crc32 } from "node:zlib";

/** The longest name, comment or extra field of an entry, in bytes. */
const LONGEST = 65_535;
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** The first day of the format. */
const DATE = 0x21;
const CONTENT = Buffer.from("%PDF-1.4\n");
const CRC = crc32(CONTENT);

interface Entry {
  name: Buffer;
  extra: Buffer;
  comment: Buffer;
}

/** A ZIP that is made while it is sent. */
export interface HostileZip {
  name: string;
  /** Its size, in bytes. */
  size: number;
  chunks: () => Generator<Buffer>;
}

/** A ZIP of 20 MB whose 300 entries have 16,383 empty parts in each extra field. */
export function emptyParts(): HostileZip {
  const extra = Buffer.alloc(Math.floor(LONGEST / 4) * 4);
  // Each part has an identifier that nobody uses, and a length of 0.
  for (let at = 0; at < extra.length; at += 4) extra.writeUInt16LE(0xbeef, at);
  const comment = Buffer.alloc(0);
  return zipOf("empty parts", 300, (index) => ({ name: Buffer.from(`paper-${index}.pdf`), extra, comment }));
}

/** A ZIP of 393 MB with as many entries as a pile takes, each with the longest name and comment. */
export function longestNames(): HostileZip {
  const comment = Buffer.alloc(LONGEST, "c");
  return zipOf("longest names", 2_000, (index) => ({
    name: Buffer.from(`${String(index).padStart(LONGEST - ".pdf".length, "n")}.pdf`),
    extra: Buffer.alloc(0),
    comment,
  }));
}

function zipOf(name: string, count: number, entryAt: (index: number) => Entry): HostileZip {
  const localSize = ({ name: label }: Entry) => 30 + label.length + CONTENT.length;
  const centralSize = ({ name: label, extra, comment }: Entry) =>
    46 + label.length + extra.length + comment.length;
  let [locals, directory] = [0, 0];
  for (let index = 0; index < count; index += 1) {
    const entry = entryAt(index);
    locals += localSize(entry);
    directory += centralSize(entry);
  }
  function* chunks(): Generator<Buffer> {
    for (let index = 0; index < count; index += 1) yield local(entryAt(index));
    let offset = 0;
    for (let index = 0; index < count; index += 1) {
      const entry = entryAt(index);
      yield central(entry, offset);
      offset += localSize(entry);
    }
    yield end(count, directory, locals);
  }
  return { name, size: locals + directory + 22, chunks };
}

function local({ name }: Entry): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(LOCAL, 0);
  head.writeUInt16LE(VERSION, 4);
  common(head, 10, name);
  return Buffer.concat([head, name, CONTENT]);
}

function central({ name, extra, comment }: Entry, offset: number): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(CENTRAL, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  common(head, 12, name);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt16LE(comment.length, 32);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name, extra, comment]);
}

/** Writes the time, the checksum, the sizes and the length of the name, which both heads have in this order. */
function common(head: Buffer, at: number, name: Buffer): void {
  head.writeUInt16LE(DATE, at + 2);
  head.writeUInt32LE(CRC, at + 4);
  head.writeUInt32LE(CONTENT.length, at + 8);
  head.writeUInt32LE(CONTENT.length, at + 12);
  head.writeUInt16LE(name.length, at + 16);
}

function end(count: number, directory: number, offset: number): Buffer {
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(END, 0);
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(directory, 12);
  tail.writeUInt32LE(offset, 16);
  return tail;
}
