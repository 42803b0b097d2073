import { readFileSync } from "node:fs";

/**
 * A page of 600 × 800 px that names CSE 2103, with the time 2025-08-07 11:20:51, a camera and a place. `heif-enc` of
 * Debian's libheif-examples made it from a drawing of ours, because no library here encodes HEVC.
 */
export const HEIC_PAGE = readFileSync(new URL("page.heic", import.meta.url));

/** The page with another size in its header, in px. */
export const heicOfSize = (width: number, height: number): Buffer => withSize(HEIC_PAGE, width, height);

/** A HEIC or AVIF with another size in its header, in px. */
export function withSize(picture: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(picture);
  // The property "ispe" has its name, four bytes of version and flags, the width and the height.
  for (let at = bytes.indexOf("ispe"); at >= 0; at = bytes.indexOf("ispe", at + 4)) {
    bytes.writeUInt32BE(width, at + 8);
    bytes.writeUInt32BE(height, at + 12);
  }
  return bytes;
}

/** The page without a picture that HEVC encodes. */
export function heicWithoutPicture(): Buffer {
  const bytes = Buffer.from(HEIC_PAGE);
  for (let at = bytes.indexOf("hvc1"); at >= 0; at = bytes.indexOf("hvc1", at + 4)) bytes.write("none", at);
  return bytes;
}
