import type { Corners, Point } from "../../../scripts/lib/perspective.ts";
import { smooth } from "./pixels.ts";

/** Where a paper lies, how it is bent, and which light falls on it. */
export interface Scene {
  corners: Corners;
  /**
   * The point of the drawn page at a point of the flat sheet, and how bright the bent paper is there; all
   * coordinates are from 0 to 1 on the sheet.
   */
  surface: (u: number, v: number) => [u: number, v: number, shade: number];
  /** The brightness that white paper adds to black ink, from 0 to 255. */
  paper: number;
  desk: readonly [number, number, number];
  grain: "wood" | "cloth" | "plain";
  lamp: { x: number; y: number; fall: number; level: number };
  shadow: { x: number; y: number; angle: number; size: number; depth: number } | undefined;
  finger: { x: number; y: number; angle: number; length: number; width: number } | undefined;
  /** Factors of the camera's own blur and noise. */
  focus: number;
  noise: number;
  /** How far the hand moved, in px. */
  shake: number;
}

export interface Frame {
  random: () => number;
  /** The size of the picture in px. */
  width: number;
  height: number;
  /** The width of the sheet divided by its height. */
  ratio: number;
  isBooklet: boolean;
}

const DESKS = [
  [126, 92, 64],
  [96, 98, 104],
  [168, 150, 128],
  [70, 84, 110],
  [188, 186, 180],
] as const;
const GRAINS = ["wood", "cloth", "plain"] as const;

export function inventScene({ random, width, height, ratio, isBooklet }: Frame): Scene {
  const between = (least: number, most: number) => least + random() * (most - least);
  const chance = (share: number) => random() < share;
  const isDim = chance(0.35);
  const desk = DESKS[Math.floor(random() * DESKS.length)] as Scene["desk"];
  return {
    corners: cornersOf({ random, width, height, ratio }),
    surface: surfaceOf(random, isBooklet),
    paper: between(185, 222),
    desk,
    grain: GRAINS[Math.floor(random() * GRAINS.length)] as Scene["grain"],
    lamp: {
      x: between(-0.1, 1.1),
      y: between(-0.2, 0.7),
      fall: between(0.25, 0.62),
      level: isDim ? between(0.85, 1) : between(1, 1.16),
    },
    shadow: chance(0.55)
      ? {
          x: between(0.1, 0.9),
          y: between(0.2, 0.95),
          angle: between(-1, 1),
          size: between(0.18, 0.36),
          depth: between(0.25, 0.55),
        }
      : undefined,
    finger: chance(0.4) ? fingerOf(random, width, height) : undefined,
    focus: chance(0.2) ? between(1.3, 1.8) : between(0.6, 1),
    noise: isDim ? between(1.2, 1.8) : between(0.6, 1),
    shake: chance(isDim ? 0.3 : 0.1) ? between(2, 5) : 0,
  };
}

/** The sheet is turned, seen from one side, and rarely fills the picture. */
function cornersOf({ random, width, height, ratio }: Omit<Frame, "isBooklet">): Corners {
  const between = (least: number, most: number) => least + random() * (most - least);
  const fill = between(0.92, 1.06);
  const high = Math.min(height, width / ratio) * fill;
  const wide = high * ratio;
  const angle = (between(-1, 1) ** 3 * 11 + between(-2, 2)) * (Math.PI / 180);
  const [far, side] = [between(0.8, 0.98), between(-0.07, 0.07)];
  const [middleX, middleY] = [width * between(0.47, 0.53), height * between(0.47, 0.53)];
  const corner = (u: number, v: number): Point => {
    // The far edge of the sheet looks shorter, and one side looks higher than the other.
    const x = u * wide * (v < 0 ? far : 1);
    const y = v * high * (1 + side * Math.sign(u)) * (0.9 + 0.1 * far);
    return [
      middleX + x * Math.cos(angle) - y * Math.sin(angle),
      middleY + x * Math.sin(angle) + y * Math.cos(angle),
    ];
  };
  const corners = [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)] as const;
  // People cut the end of a paper off rather than its heading.
  const [[x0, y0], [x1, y1]] = corners;
  const down = Math.max(0, height * 0.012 - Math.min(y0, y1));
  const across = Math.max(0, width * 0.008 - x0) - Math.max(0, x1 - width * 0.992);
  const moved = ([x, y]: Point): Point => [x + across, y + down];
  return [moved(corners[0]), moved(corners[1]), moved(corners[2]), moved(corners[3])];
}

/** Paper that was folded, bends up from the table, or belongs to a booklet. */
function surfaceOf(random: () => number, isBooklet: boolean): Scene["surface"] {
  const between = (least: number, most: number) => least + random() * (most - least);
  const wave = { height: between(0.001, 0.008), length: between(0.7, 1.8), start: between(0, 6) };
  const folds = Array.from({ length: Math.floor(random() * 3) }, () => ({
    isLevel: random() < 0.6,
    at: between(0.25, 0.75),
    kink: between(-0.012, 0.012),
    shade: between(0.05, 0.2) * (random() < 0.5 ? -1 : 1),
  }));
  const gutter = between(0.008, 0.022);
  return (u, v) => {
    let [toU, toV, shade] = [u, v, 1];
    toV += wave.height * Math.sin((u / wave.length) * Math.PI * 2 + wave.start);
    shade += 4 * wave.height * Math.cos((u / wave.length) * Math.PI * 2 + wave.start);
    for (const { isLevel, at, kink, shade: darker } of folds) {
      const away = (isLevel ? v : u) - at;
      const near = Math.exp(-Math.abs(away) * 14);
      if (isLevel) toU += kink * near * 0.5;
      else toV += kink * near;
      shade += darker * Math.sign(away) * near * 0.6 - 0.28 * Math.exp(-Math.abs(away) * 420);
    }
    if (isBooklet) {
      const away = Math.abs(u - 0.5);
      const near = Math.exp(-away / 0.07);
      toV += (v - 0.5) * gutter * 2.4 * near + gutter * near * 0.6;
      toU += Math.sign(u - 0.5) * 0.012 * near;
      shade -= 0.5 * Math.exp(-away / 0.022);
    }
    return [toU, toV, Math.max(0.2, shade)];
  };
}

function fingerOf(random: () => number, width: number, height: number): Scene["finger"] {
  const isLeft = random() < 0.5;
  const size = width * (0.035 + random() * 0.02);
  return {
    x: isLeft ? -size * 0.4 : width + size * 0.4,
    y: height * (0.45 + random() * 0.45),
    angle: (isLeft ? 0 : Math.PI) + (random() - 0.5) * 0.9,
    length: width * (0.08 + random() * 0.1),
    width: size,
  };
}

/** @returns 0 beside the finger, otherwise its brightness, greatest in the middle */
export function onFinger({ finger }: Scene, x: number, y: number): number {
  if (!finger) return 0;
  const [dx, dy] = [x - finger.x, y - finger.y];
  const along = dx * Math.cos(finger.angle) + dy * Math.sin(finger.angle);
  const across = dy * Math.cos(finger.angle) - dx * Math.sin(finger.angle);
  const past = Math.max(0, along - finger.length);
  const away = Math.hypot(past, across) / finger.width;
  if (away >= 1) return 0;
  const nail = Math.hypot((along - finger.length) / 0.7, across) / finger.width;
  return (nail < 0.62 ? 1.16 : 1) * (0.62 + 0.42 * Math.sqrt(1 - away * away));
}

/** The light at a point of the picture; both coordinates are from 0 to 1. */
export function lightOf({ lamp, shadow }: Scene, x: number, y: number): number {
  const light = lamp.level * (1.06 - lamp.fall * Math.hypot(x - lamp.x, y - lamp.y));
  if (!shadow) return light;
  // The shadow of a hand and a phone: a block with soft edges that reaches to the lower edge.
  const [dx, dy] = [x - shadow.x, y - shadow.y];
  const across = Math.abs(dx * Math.cos(shadow.angle) + dy * Math.sin(shadow.angle));
  const along = dy * Math.cos(shadow.angle) - dx * Math.sin(shadow.angle);
  const inside =
    smooth(shadow.size + 0.05, shadow.size - 0.05, across) *
    smooth(-shadow.size - 0.07, -shadow.size + 0.07, along);
  return light * (1 - shadow.depth * inside);
}

export function background({ desk, grain }: Scene, x: number, y: number, channel: number): number {
  const colour = desk[channel] as number;
  if (grain === "wood") return colour + 11 * Math.sin(y / 11 + 2.4 * Math.sin(x / 190));
  if (grain === "cloth") return colour + 14 * (((x >> 3) + (y >> 3)) % 2);
  return colour;
}
