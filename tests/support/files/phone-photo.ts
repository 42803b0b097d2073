import sharp from "sharp";

export interface PhonePhoto {
  /** The position of a black bar, as a share of the height. */
  bar: number;
  /** The camera's orientation in the file (Exif): 1 is upright, 6 is turned by a quarter. */
  orientation?: number;
  /** The JPEG quality. With 88, the grain makes about 2.5 MB. */
  quality?: number;
}

/** The size of a photo from a phone with 12 million pixels, in px. */
export const PHOTO = { width: 3000, height: 4000 };

/** A photo of a grainy sheet with a black bar across it, like one from a phone's camera. */
export async function phonePhoto({ bar, orientation = 1, quality = 88 }: PhonePhoto): Promise<Buffer> {
  const { width, height } = PHOTO;
  const noise = { type: "gaussian", mean: 190, sigma: 9 } as const;
  const line = { width, height: height / 20, channels: 3, background: "#111" } as const;
  return sharp({ create: { width, height, channels: 3, noise, background: "#fff" } })
    .composite([{ input: { create: line }, left: 0, top: Math.round(bar * height - line.height / 2) }])
    .withMetadata({ orientation })
    .jpeg({ quality })
    .toBuffer();
}

/** The position of the black bar in a picture, as a share of the height, or of the width if it is turned. */
export async function barOf(picture: Uint8Array): Promise<{ across: boolean; at: number }> {
  const rows = await darkest(picture, { width: 1, height: 200 });
  const columns = await darkest(picture, { width: 200, height: 1 });
  const across = rows.grey < columns.grey;
  return { across, at: (across ? rows : columns).at };
}

async function darkest(picture: Uint8Array, size: { width: number; height: number }) {
  const greys = [
    ...(await sharp(picture)
      .greyscale()
      .resize({ ...size, fit: "fill" })
      .raw()
      .toBuffer()),
  ];
  const grey = Math.min(...greys);
  const found = greys.flatMap((one, index) => (one < grey + 20 ? [index + 0.5] : []));
  return { grey, at: found.reduce((sum, one) => sum + one, 0) / found.length / greys.length };
}
