import type { Half } from "../set/courses.ts";
import type { Camera, Fax, Scanner } from "../set/devices.ts";

const WHITE = [1, 1, 1] as const;

/** Cameras of the hard kinds. Each half has its own: one whose pictures a messenger made small, and one that sends large ones. */
export const hardCameras: Record<Half, Camera[]> = {
  dev: [
    {
      name: "forwarded",
      width: 1_536,
      height: 2_048,
      sent: 1_024,
      quality: 62,
      blur: 0.8,
      noise: 14,
      tint: [1, 0.98, 0.93],
      barrel: 0.01,
    },
    {
      name: "new-phone",
      width: 2_268,
      height: 3_024,
      sent: 3_024,
      quality: 82,
      blur: 1.1,
      noise: 13,
      tint: [1, 0.97, 0.91],
      barrel: 0.006,
    },
  ],
  "held-out": [
    {
      name: "group-chat",
      width: 1_728,
      height: 2_304,
      sent: 1_024,
      quality: 58,
      blur: 0.9,
      noise: 15,
      tint: [0.98, 0.97, 0.9],
      barrel: 0.012,
    },
    {
      name: "tall-phone",
      width: 2_304,
      height: 3_072,
      sent: 3_072,
      quality: 78,
      blur: 1.3,
      noise: 16,
      tint: [0.95, 0.98, 1],
      barrel: 0.009,
    },
  ],
};

/** Scanners of the hard kinds: one that scans coarsely, and one like that of an office. */
export const hardScanners: Record<Half, Scanner[]> = {
  dev: [
    { name: "coarse", dotsPerInch: 100, paper: 218, ink: 62, tint: WHITE, noise: 16, blur: 0.5, quality: 55 },
    { name: "office", dotsPerInch: 150, paper: 224, ink: 60, tint: WHITE, noise: 18, blur: 0.6, quality: 52 },
  ],
  "held-out": [
    {
      name: "cheap",
      dotsPerInch: 100,
      paper: 208,
      ink: 54,
      tint: [1, 0.98, 0.94],
      noise: 14,
      blur: 0.4,
      quality: 60,
    },
    {
      name: "department",
      dotsPerInch: 160,
      paper: 230,
      ink: 72,
      tint: [1, 0.99, 0.95],
      noise: 20,
      blur: 0.7,
      quality: 48,
    },
  ],
};

/** Poor faxes: coarse, with specks. */
export const hardFaxes: Record<Half, Fax[]> = {
  dev: [{ name: "poor-fax", dotsPerInch: 100, blur: 0.7, specks: 0.006, uneven: 46 }],
  "held-out": [{ name: "worn-fax", dotsPerInch: 110, blur: 0.9, specks: 0.009, uneven: 38 }],
};
