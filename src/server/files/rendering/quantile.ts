/**
 * The grey value that a share of the pixels doesn't exceed. Most pixels of a page are paper, so its median is the
 * grey of the paper.
 * @param data one byte per pixel
 * @param share from 0 to 1
 */
export function quantileOf(data: Uint8Array, share: number): number {
  const counts = new Uint32Array(256);
  // On a page of millions of pixels, an iterator would take ten times as long.
  for (let at = 0; at < data.length; at += 1) {
    const value = data[at] as number;
    counts[value] = (counts[value] as number) + 1;
  }
  let seen = 0;
  return counts.findIndex((count) => (seen += count) >= data.length * share);
}
