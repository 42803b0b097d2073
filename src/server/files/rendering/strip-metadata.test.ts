import fc from "fast-check";
import sharp, { type FormatEnum } from "sharp";
import { describe, expect, test } from "vitest";
import type { PaperType } from "../../../shared/files/paper.ts";
import { stripMetadata } from "./strip-metadata.ts";
import { PaperRefused } from "./paper-refused.ts";
import { paperTypeOf } from "./paper-shape.ts";

const formats = ["jpeg", "png", "webp"] as const;
const typeOf = (format: keyof FormatEnum) => `image/${format}` as PaperType;
const PLACE = { GPSLatitudeRef: "N", GPSLatitude: "23/1 43/1 30/1", GPSMapDatum: "PLACE" };
const CAMERA = { Make: "MAKER", Model: "MODEL", Artist: "AUTHOR", BodySerialNumber: "SERIAL" };
const SAYINGS = ["PLACE", "MAKER", "MODEL", "AUTHOR", "SERIAL", "SAYING", "GPS"];

const noise = (width: number, height: number, alpha = false) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  }).composite(
    alpha
      ? [{ input: { create: { width, height, channels: 4, background: "#f008" } }, blend: "dest-in" }]
      : [],
  );

/** A picture from a phone, with metadata about place, camera and owner. */
async function telling(
  format: (typeof formats)[number],
  orientation: number,
  size = { width: 60, height: 40 },
) {
  const picture = await noise(size.width, size.height, format !== "jpeg")
    .withIccProfile("p3")
    .withExif({ IFD0: CAMERA, IFD3: PLACE })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>SAYING</a></x:xmpmeta>')
    .withMetadata({ orientation })
    .toFormat(format, format === "jpeg" ? { progressive: orientation % 2 === 0 } : {})
    .toBuffer();
  return format === "jpeg"
    ? Buffer.concat([picture.subarray(0, 2), comment("SAYING"), picture.subarray(2)])
    : picture;
}

function comment(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xfe, 0, 2 + text.length]), Buffer.from(text)]);
}

const upright = (bytes: Uint8Array) => sharp(bytes).autoOrient().raw().toBuffer();
const said = (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString("latin1");
  return SAYINGS.filter((saying) => text.includes(saying));
};

describe.each(formats)("a stripped %s", (format) => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "has the same pixels and orientation, and no metadata (orientation %i)",
    async (orientation) => {
      const bytes = await telling(format, orientation);
      expect(said(bytes)).toEqual(expect.arrayContaining(["PLACE", "MODEL"]));
      const read = (await sharp(bytes).metadata()).orientation ?? 1;
      expect(read).toBe(orientation);
      const bare = stripMetadata(bytes, { type: typeOf(format), orientation });
      expect(said(bare)).toEqual([]);
      expect((await upright(bare)).equals(await upright(bytes))).toBe(true);
      const metadata = await sharp(bare).metadata();
      expect([metadata.orientation ?? 1, metadata.xmp, metadata.icc?.length]).toEqual([
        orientation,
        undefined,
        (await sharp(bytes).metadata()).icc?.length,
      ]);
      if (orientation === 1) expect(metadata.exif).toBeUndefined();
      expect(await paperTypeOf(Buffer.from(bare))).toBe(typeOf(format));
      expect(stripMetadata(bare, { type: typeOf(format), orientation })).toEqual(bare);
    },
  );

  test("is refused if it ends too early, at any byte", async () => {
    const bytes = await telling(format, 6);
    const lengths = fc.integer({ min: 0, max: bytes.length - 1 });
    fc.assert(
      fc.property(lengths, (length) => {
        expect(() =>
          stripMetadata(bytes.subarray(0, length), { type: typeOf(format), orientation: 6 }),
        ).toThrow(PaperRefused);
      }),
    );
  });

  test("is stripped or refused if bytes are damaged, and causes no other error", async () => {
    const whole = await telling(format, 1);
    const spoilt = fc
      .tuple(fc.integer({ min: 0, max: whole.length - 9 }), fc.uint8Array({ minLength: 1, maxLength: 8 }))
      .map(([at, bytes]) => Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + bytes.length)]));
    const any = fc.oneof(fc.uint8Array({ maxLength: 400 }), spoilt);
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 8 }), (bytes, orientation) => {
        try {
          stripMetadata(bytes, { type: typeOf(format), orientation });
        } catch (error) {
          expect(error).toBeInstanceOf(PaperRefused);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test("a stripped JPEG has no thumbnail, and no data after its image", async () => {
  const picture = await noise(60, 40).jpeg().toBuffer();
  const thumbnail = Buffer.from("\xff\xe0\0\x13JFIF\0\x01\x01\0\0\x48\0\x48\x01\x01RGB", "latin1");
  const more = Buffer.from("\xff\xe0\0\x0aJFXX\0\x10AB", "latin1");
  const bytes = Buffer.concat([picture.subarray(0, 2), thumbnail, more, picture.subarray(2), picture]);
  const bare = stripMetadata(bytes, { type: "image/jpeg", orientation: 1 });
  expect(Buffer.from(bare).toString("latin1")).not.toMatch(/RGB|JFXX/);
  expect(bare.length).toBe(picture.length + thumbnail.length - "RGB".length);
  expect((await upright(bare)).equals(await upright(picture))).toBe(true);
});

test("stripMetadata returns a PDF unchanged", () => {
  const bytes = Buffer.from("%PDF-1.4 /Author (Somebody)");
  expect(stripMetadata(bytes, { type: "application/pdf", orientation: 1 })).toBe(bytes);
});
