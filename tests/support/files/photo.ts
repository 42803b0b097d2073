import sharp from "sharp";

/** A JPEG of an exact size in bytes, filled up with comments. */
export async function photoOfSize(size: number): Promise<Buffer> {
  const picture = Buffer.from(await photo(90));
  const comments: Buffer[] = [];
  for (let missing = size - picture.length; missing > 0;) {
    // A comment has 4 to 65,537 bytes; the last one needs space for its own marker and length.
    const length = missing <= 65_537 ? missing : Math.min(65_537, missing - 4);
    const comment = Buffer.alloc(length, "x");
    comment.writeUInt16BE(0xfffe, 0);
    comment.writeUInt16BE(length - 2, 2);
    comments.push(comment);
    missing -= length;
  }
  return Buffer.concat([picture.subarray(0, 2), ...comments, picture.subarray(2)]);
}

/** A picture of a paper, as a JPEG. @param grey from 0 to 255; a different value gives a different file */
export const photo = (grey: number): Promise<Uint8Array> =>
  sharp({ create: { width: 60, height: 80, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .jpeg()
    .toBuffer();
