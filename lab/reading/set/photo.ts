import { placeOnSheet } from "../../../scripts/lib/perspective.ts";
import { seeded } from "../../../scripts/lib/seeded.ts";
import { type Pose, posed } from "../hard/poses.ts";
import type { Camera } from "./devices.ts";
import { type Grey, greyOf, pictureOf, sample } from "./pixels.ts";
import { background, inventScene, lightOf, onFinger, type Scene } from "./scene.ts";

import sharp from "sharp";

const SKIN = [176, 124, 96] as const;

/**
 * A paper as a phone photographs it: from an angle, in uneven light, folded or bent, and often out of focus.
 * @param pages one sheet, or the two pages of an open booklet
 * @param seed the same seed makes the same photo
 * @param pose changes how the paper lies, and how the phone is held
 * @returns a JPEG
 */
export async function photographed(
  pages: Grey[],
  camera: Camera,
  seed: number,
  pose: Pose = {},
): Promise<Buffer> {
  const random = seeded(seed);
  const isBooklet = pages.length > 1;
  const sheet = await sideBySide(pages);
  const isWide = sheet.width > sheet.height && !pose.isHeldUpright;
  const [width, height] = isWide ? [camera.height, camera.width] : [camera.width, camera.height];
  const frame = { random, width, height, ratio: sheet.width / sheet.height, isBooklet };
  const scene = posed(inventScene(frame), pose, frame);
  const data = exposed(sheet, { scene, camera, width, height, random });
  const shaken = scene.shake
    ? pictureOf({ data, width, height }, 3).convolve(shakeOf(scene.shake, random() < 0.5))
    : pictureOf({ data, width, height }, 3);
  const seen = await shaken
    .blur(camera.blur * scene.focus)
    .raw()
    .toBuffer();
  addNoise(seen, camera.noise * scene.noise, random);
  const noisy = pictureOf({ data: seen, width, height }, 3).median(scene.noise > 1.4 ? 3 : 1);
  const small = noisy
    .resize({ width: camera.sent, height: camera.sent, fit: "inside" })
    .jpeg({ quality: camera.quality });
  const upright = await small.toBuffer();
  if (!pose.turn) return upright;
  return sharp(upright).rotate(pose.turn).jpeg({ quality: camera.quality }).toBuffer();
}

interface Exposure {
  scene: Scene;
  camera: Camera;
  width: number;
  height: number;
  random: () => number;
}

/** The light that falls on each pixel of the sensor. */
function exposed(sheet: Grey, { scene, camera, width, height }: Exposure): Uint8Array {
  const place = placeOnSheet(scene.corners);
  const data = new Uint8Array(width * height * 3);
  const [middleX, middleY] = [width / 2, height / 2];
  const reach = Math.hypot(middleX, middleY) ** 2;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = [x - middleX, y - middleY];
      const bent = 1 + (camera.barrel * (fromX * fromX + fromY * fromY)) / reach;
      const [flatU, flatV] = place(middleX + fromX * bent, middleY + fromY * bent);
      const [u, v, shade] = scene.surface(flatU, flatV);
      const isPaper = u >= 0 && u < 1 && v >= 0 && v < 1;
      const skin = onFinger(scene, x, y);
      const light = lightOf(scene, x / width, y / height) * (isPaper && skin === 0 ? shade : 1);
      const grey = isPaper ? sample(sheet, u * sheet.width, v * sheet.height) : 0;
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const paper = 26 + (scene.paper * grey) / 255;
        const colour =
          skin > 0 ? (SKIN[channel] as number) * skin : isPaper ? paper : background(scene, x, y, channel);
        data[at + channel] = Math.max(0, Math.min(255, colour * light * (camera.tint[channel] as number)));
      }
    }
  }
  return data;
}

/** A hand that moves while the shutter is open. @param length in px */
function shakeOf(length: number, isLevel: boolean) {
  const size = 2 * Math.ceil(length / 2) + 1;
  const kernel = Array.from({ length: size * size }, (_one, at) => {
    const [row, column] = [Math.floor(at / size), at % size];
    return Number(isLevel ? row === (size - 1) / 2 : row === column);
  });
  return { width: size, height: size, kernel };
}

/** The grain of a small sensor: neighbouring pixels share a part of it. */
function addNoise(data: Uint8Array, amount: number, random: () => number): void {
  let shared = 0;
  for (let at = 0; at < data.length; at += 3) {
    shared = shared * 0.45 + (random() + random() - 1) * amount;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (data[at + channel] as number) + shared + (random() - 0.5) * amount * 0.6;
      data[at + channel] = Math.max(0, Math.min(255, value));
    }
  }
}

async function sideBySide(pages: Grey[]): Promise<Grey> {
  const [first, second] = pages as [Grey, Grey | undefined];
  if (!second) return first;
  const { width, height } = first;
  const both = pictureOf(first)
    .extend({ right: width, background: "white" })
    .composite([{ input: await pictureOf(second).png().toBuffer(), left: width, top: 0 }]);
  return greyOf(pictureOf(await greyOf(both)).resize({ height }));
}
