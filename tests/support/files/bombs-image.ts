import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { Bomb } from "./bomb.ts";
import { zeros } from "./zeros.ts";

export const imageBombs: Bomb[] = [
  { name: "a PNG of 50,000 × 50,000", refusal: "file_too_many_pixels", make: () => png(50_000, 50_000) },
  {
    name: "a PNG of 2,147,483,647 × 1",
    refusal: ["file_too_many_pixels", "file_unreadable"],
    make: () => png(2 ** 31 - 1, 1),
  },
  { name: "a PNG without size", refusal: "file_unreadable", make: () => png(0, 0) },
  {
    name: "a PNG that promises 64 million pixels and holds 4 GB",
    make: () => png(8_000, 8_000, zeros(4_096)),
  },
  {
    name: "a PNG that holds nothing",
    refusal: "file_unreadable",
    make: () => png(100, 100, Buffer.alloc(0)),
  },
  {
    name: "a PNG with broken pixels",
    refusal: "file_unreadable",
    make: () => png(100, 100, Buffer.alloc(99, 3)),
  },
  { name: "a PNG with a script in its text", refusal: "file_mixed", make: pngWithScript },
  { name: "a PNG that moves", refusal: "file_animated", make: movingPng },
  { name: "a PNG with a text of 1 GB", make: () => png(8, 8, undefined, [["zTXt", textBomb()]]) },
  { name: "a PNG with a colour profile of 1 GB", make: () => png(8, 8, undefined, [["iCCP", textBomb()]]) },
  {
    name: "a PNG of 100,000 parts",
    make: () =>
      png(
        8,
        8,
        undefined,
        Array.from({ length: 100_000 }, (): Chunk => ["teSt", Buffer.alloc(0)]),
      ),
  },
  {
    name: "a PNG whose part is as long as can be",
    refusal: ["file_truncated", "file_wrong_type"],
    make: pngLongChunk,
  },
  { name: "a WebP that moves", refusal: "file_animated", make: movingWebp },
  { name: "a WebP of 16,384 × 16,384", refusal: ["file_too_many_pixels", "file_unreadable"], make: vastWebp },
  { name: "a WebP of noise", refusal: "file_unreadable", make: noisyWebp },
  { name: "a JPEG of 65,500 × 65,500", refusal: "file_too_many_pixels", make: vastJpeg },
  { name: "a JPEG of 5,000 scans", make: manyScans },
  { name: "a JPEG without tables", refusal: "file_unreadable", make: jpegWithoutTables },
  { name: "a JPEG with noise between its parts", refusal: "file_unreadable", make: jpegWithNoise },
  {
    name: "a JPEG with parts that never end",
    refusal: "file_truncated",
    make: () => Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(20_000_000, 0xff)]),
  },
];

function square(size = 64) {
  return sharp({ create: { width: size, height: size, channels: 3, background: "#36c" } });
}

type Chunk = [type: string, data: Buffer];

/**
 * A grey PNG whose header states a size.
 * @param pixels compressed; by default, if the size is small, as many as stated
 */
function png(width: number, height: number, pixels?: Buffer, chunks: Chunk[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const promised = Math.min((width + 1) * height, 1_000_000);
  const parts: Chunk[] = [
    ["IHDR", header],
    ...chunks,
    ["IDAT", pixels ?? deflateSync(Buffer.alloc(promised))],
    ["IEND", Buffer.alloc(0)],
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts.map(chunk)]);
}

function chunk([type, data]: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function textBomb(): Buffer {
  return Buffer.concat([Buffer.from("name\0\0", "latin1"), zeros(1_024)]);
}

function pngWithScript(): Buffer {
  return png(8, 8, undefined, [["tEXt", Buffer.from("Comment\0<?php system('id'); ?>", "latin1")]]);
}

function movingPng(): Buffer {
  return png(8, 8, undefined, [["acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])]]);
}

function pngLongChunk(): Buffer {
  const bytes = png(8, 8);
  bytes.writeUInt32BE(0xffffffff, 33);
  return bytes;
}

async function movingWebp(): Promise<Buffer> {
  const frames = await Promise.all([square(), square().negate()].map((frame) => frame.png().toBuffer()));
  return await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

/** The lossless format stores width and height, each minus one, in 14 bits after its signature. */
async function vastWebp(): Promise<Buffer> {
  const bytes = await square().webp({ lossless: true }).toBuffer();
  bytes.writeUInt32LE((bytes.readUInt32LE(21) | 0x0fffffff) >>> 0, 21);
  return bytes;
}

async function noisyWebp(): Promise<Buffer> {
  const bytes = await square().webp().toBuffer();
  return Buffer.from(bytes.fill(0x5a, 30));
}

async function vastJpeg(): Promise<Buffer> {
  const bytes = await square().jpeg().toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(65_500, frame + 5);
  bytes.writeUInt16BE(65_500, frame + 7);
  return bytes;
}

/** A progressive JPEG that repeats its last scan many times. */
async function manyScans(): Promise<Buffer> {
  const bytes = await square(4_000).jpeg({ progressive: true }).toBuffer();
  const last = bytes.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = bytes.subarray(last, -2);
  const scans = Math.min(5_000, Math.floor(20_000_000 / scan.length));
  return Buffer.concat([bytes.subarray(0, -2), ...Array<Buffer>(scans).fill(scan), bytes.subarray(-2)]);
}

async function jpegWithoutTables(): Promise<Buffer> {
  const bytes = await square().jpeg().toBuffer();
  const tables = bytes.indexOf(Buffer.from([0xff, 0xdb]));
  return Buffer.concat([
    bytes.subarray(0, 2),
    bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xda]), tables)),
  ]);
}

async function jpegWithNoise(): Promise<Buffer> {
  const bytes = await square().jpeg().toBuffer();
  return Buffer.concat([
    bytes.subarray(0, 2),
    Buffer.from([0xff, 0xe0, 0, 4, 1, 2]),
    Buffer.alloc(64, 9),
    bytes.subarray(2),
  ]);
}
