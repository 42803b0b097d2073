import { buffer } from "node:stream/consumers";
import yazl from "yazl";

/** A real ZIP of these files, by name. @param level of compression, from 0 to 9 */
export async function zipOf(files: Record<string, Uint8Array>, level = 6): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, bytes] of Object.entries(files))
    zip.addBuffer(Buffer.from(bytes), name, { compressionLevel: level, mtime: new Date(0) });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

const DIRECTORY_ENTRY = Buffer.from("PK\x01\x02", "latin1");

/** The offsets of the entries in a ZIP's directory. */
export function directoryOf(zip: Buffer): number[] {
  const found: number[] = [];
  for (let at = zip.indexOf(DIRECTORY_ENTRY); at >= 0; at = zip.indexOf(DIRECTORY_ENTRY, at + 4))
    found.push(at);
  return found;
}

/** Replaces a name everywhere in a ZIP by bytes of the same length, which yazl would refuse. */
export function renamed(zip: Buffer, name: string, other: Buffer): Buffer {
  const changed = Buffer.from(zip);
  for (let at = changed.indexOf(name); at >= 0; at = changed.indexOf(name, at + 1)) other.copy(changed, at);
  return changed;
}

export interface ZipParts {
  entries: number;
  /** The extra field of each entry in the directory. */
  extra?: Buffer;
  /** The length of each name and comment, in bytes. */
  nameLength?: number;
  commentLength?: number;
  /** The number of entries that the end of the ZIP claims. */
  claimed?: number;
  /** The size of the directory that the end of the ZIP claims, in bytes. */
  claimedSize?: number;
  /** Whether the record for large ZIPs has the numbers, and the ordinary record only says so. */
  isZip64?: boolean;
}

/** The extra field with the most parts that a ZIP can have: 16,383 without data. */
export const EMPTY_EXTRA_PARTS = Buffer.alloc(16_383 * 4, Buffer.from([0x99, 0x99, 0, 0]));

/** A ZIP of empty files that is written by hand, because no honest program writes such a directory. */
export function hostileZip({
  entries,
  extra = Buffer.alloc(0),
  nameLength = 10,
  commentLength = 0,
  claimed = entries,
  claimedSize,
  isZip64 = false,
}: ZipParts): Buffer {
  const nameOf = (index: number) => Buffer.from(`${index}.pdf`.padStart(nameLength, "n"));
  const locals = Array.from({ length: entries }, (_none, index) => {
    const head = Buffer.alloc(30);
    head.write("PK\x03\x04", "latin1");
    head.writeUInt16LE(nameLength, 26);
    return Buffer.concat([head, nameOf(index)]);
  });
  const comment = Buffer.alloc(commentLength, "c");
  const listed = locals.map((local, index) => {
    const head = Buffer.alloc(46);
    head.write("PK\x01\x02", "latin1");
    head.writeUInt16LE(nameLength, 28);
    head.writeUInt16LE(extra.length, 30);
    head.writeUInt16LE(commentLength, 32);
    head.writeUInt32LE(index * local.length, 42);
    return Buffer.concat([head, nameOf(index), extra, comment]);
  });
  const directory = Buffer.concat(listed);
  const start = locals.reduce((sum, { length }) => sum + length, 0);
  const size = claimedSize ?? directory.length;
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(isZip64 ? 0xffff : claimed, 8);
  end.writeUInt16LE(isZip64 ? 0xffff : claimed, 10);
  end.writeUInt32LE(isZip64 ? 0xffff_ffff : size, 12);
  end.writeUInt32LE(isZip64 ? 0xffff_ffff : start, 16);
  const large = isZip64 ? [zip64End(claimed, size, start), zip64Locator(start + directory.length)] : [];
  return Buffer.concat([...locals, directory, ...large, end]);
}

function zip64End(entries: number, size: number, start: number): Buffer {
  const record = Buffer.alloc(56);
  record.write("PK\x06\x06", "latin1");
  record.writeBigUInt64LE(44n, 4);
  for (const [at, value] of [
    [24, entries],
    [32, entries],
    [40, size],
    [48, start],
  ] as const)
    record.writeBigUInt64LE(BigInt(value), at);
  return record;
}

function zip64Locator(at: number): Buffer {
  const record = Buffer.alloc(20);
  record.write("PK\x06\x07", "latin1");
  record.writeBigUInt64LE(BigInt(at), 8);
  record.writeUInt32LE(1, 16);
  return record;
}

/** The same ZIP, whose directory has this extra field for each entry. */
export function withExtra(zip: Buffer, extra: Buffer): Buffer {
  const offsets = directoryOf(zip);
  const start = offsets[0] ?? 0;
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const entries = offsets.map((from, index) => {
    const entry = Buffer.from(zip.subarray(from, offsets[index + 1] ?? end));
    const name = entry.readUInt16LE(28);
    entry.writeUInt16LE(extra.length, 30);
    return Buffer.concat([entry.subarray(0, 46 + name), extra, entry.subarray(46 + name)]);
  });
  const directory = Buffer.concat(entries);
  const record = Buffer.from(zip.subarray(end));
  record.writeUInt32LE(directory.length, 12);
  return Buffer.concat([zip.subarray(0, start), directory, record]);
}
