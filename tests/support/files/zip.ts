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
