/**
 * Keeps the largest values of two windows, so that each of several readers sees every peak.
 * @param read returns the values since the last `reset`
 * @param length of a window, in ms
 * @returns a function that returns the largest values of this window and the one before
 */
export function keepPeaks(read: () => number[], reset: () => void, length: number): () => number[] {
  let before: number[] = [];
  setInterval(() => {
    before = read();
    reset();
  }, length).unref();
  return () => read().map((value, index) => Math.max(value, before[index] ?? 0));
}
