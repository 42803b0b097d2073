/**
 * Metadata that say nothing but how a picture is to be turned (Exif 2.32, §4.6): a TIFF of one entry.
 * @param orientation from 1 to 8
 */
export function orientationTag(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", "latin1");
  // Where the directory begins, and that it has one entry.
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

const ORIENTATION = 0x0112;
/** Of a value: 16 bits without a sign. */
const SHORT = 3;
