import exifReader from "exif-reader";
import type { PhotoTraits } from "../../../shared/photo-traits.ts";
import type { Picture } from "./paper-file.ts";

const SMALL = 48;

/** How a photo looks, from the file before we strip its metadata. Broken metadata has no time. */
export async function photoTraits({ upright, width, height, exif }: Picture): Promise<PhotoTraits> {
  const small = upright().resize(SMALL, SMALL, { fit: "fill" }).flatten({ background: "white" }).greyscale();
  const pixels = await small.raw().toBuffer();
  const light = Math.round(pixels.reduce((sum, one) => sum + one, 0) / pixels.length);
  return { width, height, light, ...(exif && takenAtOf(exif)) };
}

function takenAtOf(exif: Buffer): Pick<PhotoTraits, "takenAt"> {
  try {
    const { Photo, Image } = exifReader(exif);
    const time = Number(Photo?.DateTimeOriginal ?? Photo?.DateTimeDigitized ?? Image?.DateTime);
    return Number.isFinite(time) ? { takenAt: time } : {};
  } catch {
    // A stranger's metadata can be anything, and a photo without a time is fine.
    return {};
  }
}
