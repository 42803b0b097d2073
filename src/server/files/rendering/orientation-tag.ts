/**
 * Makes metadata with only the orientation of a picture: a TIFF with one entry (Exif 2.32, §4.6).
 * @param orientation from 1 to 8
 */
export function orientationTag(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", "latin1");
  // The offset of the directory, and its number of entries: 1.
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

const ORIENTATION = 0x0112;
/** The TIFF type of an unsigned 16-bit value. */
const SHORT = 3;
