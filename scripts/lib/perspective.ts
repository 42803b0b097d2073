/** A point in px: x to the right, y down. */
export type Point = readonly [x: number, y: number];
/** The corners of a sheet in a picture: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

/**
 * The inverse of the perspective that maps a square to four corners (P. Heckbert, Fundamentals of Texture
 * Mapping, 1989).
 * @returns the position on the sheet for a pixel of the picture, each coordinate from 0 to 1 on the sheet
 */
export function placeOnSheet([p0, p1, p2, p3]: Corners): (x: number, y: number) => [number, number] {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = [p0, p1, p2, p3];
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const scale = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / scale;
  const h = (dx1 * sy - sx * dy1) / scale;
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0];
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
  return (x, y) => {
    const w = (d * h - e * g) * x + (b * g - a * h) * y + a * e - b * d;
    const u = (e - f * h) * x + (c * h - b) * y + b * f - c * e;
    const v = (f * g - d) * x + (a - c * g) * y + c * d - a * f;
    return [u / w, v / w];
  };
}
