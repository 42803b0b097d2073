import { constants, deflateRawSync, deflateSync } from "node:zlib";

const MEGABYTE = 1024 * 1024;

/**
 * So many megabytes of one byte, compressed (RFC 1950). A block that ends flush can be repeated, so that nobody needs
 * the memory to make it. The checksum at the end is not right: who gets there has taken the bomb.
 */
export function zeros(megabytes: number, byte = 0): Buffer {
  const block = deflateRawSync(Buffer.alloc(MEGABYTE, byte), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from<Buffer>({ length: megabytes }).fill(block);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, Buffer.from([0x03, 0x00]), Buffer.alloc(4)]);
}

/** The same, compressed once more: a few kilobytes. */
export function nestedZeros(megabytes: number, byte = 0): Buffer {
  return deflateSync(zeros(megabytes, byte));
}
