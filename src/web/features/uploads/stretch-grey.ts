/**
 * The fractions of the pixels that become black and white. A page is mostly white paper, with some dark ink.
 */
const INK = 0.01;
const PAPER = 0.8;
/**
 * If the darkest and lightest grey are closer than this, the page is blank, and more contrast would only show
 * noise.
 */
const MIN_RANGE = 48;

/**
 * Makes a picture grey and increases its contrast in place, so that ink is black and paper is white.
 * @param data red, green, blue and alpha of each pixel, as in `ImageData`
 */
export function stretchGrey(data: Uint8ClampedArray): void {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 4) {
    // The weights of ITU-R BT.601, multiplied by 256.
    const grey = (77 * data[at]! + 150 * data[at + 1]! + 29 * data[at + 2]!) >> 8;
    data[at] = grey;
    counts[grey]! += 1;
  }
  const levels = levelsOf(counts, data.length / 4);
  for (let at = 0; at < data.length; at += 4) {
    data[at] = data[at + 1] = data[at + 2] = levels[data[at]!]!;
  }
}

/** The new value of each grey level. */
function levelsOf(counts: Uint32Array, dots: number): Uint8ClampedArray {
  const black = quantile(counts, dots * INK);
  const white = quantile(counts, dots * PAPER);
  const isBlank = white - black < MIN_RANGE;
  return Uint8ClampedArray.from({ length: 256 }, (_, grey) =>
    isBlank ? grey : Math.min(255, Math.max(0, ((grey - black) * 255) / (white - black))),
  );
}

/** The lowest grey level at which this many pixels are equally dark or darker. */
function quantile(counts: Uint32Array, dots: number): number {
  let seen = 0;
  return counts.findIndex((count) => (seen += count) >= dots);
}
