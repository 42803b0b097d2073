import sharp, { type Sharp } from "sharp";
import { seeded } from "../../scripts/lib/seeded.ts";

/** Changes to a page when one person passes it to the next. Each change makes an image file. */
export const distortions: Record<string, (page: Buffer) => Promise<Buffer>> = {
  ...named("re-encoded, JPEG q", [30, 50, 80], "", (page, quality) => sharp(page).jpeg({ quality })),
  ...named("rescaled to ", [50, 75, 150], " %", async (page, percent) => {
    const { width } = await sharp(page).metadata();
    return sharp(page)
      .resize({ width: Math.round((width * percent) / 100) })
      .jpeg();
  }),
  ...named("cropped by ", [1, 2, 4], " % a side", cropped),
  ...named("rotated by ", [-1.5, 1.5], "°", (page, angle) =>
    sharp(page).rotate(angle, { background: "white" }).jpeg(),
  ),
  "scanned: grey, noisy, askew by 0.7°": scanned,
};

function named<Amount extends number>(
  before: string,
  amounts: Amount[],
  after: string,
  make: (page: Buffer, amount: Amount) => Sharp | Promise<Sharp>,
) {
  return Object.fromEntries(
    amounts.map((amount) => [
      `${before}${amount}${after}`,
      async (page: Buffer) => (await make(page, amount)).toBuffer(),
    ]),
  );
}

async function cropped(page: Buffer, percent: number): Promise<Sharp> {
  const { width, height } = await sharp(page).metadata();
  const [left, top] = [Math.round((width * percent) / 100), Math.round((height * percent) / 100)];
  return sharp(page)
    .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
    .jpeg();
}

async function scanned(page: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(page)
    .greyscale()
    .rotate(0.7, { background: "#ddd" })
    .linear(0.6, 70)
    .blur(0.8)
    .resize({ width: 900 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const random = seeded(data.length);
  const grain = data.map((value) => Math.max(0, Math.min(255, value + (random() - 0.5) * 40)));
  const { width, height, channels } = info;
  return sharp(grain, { raw: { width, height, channels } }).jpeg({ quality: 50 }).toBuffer();
}
