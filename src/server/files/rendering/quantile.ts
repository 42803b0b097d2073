/**
 * The grey value that a share of the pixels doesn't exceed. Most pixels of a page are paper, so its median is the
 * grey of the paper.
 * @param data one byte per pixel
 * @param share from 0 to 1
 */
export function quantileOf(data: Uint8Array, share: number): number {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] as number) + 1;
  let seen = 0;
  return counts.findIndex((count) => (seen += count) >= data.length * share);
}
