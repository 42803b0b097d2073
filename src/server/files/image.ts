import sharp, { type Metadata } from "sharp";
import { invalid } from "../../shared/errors.ts";
import { MAX_IMAGE_BYTES } from "../../shared/kinds/fields.ts";

const MAX_PIXELS = 40_000_000;
const MAX_WIDTH = 1_600;
const ACCEPTED = new Set(["png", "jpeg", "webp"]);

export interface Image {
  bytes: Uint8Array;
  type: "image/webp";
}

/**
 * A data URL as a WebP of at most 1600 px, made anew, so that nothing hidden in the file survives.
 * @param field the field to name when it is wrong
 * @param keepOurs let a bare WebP of that size pass as it is, so that an exported archive imports to the same bytes
 * @throws DomainError invalid_input `imageData` or `imageSize`
 */
export async function imageFromDataUrl(dataUrl: string, field: string, keepOurs = false): Promise<Image> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
  if (bytes.length > MAX_IMAGE_BYTES) throw invalid(field, "imageSize");
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    const facts = await image.metadata();
    if (!ACCEPTED.has(facts.format)) throw invalid(field, "imageData");
    if (keepOurs && isOurs(facts)) {
      await image.stats();
      return { bytes, type: "image/webp" };
    }
    const webp = await image
      .rotate()
      .resize({ width: MAX_WIDTH, withoutEnlargement: true })
      .webp()
      .toBuffer();
    return { bytes: webp, type: "image/webp" };
  } catch {
    throw invalid(field, "imageData");
  }
}

function isOurs(facts: Metadata): boolean {
  const bare = !facts.exif && !facts.icc && !facts.xmp && !facts.iptc;
  return facts.format === "webp" && facts.width <= MAX_WIDTH && bare && (facts.pages ?? 1) === 1;
}
