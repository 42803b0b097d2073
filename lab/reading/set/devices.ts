import type { Half } from "./courses.ts";

/** A scanner or copier on which somebody presses a bound volume. */
export interface Scanner {
  name: string;
  dotsPerInch: number;
  /** The grey of white paper and of black ink, from 0 to 255. */
  paper: number;
  ink: number;
  /** The colour of its light: red, green, blue; equal for a grey scan. */
  tint: readonly [number, number, number];
  /** The largest error of a pixel, from 0 to 255. */
  noise: number;
  blur: number;
  quality: number;
}

/** A fax or a scanner that stores black and white only. */
export interface Fax {
  name: string;
  dotsPerInch: number;
  blur: number;
  /** The share of pixels that turned black or white by accident. */
  specks: number;
  /** How strongly the limit between black and white varies, from 0 to 255. */
  uneven: number;
}

export interface Camera {
  name: string;
  /** The size of the sensor's picture, in px, upright. */
  width: number;
  height: number;
  /** The longer side of the file, after a messenger made it smaller. */
  sent: number;
  quality: number;
  blur: number;
  /** The largest error of a pixel in good light, from 0 to 255. */
  noise: number;
  tint: readonly [number, number, number];
  /** The share by which a point at the edge is drawn towards the centre. */
  barrel: number;
}

/** Each half has its own devices. */
export const scanners: Record<Half, Scanner[]> = {
  dev: [
    {
      name: "flatbed",
      dotsPerInch: 150,
      paper: 212,
      ink: 58,
      tint: [1, 1, 1],
      noise: 22,
      blur: 0.7,
      quality: 45,
    },
    {
      name: "copier",
      dotsPerInch: 200,
      paper: 236,
      ink: 84,
      tint: [1, 1, 1],
      noise: 34,
      blur: 0.9,
      quality: 40,
    },
  ],
  "held-out": [
    {
      name: "library",
      dotsPerInch: 170,
      paper: 222,
      ink: 70,
      tint: [1, 0.97, 0.88],
      noise: 26,
      blur: 0.8,
      quality: 50,
    },
    {
      name: "sheet-feeder",
      dotsPerInch: 140,
      paper: 226,
      ink: 66,
      tint: [1, 1, 1],
      noise: 18,
      blur: 0.5,
      quality: 38,
    },
  ],
};

export const faxes: Record<Half, Fax[]> = {
  dev: [{ name: "fax", dotsPerInch: 140, blur: 0.6, specks: 0.0025, uneven: 30 }],
  "held-out": [{ name: "old-copier", dotsPerInch: 160, blur: 0.8, specks: 0.004, uneven: 26 }],
};

export const cameras: Record<Half, Camera[]> = {
  dev: [
    {
      name: "messenger",
      width: 2_304,
      height: 3_072,
      sent: 1_600,
      quality: 68,
      blur: 1.1,
      noise: 16,
      tint: [1, 0.97, 0.9],
      barrel: 0.012,
    },
    {
      name: "old-phone",
      width: 1_944,
      height: 2_592,
      sent: 2_592,
      quality: 74,
      blur: 1.3,
      noise: 18,
      tint: [0.93, 0.97, 1],
      barrel: 0.02,
    },
  ],
  "held-out": [
    {
      name: "chat",
      width: 2_448,
      height: 3_264,
      sent: 1_440,
      quality: 72,
      blur: 0.9,
      noise: 20,
      tint: [1, 0.95, 0.84],
      barrel: 0.008,
    },
    {
      name: "budget-phone",
      width: 2_160,
      height: 2_880,
      sent: 2_400,
      quality: 66,
      blur: 1.2,
      noise: 18,
      tint: [0.97, 1, 0.96],
      barrel: 0.016,
    },
  ],
};
