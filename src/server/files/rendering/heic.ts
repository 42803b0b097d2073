import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { MAX_PAPER_PIXELS } from "../../../shared/files/paper.ts";
import { PaperRefused } from "./paper-refused.ts";

/** The part of libheif that we use. Its functions return an error with a code instead of throwing. */
interface Libheif {
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_interleaved_RGB: unknown };
  heif_error_code: { heif_error_Ok: unknown };
  heif_context_alloc(): object;
  heif_context_read_from_memory(context: object, bytes: Uint8Array): { code: unknown };
  heif_js_context_get_primary_image_handle(context: object): object & { code?: unknown };
  heif_image_handle_get_width(handle: object): number;
  heif_image_handle_get_height(handle: object): number;
  heif_js_decode_image2(
    handle: object,
    space: unknown,
    chroma: unknown,
  ): { code?: unknown; channels?: Channel[] };
}

interface Channel {
  width: number;
  height: number;
  /** The bytes from one row to the next. */
  stride: number;
  data: Uint8Array;
}

/** The pixels of a picture: three bytes each, row by row. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

const CHANNELS = 3;
/**
 * A larger picture is halved, because its pixels need too much memory beside libheif's. A page of A4 then still has
 * 350 dpi.
 */
const MAX_PIXELS = 25_000_000;
const require = createRequire(import.meta.url);
const startLibheif = require("libheif-js/libheif-wasm/libheif.js") as (options: object) => Libheif;
const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve("libheif-js/libheif-wasm/libheif.wasm")));

/**
 * Decodes the main picture of a HEIC upright, in a new libheif with separate memory. sharp can't decode HEVC. A picture of
 * more than 25 million pixels is halved.
 * @throws PaperRefused file_too_many_pixels, file_unreadable; other errors if libheif gets no more memory
 */
export function decodeHeic(bytes: Uint8Array): Pixels {
  const silent = () => {};
  const heif = startLibheif({ wasmBinary, print: silent, printErr: silent });
  const context = heif.heif_context_alloc();
  const { code } = heif.heif_context_read_from_memory(context, bytes);
  if (code !== heif.heif_error_code.heif_error_Ok) throw new PaperRefused("file_unreadable");
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if (!handle || handle.code !== undefined) throw new PaperRefused("file_unreadable");
  const pixels = heif.heif_image_handle_get_width(handle) * heif.heif_image_handle_get_height(handle);
  if (pixels > MAX_PAPER_PIXELS) throw new PaperRefused("file_too_many_pixels");
  const { heif_colorspace_RGB: rgb } = heif.heif_colorspace;
  const decoded = heif.heif_js_decode_image2(handle, rgb, heif.heif_chroma.heif_chroma_interleaved_RGB);
  const [channel] = decoded?.channels ?? [];
  if (!channel) throw new PaperRefused("file_unreadable");
  if (channel.width * channel.height > MAX_PAPER_PIXELS) throw new PaperRefused("file_too_many_pixels");
  return channel.width * channel.height > MAX_PIXELS ? halved(channel) : packed(channel);
}

/** Rows of libheif can have bytes after their pixels. */
function packed({ width, height, stride, data }: Channel): Pixels {
  const row = width * CHANNELS;
  if (stride === row) return { data: data.subarray(0, row * height), width, height };
  const rows = new Uint8Array(row * height);
  for (let y = 0; y < height; y += 1) rows.set(data.subarray(y * stride, y * stride + row), y * row);
  return { data: rows, width, height };
}

/** Half as wide and half as high: the mean of each four pixels. */
function halved({ data, stride, ...full }: Channel): Pixels {
  const [width, height] = [full.width >> 1, full.height >> 1];
  const row = width * CHANNELS;
  const small = new Uint8Array(row * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < row; x += 1) {
      const at = 2 * y * stride + 2 * x - (x % CHANNELS);
      const above = (data[at] as number) + (data[at + CHANNELS] as number);
      const below = (data[at + stride] as number) + (data[at + stride + CHANNELS] as number);
      small[y * row + x] = (above + below) >> 2;
    }
  return { data: small, width, height };
}
