import type { Corners, Point } from "../../../scripts/lib/perspective.ts";
import { smooth } from "../set/pixels.ts";
import type { Frame, Scene } from "../set/scene.ts";

/** How a paper lies, and how the phone is held, where this differs from other photos. */
export interface Pose {
  /** A bound volume: the side on which the page curves down into the shadow of the gutter, and the curve's share of the page. */
  gutter?: { side: "left" | "right"; width: number };
  /** The angle of the sheet in degrees, positive to the right. */
  tilt?: number;
  /** How far the hand moves while the shutter is open, in px of the sensor. */
  shake?: number;
  /** The light, as a factor. */
  light?: number;
  /** The share of the picture that the sheet fills. */
  fill?: number;
  /** The picture file is turned by this angle, clockwise. */
  turn?: 90 | 180 | 270;
  /** A wide sheet is photographed with an upright phone. */
  isHeldUpright?: boolean;
  /** The sheet bends a little. */
  curve?: number;
}

export function posed(scene: Scene, pose: Pose, frame: Frame): Scene {
  const hasPlace = pose.tilt !== undefined || pose.fill !== undefined || pose.gutter !== undefined;
  return {
    ...scene,
    ...(hasPlace && { corners: cornersOf(pose, frame) }),
    ...(pose.gutter && { surface: boundSurface(pose.gutter, frame.random), finger: undefined }),
    ...(pose.curve !== undefined && { surface: curvedSurface(pose.curve, frame.random) }),
    ...(pose.shake !== undefined && { shake: pose.shake }),
    ...(pose.light !== undefined && {
      lamp: { ...scene.lamp, level: scene.lamp.level * pose.light },
      noise: Math.max(scene.noise, 1.3),
    }),
  };
}

function cornersOf({ tilt = 0, fill = 1, gutter }: Pose, { random, width, height, ratio }: Frame): Corners {
  const between = (least: number, most: number) => least + random() * (most - least);
  const angle = ((tilt + between(-1.2, 1.2)) * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  // A page of a book fills the picture; a sheet on a table is whole, also when it is tilted.
  const wide = gutter
    ? width * fill
    : fill * Math.min(width / (cos + sin / ratio), (height * ratio) / (cos + ratio * sin));
  const high = gutter ? height * Math.max(fill, (wide / ratio / height) * 0.98) : wide / ratio;
  const far = between(0.9, 0.99);
  const aside = gutter ? between(0.035, 0.06) * (gutter.side === "left" ? 1 : -1) : 0;
  const [middleX, middleY] = [width * (between(0.49, 0.51) + aside), height * between(0.495, 0.51)];
  const corner = (u: number, v: number): Point => {
    const [x, y] = [u * wide * (v < 0 ? far : 1), v * high];
    return [
      middleX + x * Math.cos(angle) - y * Math.sin(angle),
      middleY + x * Math.sin(angle) + y * Math.cos(angle),
    ];
  };
  return [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
}

/** A page of a bound volume: near the gutter its lines are narrow, bent and dark. */
function boundSurface({ side, width }: NonNullable<Pose["gutter"]>, random: () => number): Scene["surface"] {
  const between = (least: number, most: number) => least + random() * (most - least);
  const [bend, arch] = [between(0.018, 0.042) * (random() < 0.5 ? -1 : 1), between(0.004, 0.012)];
  const [depth, squeeze] = [between(0.8, 0.92), between(0.5, 0.75)];
  return (u, v) => {
    const away = side === "left" ? u : 1 - u;
    const far = Math.abs(away);
    const near = Math.exp(-far / (width * 0.8));
    // The page leans away from the camera near the gutter, so that a px there shows more of it.
    const shown = away + squeeze * width * 0.8 * (1 - near) * Math.exp(-far / 0.4);
    // On the other side of the gutter is the edge of the opposite page.
    const across = away >= 0 ? shown : 1 - far;
    const toU = side === "left" ? across : 1 - across;
    const toV = v + bend * near * (1.2 - v) + arch * Math.sin(far * Math.PI);
    const shade = 1 - depth * Math.exp(-far / (width * 0.7)) + 0.05 * smooth(0.1, 0.5, far);
    return [toU, toV, Math.max(0.08, shade)];
  };
}

/** A sheet that bends like a page of a thick book, without a gutter in the picture. */
function curvedSurface(height: number, random: () => number): Scene["surface"] {
  const start = (random() - 0.5) * 0.8;
  return (u, v) => [
    u,
    v + height * Math.sin((u + start) * Math.PI),
    1 + 2 * height * Math.cos((u + start) * Math.PI),
  ];
}
