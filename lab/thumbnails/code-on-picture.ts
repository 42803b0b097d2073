import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { THUMBNAIL } from "../../src/shared/files/files.ts";
import { asciiDigits } from "../../src/shared/text/words.ts";
import { run } from "../reading/readers.ts";

/** The thumbnail is enlarged by this factor, as by a reader who looks closely. */
const ENLARGED = 3;
/** The resolution of a drawn page, in dots per inch. */
const RESOLUTION = "240";
/** A share of the page. */
const UPPER = 0.6;

/** Whether a text contains a course code, in any spelling with spaces, hyphens and slashes. */
export const hasCode = (text: string, code: string): boolean => plain(text).includes(plain(code));

const plain = (text: string): string =>
  asciiDigits(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");

/**
 * The text that Debian's Tesseract reads on the upper part of a file's first page, which has the heading.
 * @param kept the path for its text, which later runs use again
 */
export async function textOfPage(bytes: Uint8Array, extension: string, kept: string): Promise<string> {
  if (existsSync(kept)) return readFileSync(kept, "utf8");
  const text = await inFolder(async (folder) => {
    const path = join(folder, `page.${extension}`);
    writeFileSync(path, bytes);
    if (extension === "pdf")
      await run("pdftoppm", ["-r", RESOLUTION, "-l", "1", "-png", "-singlefile", path, join(folder, "page")]);
    const picture = extension === "pdf" ? join(folder, "page.png") : path;
    const { width, height } = await sharp(picture).metadata();
    const upper = join(folder, "upper.png");
    await sharp(picture)
      .extract({ left: 0, top: 0, width, height: Math.round(height * UPPER) })
      .png()
      .toFile(upper);
    return tesseract(upper);
  });
  writeFileSync(kept, text);
  return text;
}

/** The text that Debian's Tesseract reads on an enlarged thumbnail. */
export function textOfThumbnail(bytes: Uint8Array): Promise<string> {
  return inFolder(async (folder) => {
    const path = join(folder, "thumbnail.png");
    await sharp(bytes)
      .resize({ width: THUMBNAIL * ENLARGED, kernel: "cubic" })
      .png()
      .toFile(path);
    return tesseract(path);
  });
}

const tesseract = (path: string): Promise<string> => run("tesseract", [path, "stdout", "-l", "eng"]);

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "proshno-thumbnails-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
