import type { LineBox } from "../rendering/line-box.ts";

export type Point = readonly [x: number, y: number];

/** The smallest box around some points, inside the page. @param page its size in px, like the points */
export function boxAround(points: Point[], { width, height }: { width: number; height: number }): LineBox {
  const [left, right] = ends(
    points.map(([x]) => x),
    width,
  );
  const [top, bottom] = ends(
    points.map(([, y]) => y),
    height,
  );
  return [left / width, top / height, (right - left) / width, (bottom - top) / height];
}

const ends = (values: number[], most: number): [number, number] => {
  const within = (value: number) => Math.min(Math.max(value, 0), most);
  return [within(Math.min(...values)), within(Math.max(...values))];
};
