import sharp from "sharp";

/** A picture of a paper, as a JPEG. @param grey from 0 to 255: another one makes another file */
export const photo = (grey: number): Promise<Uint8Array> =>
  sharp({ create: { width: 60, height: 80, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .jpeg()
    .toBuffer();
