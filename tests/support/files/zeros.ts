import { constants, deflateRawSync, deflateSync } from "node:zlib";

const MEGABYTE = 1024 * 1024;

/**
 * Megabytes of one repeated byte, compressed (RFC 1950). A block with a flushed end can be repeated, so this
 * needs little memory. The checksum at the end is wrong, so only a reader that unpacks all of it notices.
 */
export function zeros(megabytes: number, byte = 0): Buffer {
  const block = deflateRawSync(Buffer.alloc(MEGABYTE, byte), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from<Buffer>({ length: megabytes }).fill(block);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, Buffer.from([0x03, 0x00]), Buffer.alloc(4)]);
}

/** Like `zeros`, compressed a second time: a few kilobytes. */
export function nestedZeros(megabytes: number, byte = 0): Buffer {
  return deflateSync(zeros(megabytes, byte));
}
